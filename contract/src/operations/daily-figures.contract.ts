import { oc } from '@orpc/contract'
import { z } from 'zod'

import { declareErrors } from '../errors/declared-errors.ts'
import { instant, wholeNumber } from '../schemas.ts'
import { FIGURE_WINDOWS, FIGURES, VISITED_PAGES } from './figure-names.ts'

const day = z.iso.date()
const value = z.number().nullable()

/** Figures of the last days: counts, sums and medians, without ids, names, addresses or texts. */
export const dailyFigures = z.object({
  time_zone: z.string(),
  /** Time of the current day's last count; null before the first count. */
  as_of: instant.nullable(),
  /** Oldest day first. The last day is today. */
  days: z.array(day),
  figures: z.array(
    z.object({
      name: z.enum(FIGURES),
      /**
       * Values per day. Counts are plain numbers, `volume` and `refunded` are in euro cents, `accept_rate` is a share
       * from 0 to 1, and `answer_time` is in seconds. Null when unknown, or for a share or median of no entries.
       */
      values: z.array(value),
      total: value,
      /** First day with a known value, if later than the first listed day. */
      known_since: day.nullable(),
    }),
  ),
  visits_by_page: z.array(z.object({ page: z.enum(VISITED_PAGES), visits: z.number().int() })),
})
export type DailyFigures = z.infer<typeof dailyFigures>

export const dailyFiguresContract = {
  dailyFigures: oc
    .route({
      method: 'GET',
      path: '/operations/daily-figures',
      tags: ['Operations'],
      summary: 'Daily figures',
      description:
        `For \`days\` ${FIGURE_WINDOWS.join(', ')}. Days that are over stay as they were counted; today is counted ` +
        'every five minutes.',
    })
    .input(z.strictObject({ days: wholeNumber.refine((days) => FIGURE_WINDOWS.some((one) => one === days)) }))
    .output(dailyFigures)
    .errors(declareErrors('NOT_FOUND', 'SECOND_FACTOR_NEEDED', 'SECOND_FACTOR_OFF', 'INVALID_INPUT')),
}

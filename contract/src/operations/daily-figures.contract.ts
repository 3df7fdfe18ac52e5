import { oc } from '@orpc/contract'
import { z } from 'zod'

import { errors } from '../errors/declared-errors.ts'
import { instant, wholeNumber } from '../schemas.ts'
import { FIGURE_WINDOWS, FIGURES, VISITED_PAGES } from './figure-names.ts'

const day = z.iso.date()
const value = z.number().nullable()

/** What happened on each of the last days: counts, sums and medians, without ids, names, addresses or texts. */
export const dailyFigures = z.object({
  /** What a day is. */
  time_zone: z.string(),
  /** When what is not over yet was last counted; null before that was ever done. */
  as_of: instant.nullable(),
  /** The oldest first; the last is today. */
  days: z.array(day),
  figures: z.array(
    z.object({
      name: z.enum(FIGURES),
      /**
       * One for each day: a count; euro cents of `volume` and `refunded`; a share from 0 to 1 of `accept_rate`; seconds of
       * `answer_time`. Null where nobody knows, or where there is nothing of which it could be a share or a median.
       */
      values: z.array(value),
      /** Of all these days together. */
      total: value,
      /** The first day of which it is known, where that is later than the first of these days. */
      known_since: day.nullable(),
    }),
  ),
  /** The visits of all these days, by kind of page. */
  visits_by_page: z.array(z.object({ page: z.enum(VISITED_PAGES), visits: z.number().int() })),
})
export type DailyFigures = z.infer<typeof dailyFigures>

export const dailyFiguresContract = {
  dailyFigures: oc
    .route({
      method: 'GET',
      path: '/operations/daily-figures',
      tags: ['Operations'],
      summary: 'What happened on each of the last days',
      description: `For \`days\` ${FIGURE_WINDOWS.join(', ')}. Days that are over stay as they were counted; today is counted every five minutes.`,
    })
    .input(z.strictObject({ days: wholeNumber.refine((days) => FIGURE_WINDOWS.some((one) => one === days)) }))
    .output(dailyFigures)
    .errors(errors('NOT_FOUND', 'SECOND_FACTOR_NEEDED', 'SECOND_FACTOR_OFF', 'INVALID_INPUT')),
}

import { oc } from '@orpc/contract'
import { z } from 'zod'

import { declareErrors } from '../errors/declared-errors.ts'
import { instant } from '../schemas.ts'
import { BACKLOGS, FAILURES, HEALTH_STATES, RESOURCES } from './health-kinds.ts'

const state = z.enum(HEALTH_STATES)

/** Backlogs and recent failures: counts, sizes and times, without ids, names, addresses or texts. */
export const health = z.object({
  checked_at: instant,
  state,
  backlogs: z.array(
    z.object({
      kind: z.enum(BACKLOGS),
      state,
      /** Counted up to COUNTED_AT_MOST. */
      count: z.number().int(),
      is_at_least: z.boolean(),
      /** Time since the oldest work was due (s); null without due work. */
      overdue_s: z.number().nullable(),
      /** Number of entries that failed several times. */
      stuck: z.number().int(),
    }),
  ),
  resources: z.array(
    z.object({
      kind: z.enum(RESOURCES),
      state,
      /**
       * Value by kind: free bytes, bytes of the database or of a backup, connections, servers, difference between books
       * and Stripe in cents, or number of unmatched charges, unknown movements or pending decisions. Null when unknown.
       */
      amount: z.number().nullable(),
      /** Total for `amount`: bytes of the disk, or maximum connections. */
      of: z.number().nullable(),
      /** Time of the last backup, of the last balance check, or of the first dispute's deadline. */
      at: instant.nullable(),
    }),
  ),
  servers: z.array(
    z.object({
      name: z.string(),
      state,
      started_at: instant,
      seen_at: instant,
      live_connections: z.number().int(),
      disk_free_bytes: z.number().nullable(),
      disk_total_bytes: z.number().nullable(),
    }),
  ),
  failures: z.array(
    z.object({
      kind: z.enum(FAILURES),
      state,
      last_at: instant,
      last_hour: z.number().int(),
      last_day: z.number().int(),
      last_week: z.number().int(),
    }),
  ),
})
export type Health = z.infer<typeof health>

const tags = ['Operations']
const COMMON_ERRORS = ['NOT_FOUND', 'SECOND_FACTOR_NEEDED', 'SECOND_FACTOR_OFF'] as const

export const healthContract = {
  health: oc
    .route({
      method: 'GET',
      path: '/operations/health',
      tags,
      summary: 'Backlogs and recent failures',
      description: 'A few seconds old at most. Each part is fine, waiting or in need of action.',
    })
    .output(health)
    .errors(declareErrors(...COMMON_ERRORS)),
}

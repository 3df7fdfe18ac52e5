import { oc } from '@orpc/contract'
import { z } from 'zod'

import { errors } from '../errors/declared-errors.ts'
import { instant } from '../schemas.ts'
import { BACKLOGS, FAILURES, HEALTH_STATES, RESOURCES } from './health-kinds.ts'

const state = z.enum(HEALTH_STATES)

/** What waits, and what failed lately: counts, sizes and times, without ids, names, addresses or texts. */
export const health = z.object({
  checked_at: instant,
  /** The worst of all. */
  state,
  backlogs: z.array(
    z.object({
      kind: z.enum(BACKLOGS),
      state,
      /** Counted up to COUNTED_AT_MOST. */
      count: z.number().int(),
      is_at_least: z.boolean(),
      /** How long the oldest has been due (s); null where nothing is. */
      overdue_s: z.number().nullable(),
      /** How many were tried several times in vain. */
      stuck: z.number().int(),
    }),
  ),
  resources: z.array(
    z.object({
      kind: z.enum(RESOURCES),
      state,
      /**
       * Bytes that are free, bytes of the database, connections, servers; of a backup its bytes; of the books by how many cents
       * they and Stripe differ; how many payments and movements nobody knows; how many decisions are pending. Null where nobody knows.
       */
      amount: z.number().nullable(),
      /** Of how many: all bytes of the disk, the connections that there may be. */
      of: z.number().nullable(),
      /** When a backup was made, the books were last compared, or the first dispute has its deadline. */
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
  /** Of the last seven days, the latest first. */
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
      summary: 'What waits and what failed lately',
      description: 'As of the last seconds. Each part has a state: fine, waits, or needs somebody.',
    })
    .output(health)
    .errors(errors(...COMMON_ERRORS)),
}

import { sql } from 'drizzle-orm'

import { countBacklog } from '../../platform/database/backlog.ts'
import type { Executor } from '../../platform/database/database.ts'

/** Payments that Stripe is to be asked about by now. */
export const countLooks = (db: Executor, limit: number) =>
  countBacklog(
    db,
    sql`SELECT check_at, 0 FROM payment_requests
      WHERE status = 'pending' AND check_at IS NOT NULL AND check_at <= now() ORDER BY check_at LIMIT ${limit}::int`,
  )

/** Events of the last days of which nothing followed yet; older ones are not tried again. */
export const countUnhandledEvents = (db: Executor, limit: number) =>
  countBacklog(
    db,
    sql`SELECT received_at, 0 FROM stripe_events
      WHERE handled_at IS NULL AND received_at > now() - interval '7 days' ORDER BY received_at LIMIT ${limit}::int`,
  )

/** Requests of which somebody is to be reminded, or that end. */
export const countNextSteps = (db: Executor, limit: number) =>
  countBacklog(
    db,
    sql`SELECT next_step_at, 0 FROM payment_requests
      WHERE status = 'pending' AND next_step_at <= now() ORDER BY next_step_at LIMIT ${limit}::int`,
  )

/** People and pairs whose payments are to be cancelled; a row goes when the provider has heard of each. */
export const countCancellations = (db: Executor, limit: number) =>
  countBacklog(
    db,
    sql`(SELECT due_at, 0 FROM payment_cancellations ORDER BY due_at LIMIT ${limit}::int)
      UNION ALL (SELECT due_at, 0 FROM payment_cancellations_of_people ORDER BY due_at LIMIT ${limit}::int)
      UNION ALL (SELECT due_at, 0 FROM payment_blocks WHERE due_at IS NOT NULL ORDER BY due_at LIMIT ${limit}::int)
      LIMIT ${limit}::int`,
  )

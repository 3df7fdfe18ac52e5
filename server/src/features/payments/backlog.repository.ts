import { sql } from 'drizzle-orm'

import { countBacklog, countWaiting } from '../../platform/database/backlog.ts'
import type { Executor } from '../../platform/database/database.ts'
import { blockQueue } from './attempts/payment-block.repository.ts'
import { holdQueue } from './attempts/payment-hold.repository.ts'
import { pairQueue, personQueue } from './requests/payment-cancellation.repository.ts'

export const countChecks = (db: Executor, limit: number) =>
  countBacklog(
    db,
    sql`SELECT check_at, 0 FROM payment_requests
      WHERE status = 'pending' AND check_at IS NOT NULL AND check_at <= now() ORDER BY check_at LIMIT ${limit}::int`,
  )

export const countUnhandledEvents = (db: Executor, limit: number) =>
  countBacklog(
    db,
    sql`SELECT received_at, tries FROM stripe_events WHERE handled_at IS NULL ORDER BY received_at LIMIT ${limit}::int`,
  )

export const countUnread = (db: Executor, limit: number) =>
  countBacklog(
    db,
    sql`SELECT next_read_at, reads_failed FROM seller_states
      WHERE next_read_at <= now() ORDER BY next_read_at LIMIT ${limit}::int`,
  )

export const countNextSteps = (db: Executor, limit: number) =>
  countBacklog(
    db,
    sql`SELECT next_step_at, 0 FROM payment_requests
      WHERE status = 'pending' AND next_step_at <= now() ORDER BY next_step_at LIMIT ${limit}::int`,
  )

/** Counts cancellations that Stripe has not confirmed: confirmed ones are deleted. */
export const countCancellations = (db: Executor, limit: number) =>
  countWaiting(db, limit, [pairQueue, personQueue, holdQueue, blockQueue], sql`'infinity'`)

import type { Database } from './database.ts'

const DAY_S = 24 * 60 * 60
/** Retention of events (https://docs.stripe.com/api/events). */
const EVENTS_S = 30 * DAY_S

/** Deletes old events and keys, expired links and used faults. */
export async function deleteExpiredRows(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query('DELETE FROM idempotency_keys WHERE created_ms < $1', [tx.nowMs - DAY_S * 1000])
    await tx.query('DELETE FROM links WHERE expires_s < $1', [tx.nowS - DAY_S])
    await tx.query(
      `DELETE FROM events e WHERE created_s < $1
         AND NOT EXISTS (SELECT FROM deliveries d WHERE d.event_id = e.id AND d.state = 'due')`,
      [tx.nowS - EVENTS_S],
    )
    await tx.query(`DELETE FROM faults WHERE remaining = 0 AND mode <> 'hold_answer'`)
    await tx.query('DELETE FROM delivery_rules WHERE remaining = 0')
  })
}

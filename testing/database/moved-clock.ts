import type { Sql } from './test-database.ts'

/** Moves the times of messages, reads, deliveries and plans into the past. */
export async function backdateStoredTimes(sql: Sql['query'], minutes: number): Promise<void> {
  // Due times move last, because a server may check between two updates. Its check also reads all other times.
  const columns = {
    chat_messages: ['created_at', 'updated_at'],
    domain_events: ['created_at'],
    push_subscriptions: ['paused_until'],
    room_notifications: ['pushed_at', 'mailed_at', 'muted_until'],
    notification_deliveries: ['due_at', 'claimed_until', 'created_at'],
    owed_pushes: ['due_at'],
    room_members: ['notify_at'],
  }
  for (const [table, moved] of Object.entries(columns)) {
    const assignments = moved.map((column) => `${column} = ${column} - interval '1 minute' * $1`)
    await sql(`UPDATE ${table} SET ${assignments.join(', ')}`, [minutes])
  }
}

/** Finds unprocessed due rows. Allows one more second, because times are rounded and `now` precedes the check. */
export const findDue = (sql: Sql['query']): Promise<Record<string, unknown>[]> =>
  sql(
    `SELECT room_id::text AS id FROM room_members WHERE notify_at <= clock_timestamp() + interval '1 second'
     UNION ALL SELECT id::text FROM notification_deliveries
     WHERE ended_at IS NULL AND due_at <= clock_timestamp() + interval '1 second'
     UNION ALL SELECT delivery_id::text FROM owed_pushes WHERE due_at <= clock_timestamp() + interval '1 second'`,
  )

import type { Sql } from './test-database.ts'

/**
 * Lets time pass for what is told outside of the site: what was written, read, sent and planned until now lies so much
 * further back.
 */
export async function letTimePass(sql: Sql['query'], minutes: number): Promise<void> {
  // What decides first, and what says when it is looked at last: a server looks at any moment, also between two of these.
  const columns = {
    chat_messages: ['created_at'],
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

/**
 * Whose time has come and has not been looked at, and what is to be sent and was not. A time that is a moment away counts: a
 * row's time is rounded to milliseconds, and what this statement takes for now is from before it looks.
 */
export const findDue = (sql: Sql['query']): Promise<Record<string, unknown>[]> =>
  sql(
    `SELECT room_id::text AS id FROM room_members WHERE notify_at <= clock_timestamp() + interval '1 second'
     UNION ALL SELECT id::text FROM notification_deliveries
     WHERE ended_at IS NULL AND due_at <= clock_timestamp() + interval '1 second'
     UNION ALL SELECT delivery_id::text FROM owed_pushes WHERE due_at <= clock_timestamp() + interval '1 second'`,
  )

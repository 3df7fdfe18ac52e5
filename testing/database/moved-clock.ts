import type { Sql } from './test-database.ts'

/**
 * Lets time pass for what is told outside of the site: what was written, read, sent and planned until now lies so much
 * further back.
 */
export async function letTimePass(sql: Sql['query'], minutes: number): Promise<void> {
  const columns = {
    chat_messages: ['created_at'],
    domain_events: ['created_at'],
    room_members: ['notify_at'],
    room_notifications: ['pushed_at', 'mailed_at', 'muted_until'],
    notification_deliveries: ['due_at', 'claimed_until', 'created_at'],
    push_subscriptions: ['paused_until'],
  }
  for (const [table, moved] of Object.entries(columns)) {
    const assignments = moved.map((column) => `${column} = ${column} - interval '1 minute' * $1`)
    await sql(`UPDATE ${table} SET ${assignments.join(', ')}`, [minutes])
  }
}

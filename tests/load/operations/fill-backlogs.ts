import type { Sql } from '@kundig/testing/database/test-database'

/** Fills each queue with `rows` rows, half of them completed. The people whom the rows name do not exist. */
export async function fillBacklogs({ query }: Sql, rows: number): Promise<void> {
  await query('SET session_replication_role = replica')
  await query(
    `INSERT INTO notification_deliveries (user_id, channel, kind, subject_id, due_at, ended_at, outcome)
     SELECT gen_random_uuid(), CASE WHEN i % 4 < 2 THEN 'mail' ELSE 'push' END, 'request_received', gen_random_uuid(),
       now() - i * interval '1 millisecond', CASE WHEN i % 2 = 0 THEN now() END, CASE WHEN i % 2 = 0 THEN 'sent' END
     FROM generate_series(1, ${rows}) i`,
  )
  await query(
    `INSERT INTO stripe_events (id, type, created_at, received_at, handled_at)
     SELECT 'evt_' || i, 'x', now(), now() - i * interval '1 millisecond', CASE WHEN i % 2 = 0 THEN now() END
     FROM generate_series(1, ${rows}) i`,
  )
  await query(
    `INSERT INTO domain_events (kind, subject_id, recipient_id, created_at, handled_at)
     SELECT 'request_received', gen_random_uuid(), gen_random_uuid(), now(), CASE WHEN i % 2 = 0 THEN now() END
     FROM generate_series(1, ${rows}) i`,
  )
  await query(
    `INSERT INTO owed_pushes (subscription_id, delivery_id, due_at)
     SELECT gen_random_uuid(), gen_random_uuid(), now() - i * interval '1 millisecond' FROM generate_series(1, ${rows}) i`,
  )
  await query(
    `INSERT INTO connection_requests (sender_id, receiver_id, message, status, expires_at, reminders)
     SELECT gen_random_uuid(), gen_random_uuid(), 'x', 'pending', now() - i * interval '1 millisecond', i % 3
     FROM generate_series(1, ${rows}) i`,
  )
  await query(
    `INSERT INTO seller_states (stripe_id, next_read_at)
     SELECT 'acct_' || i, now() + (i - ${rows} / 2) * interval '1 millisecond' FROM generate_series(1, ${rows}) i`,
  )
  await query('SET session_replication_role = DEFAULT')
  await query('VACUUM ANALYZE')
}

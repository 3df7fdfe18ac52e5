import type { Sql } from '@kundig/testing/database/test-database'

/** Inserts a year of the rows that figures count, without the people they name. Deliveries cover the last 30 days. */
export async function fillFigureSources({ query }: Sql, rows: number): Promise<void> {
  await query('SET session_replication_role = replica')
  const share = (of: number): string => `generate_series(1, ${Math.round(rows * of)}) i`
  const at = (of: number, days = 365): string => `now() - i * interval '${days} days' / ${Math.round(rows * of) + 1}`
  await query(
    `INSERT INTO "user" (id, name, email, created_at) SELECT gen_random_uuid(), 'x', i || '@example.com', ${at(0.1)} FROM ${share(0.1)}`,
  )
  await query(
    `INSERT INTO profiles (id, full_name, bio, expertise_category, is_public, created_at)
     SELECT gen_random_uuid(), 'Jan Jansen', 'x', 'education', false, ${at(0.05)} FROM ${share(0.05)}`,
  )
  await query(
    `INSERT INTO connection_requests (sender_id, receiver_id, message, status, ended_by, ended_at, created_at)
     SELECT gen_random_uuid(), gen_random_uuid(), 'x', 'rejected', 'receiver', ${at(0.2)}, ${at(0.2)} FROM ${share(0.2)}`,
  )
  await query(
    `INSERT INTO chat_rooms (participant_ids, requester_id, last_seq, created_at)
     SELECT ARRAY[a, ('f' || substr(a::text, 2))::uuid], a, 3, ${at(0.1)}
     FROM (SELECT i, ('0' || substr(gen_random_uuid()::text, 2))::uuid AS a FROM ${share(0.1)}) one (i, a)`,
  )
  await query(
    `INSERT INTO chat_messages (room_id, seq, sender_id, client_id, content, created_at, updated_at)
     SELECT id, seq, participant_ids[CASE WHEN seq = 1 THEN 1 ELSE 2 END], gen_random_uuid(), 'x', made, made
     FROM (SELECT *, created_at + random() * interval '2 days' AS made FROM chat_rooms) room, generate_series(1, 3) seq`,
  )
  await query(
    `INSERT INTO payment_requests (room_id, seq, client_id, seller_id, buyer_id, amount, currency, description, status,
       stripe_payment_intent_id, stripe_connect_account_id, updated_at)
     SELECT gen_random_uuid(), 1, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 1 + i % 10000, 'eur', 'x', 'completed',
       'pi_' || i, 'acct_1', ${at(0.05)} FROM ${share(0.05)}`,
  )
  await query(
    `INSERT INTO notification_deliveries (user_id, channel, kind, subject_id, due_at, ended_at, outcome)
     SELECT gen_random_uuid(), CASE WHEN i % 2 = 0 THEN 'mail' ELSE 'push' END, 'request_received', gen_random_uuid(),
       now(), ${at(0.2, 30)}, 'sent' FROM ${share(0.2)}`,
  )
  await query(
    `INSERT INTO visits_by_day (day, page, visits) SELECT current_date - day, page, 1000
     FROM generate_series(0, 365) day, unnest(ARRAY['landing', 'profile', 'dashboard', 'account', 'other']) page`,
  )
  await query('SET session_replication_role = DEFAULT')
  await query('VACUUM ANALYZE')
}

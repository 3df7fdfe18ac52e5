import type { Sql } from '@kundig/testing/database/test-database'

/** Texts of messages: short and long, with line breaks, a link, another script and a very long word. */
const TEXTS = [
  'Yes.',
  'That sounds good to me, shall we say Thursday at half past nine?',
  'I have looked at it again.\nThe second part is what matters:\n- the joints\n- the glue\n- the patience',
  'See https://kundig.example/notes?page=3 for what I wrote down last year about exactly this.',
  'שלום, מה שלומך?',
  `Length: ${'o'.repeat(120)}`,
  'When the dough has risen, fold it twice and leave it alone. '.repeat(6),
]

export async function fillRoom(sql: Sql, roomId: string, size: number): Promise<void> {
  const texts = TEXTS.map((_, index) => `$${index + 3}::text`).join(', ')
  await sql.query(
    `INSERT INTO chat_messages (room_id, seq, sender_id, client_id, content, created_at, updated_at)
     SELECT id, n, participant_ids[1 + (n / 3) % 2], gen_random_uuid(),
       n || ': ' || (ARRAY[${texts}])[1 + n % ${TEXTS.length}], at, at
     FROM chat_rooms, generate_series(1, $2::int) AS n,
       LATERAL (SELECT now() - ($2 - n) * interval '2 minutes' AS at) AS times
     WHERE id = $1`,
    [roomId, size, ...TEXTS],
  )
  await sql.query('UPDATE chat_rooms SET last_seq = $2 WHERE id = $1', [roomId, size])
  await sql.query('UPDATE room_members SET last_read_seq = $2, unread_count = 0 WHERE room_id = $1', [roomId, size])
  await sql.query('VACUUM (ANALYZE) chat_messages')
}

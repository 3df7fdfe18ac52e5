import type { Sql } from '../../server/test/test-database.ts'

/** Messages that one statement copies, about: a room is never in two. */
const SLICE = 250_000
/** When so few are left, the rest is copied under the lock. */
const FEW = 1000
/** Whoever waits for the lock holds up all that come after it: rather another try. */
const LOCK_TIMEOUT_MS = 1000

/** A step, how long it took, and what it came to. */
export interface Step {
  name: string
  seconds: number
  /** Whether messages could be sent and read meanwhile. */
  isOnline: boolean
  result?: string
}

/**
 * Divides the table of messages by the hash of their rooms, while people write: a partitioned table is made beside it and
 * filled, catches up, and takes its place. It counts on what holds for messages: a room's are numbered without gaps in the
 * order in which they are committed, and none changes. So the place up to which a room is copied says what is missing.
 * @param sql a connection of its own
 */
export async function partitionOnline(sql: Sql, partitions: number): Promise<Step[]> {
  const steps: Step[] = []
  async function step(name: string, work: () => Promise<string | undefined>, isOnline = true): Promise<void> {
    const startedAt = performance.now()
    const result = await work()
    const seconds = (performance.now() - startedAt) / 1000
    steps.push({ name, seconds, isOnline, ...(result === undefined ? {} : { result }) })
  }
  const run = async (...statements: readonly string[]): Promise<undefined> => {
    for (const statement of statements) await sql.query(statement)
  }

  await run(`SET maintenance_work_mem = '512MB'`, `SET work_mem = '64MB'`, 'SET statement_timeout = 0')
  await step('the new table and its partitions', () =>
    run(
      `CREATE TABLE chat_messages_new (LIKE chat_messages INCLUDING DEFAULTS INCLUDING CONSTRAINTS) PARTITION BY HASH (room_id)`,
      ...Array.from(
        { length: partitions },
        (_, part) =>
          `CREATE TABLE chat_messages_${part} PARTITION OF chat_messages_new
           FOR VALUES WITH (MODULUS ${partitions}, REMAINDER ${part})`,
      ),
      `CREATE TABLE chat_messages_copied (room_id uuid PRIMARY KEY, up_to integer NOT NULL)`,
    ),
  )
  await step('copying, in slices', () => copyInSlices(sql))
  await step('its primary key and its unique client ids', () =>
    run(
      'ALTER TABLE chat_messages_new ADD PRIMARY KEY (room_id, seq)',
      'ALTER TABLE chat_messages_new ADD CONSTRAINT chat_messages_once_new UNIQUE (room_id, sender_id, client_id)',
    ),
  )
  await step('its foreign key, not yet checked', () =>
    run(
      `ALTER TABLE chat_messages_new ADD CONSTRAINT chat_messages_new_sender FOREIGN KEY (room_id, sender_id)
       REFERENCES room_members (room_id, user_id) ON DELETE CASCADE NOT VALID`,
    ),
  )
  await step('checking its foreign key', () =>
    run('ALTER TABLE chat_messages_new VALIDATE CONSTRAINT chat_messages_new_sender'),
  )
  await step('statistics', () => run('ANALYZE chat_messages_new'))
  // What came since is looked up room by room: the planner would rather read all messages, also under the lock.
  await run('SET enable_hashjoin = off', 'SET enable_mergejoin = off', 'SET enable_seqscan = off')
  await step('catching up, until few are left', async () => {
    let [rounds, total] = [0, 0]
    for (;;) {
      const copied = await catchUp(sql)
      rounds++
      total += copied
      if (copied < FEW) return `${total} messages in ${rounds} rounds`
    }
  })
  await step('the rest, and the change of places', () => changePlaces(sql), false)
  await run('RESET enable_hashjoin', 'RESET enable_mergejoin', 'RESET enable_seqscan')
  await step('checking the foreign keys of files and payments', () =>
    run(
      'ALTER TABLE chat_files VALIDATE CONSTRAINT chat_files_room_id_seq_fkey',
      'ALTER TABLE payment_requests VALIDATE CONSTRAINT payment_requests_room_id_seq_fkey',
    ),
  )
  return steps
}

async function copyInSlices(sql: Sql): Promise<string> {
  const rooms = await sql.query<{ id: string; last_seq: number }>('SELECT id, last_seq FROM chat_rooms ORDER BY id')
  let slices = 0
  let [first, size]: [string | undefined, number] = [undefined, 0]
  for (const [index, { id, last_seq: lastSeq }] of rooms.entries()) {
    first ??= id
    size += lastSeq
    if (size < SLICE && index < rooms.length - 1) continue
    await sql.query(
      `WITH slice AS MATERIALIZED (SELECT id, last_seq FROM chat_rooms WHERE id BETWEEN $1 AND $2), copied AS (
         INSERT INTO chat_messages_new
         SELECT m.* FROM slice JOIN chat_messages m ON m.room_id = slice.id AND m.seq <= slice.last_seq
       )
       INSERT INTO chat_messages_copied SELECT id, last_seq FROM slice`,
      [first, id],
    )
    slices++
    ;[first, size] = [undefined, 0]
  }
  return `${rooms.length} rooms in ${slices} slices`
}

/** Copies what came since. @returns how many */
async function catchUp(sql: Sql): Promise<number> {
  const [row] = await sql.query<{ copied: number }>(
    `WITH news AS MATERIALIZED (
       SELECT r.id, coalesce(c.up_to, 0) AS after, r.last_seq AS up_to
       FROM chat_rooms r LEFT JOIN chat_messages_copied c ON c.room_id = r.id WHERE r.last_seq > coalesce(c.up_to, 0)
     ), copied AS (
       INSERT INTO chat_messages_new
       SELECT m.* FROM news JOIN chat_messages m ON m.room_id = news.id AND m.seq > news.after AND m.seq <= news.up_to
       RETURNING 1
     ), noted AS (
       INSERT INTO chat_messages_copied SELECT id, up_to FROM news
       ON CONFLICT (room_id) DO UPDATE SET up_to = excluded.up_to
     )
     SELECT count(*)::int AS copied FROM copied`,
  )
  return row?.copied ?? 0
}

async function changePlaces(sql: Sql): Promise<string> {
  const change = [
    `ALTER TABLE chat_files DROP CONSTRAINT chat_files_room_id_seq_fkey,
       ADD FOREIGN KEY (room_id, seq) REFERENCES chat_messages_new ON DELETE CASCADE NOT VALID`,
    `ALTER TABLE payment_requests DROP CONSTRAINT payment_requests_room_id_seq_fkey,
       ADD FOREIGN KEY (room_id, seq) REFERENCES chat_messages_new ON DELETE CASCADE NOT VALID`,
    'ALTER TABLE chat_messages RENAME TO chat_messages_old',
    'ALTER TABLE chat_messages_new RENAME TO chat_messages',
  ]
  for (let tries = 1; ; tries++) {
    const startedAt = performance.now()
    await sql.query('BEGIN')
    try {
      await sql.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`)
      // In the order in which sending, and a message with a file or a payment, takes them.
      await sql.query('LOCK TABLE chat_messages, chat_files, payment_requests IN ACCESS EXCLUSIVE MODE')
      const copied = await catchUp(sql)
      for (const statement of change) await sql.query(statement)
      await sql.query('COMMIT')
      return `${copied} messages, locked for ${(performance.now() - startedAt).toFixed(0)} ms, at try ${tries}`
    } catch (error) {
      await sql.query('ROLLBACK')
      if (tries === 10) throw error
    }
  }
}

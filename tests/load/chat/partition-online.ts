import type { Sql } from '@kundig/testing/database/test-database'

/** Messages that one statement copies, about: a room is never in two. */
const SLICE = 250_000
/** When so few are left, new or changed, the rest is copied under the lock. */
const FEW = 1000
/**
 * Whoever waits for the lock holds up all that come after it: rather another try. Less than PostgreSQL's `deadlock_timeout` of
 * a second, as whoever settles a payment holds its row before they change the message: then this gives way, not they.
 */
const LOCK_TIMEOUT_MS = 500

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
 * filled, catches up, and takes its place. It counts on what holds for a room: its messages are numbered without gaps in
 * the order in which they are committed, and so are its changes to older ones (`change_seq`; each changed message has the
 * number of its latest). So the place and the change up to which a room is copied say what is missing. What changes a message
 * without counting it, as removing a person by hand does, must not happen meanwhile.
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
      `CREATE TABLE chat_messages_copied (
         room_id uuid PRIMARY KEY, up_to integer NOT NULL, up_to_change integer NOT NULL
       )`,
    ),
  )
  await step('copying, in slices', () => copyInSlices(sql))
  await step('its primary key, its unique client ids and the index of its changes', () =>
    run(
      'ALTER TABLE chat_messages_new ADD PRIMARY KEY (room_id, seq)',
      'ALTER TABLE chat_messages_new ADD CONSTRAINT chat_messages_once_new UNIQUE (room_id, sender_id, client_id)',
      'CREATE INDEX chat_messages_changed_new ON chat_messages_new (room_id, changed_seq) WHERE changed_seq IS NOT NULL',
    ),
  )
  await step('its foreign key, not yet checked', () =>
    run(
      `ALTER TABLE chat_messages_new ADD CONSTRAINT chat_messages_new_sender FOREIGN KEY (room_id, sender_id)
       REFERENCES room_members (room_id, user_id) ON DELETE RESTRICT NOT VALID`,
    ),
  )
  await step('checking its foreign key', () =>
    run('ALTER TABLE chat_messages_new VALIDATE CONSTRAINT chat_messages_new_sender'),
  )
  await step('statistics', () => run('ANALYZE chat_messages_new'))
  // What came since is looked up room by room: the planner would rather read all messages, also under the lock.
  await run('SET enable_hashjoin = off', 'SET enable_mergejoin = off', 'SET enable_seqscan = off')
  await step('catching up, until few are left', async () => {
    let rounds = 0
    const total = { copied: 0, changed: 0 }
    for (;;) {
      const { copied, changed } = await catchUp(sql)
      rounds++
      total.copied += copied
      total.changed += changed
      if (copied + changed < FEW) return `${total.copied} messages and ${total.changed} changes in ${rounds} rounds`
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
      `WITH slice AS MATERIALIZED (SELECT id, last_seq, change_seq FROM chat_rooms WHERE id BETWEEN $1 AND $2), copied AS (
         INSERT INTO chat_messages_new
         SELECT m.* FROM slice JOIN chat_messages m ON m.room_id = slice.id AND m.seq <= slice.last_seq
       )
       INSERT INTO chat_messages_copied SELECT id, last_seq, change_seq FROM slice`,
      [first, id],
    )
    slices++
    ;[first, size] = [undefined, 0]
  }
  return `${rooms.length} rooms in ${slices} slices`
}

/** Copies what came since, and what changed since of what was copied before. All of it as of one instant. */
async function catchUp(sql: Sql): Promise<{ copied: number; changed: number }> {
  const [row] = await sql.query<{ copied: number; changed: number }>(
    `WITH news AS MATERIALIZED (
       SELECT r.id, coalesce(c.up_to, 0) AS after, r.last_seq AS up_to,
         coalesce(c.up_to_change, 0) AS after_change, r.change_seq AS up_to_change
       FROM chat_rooms r LEFT JOIN chat_messages_copied c ON c.room_id = r.id
       WHERE r.last_seq > coalesce(c.up_to, 0) OR r.change_seq > coalesce(c.up_to_change, 0)
     ), copied AS (
       INSERT INTO chat_messages_new
       SELECT m.* FROM news JOIN chat_messages m ON m.room_id = news.id AND m.seq > news.after AND m.seq <= news.up_to
       RETURNING 1
     ), changed AS (
       UPDATE chat_messages_new n
       SET content = m.content, updated_at = m.updated_at, changed_seq = m.changed_seq
       FROM news JOIN chat_messages m ON m.room_id = news.id AND m.changed_seq > news.after_change AND m.seq <= news.after
       WHERE n.room_id = m.room_id AND n.seq = m.seq
       RETURNING 1
     ), noted AS (
       INSERT INTO chat_messages_copied SELECT id, up_to, up_to_change FROM news
       ON CONFLICT (room_id) DO UPDATE SET up_to = excluded.up_to, up_to_change = excluded.up_to_change
     )
     SELECT (SELECT count(*)::int FROM copied) AS copied, (SELECT count(*)::int FROM changed) AS changed`,
  )
  return row ?? { copied: 0, changed: 0 }
}

async function changePlaces(sql: Sql): Promise<string> {
  const change = [
    `ALTER TABLE chat_files DROP CONSTRAINT chat_files_room_id_seq_fkey,
       ADD FOREIGN KEY (room_id, seq) REFERENCES chat_messages_new ON DELETE RESTRICT NOT VALID`,
    `ALTER TABLE payment_requests DROP CONSTRAINT payment_requests_room_id_seq_fkey,
       ADD FOREIGN KEY (room_id, seq) REFERENCES chat_messages_new ON DELETE RESTRICT NOT VALID`,
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
      const { copied, changed } = await catchUp(sql)
      for (const statement of change) await sql.query(statement)
      await sql.query('COMMIT')
      return `${copied} messages and ${changed} changes, locked for ${(performance.now() - startedAt).toFixed(0)} ms, at try ${tries}`
    } catch (error) {
      await sql.query('ROLLBACK')
      if (tries === 10) throw error
    }
  }
}

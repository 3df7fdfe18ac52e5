import { sql } from 'drizzle-orm'

import { type Executor, prepareStatement, type Transaction } from '../../../platform/database/database.ts'

/** Positions in a row of `message_words` (migration 0085). With long texts, 256 would exceed the size of a tsvector. */
const BLOCK = sql.raw('64')
/** Folding can lengthen a text. Together with `BLOCK`, keeps below the size of a tsvector (1 MB). */
const FOLDED_MAX = sql.raw('2000')
/** Longer words are found by their beginning (characters). */
const WORD_MAX = sql.raw('100')

const split = prepareStatement<{ words: string }>(
  'split_message',
  sql`SELECT split_message(${sql.placeholder('text')}::text) AS words`,
)

/** Folded words of a text (`split_words`, migration 0070), each once. */
export async function splitMessage(db: Executor, text: string): Promise<string[]> {
  const [row] = await split(db, { text })
  return [...new Set(row?.words.split(' '))].filter((word) => word !== '')
}

export interface StaleRoom {
  id: string
  /** Number of messages whose words are missing. */
  missing: number
}

/** Finds rooms of a person, or one of them, whose words are not complete. */
export async function findStaleRooms(db: Executor, userId: string, roomId: string | null): Promise<StaleRoom[]> {
  const { rows } = await db.execute<StaleRoom & Record<string, unknown>>(sql`
    SELECT r.id, r.last_seq - coalesce(s.last_seq, 0) AS missing
    FROM room_members m JOIN chat_rooms r ON r.id = m.room_id LEFT JOIN searched_rooms s ON s.room_id = r.id
    WHERE m.user_id = ${userId} AND (${roomId}::uuid IS NULL OR r.id = ${roomId}::uuid)
      AND (coalesce(s.last_seq, 0), coalesce(s.change_seq, 0)) <> (r.last_seq, r.change_seq)`)
  return rows
}

/** Completes the words of rooms. Blocks with new or changed messages are written again. */
export async function writeWords(tx: Transaction, roomIds: readonly string[]): Promise<void> {
  const ids = sql.param([...roomIds])
  await tx.execute(
    sql`INSERT INTO searched_rooms (room_id) SELECT unnest(${ids}::uuid[]) ORDER BY 1 ON CONFLICT DO NOTHING`,
  )
  // A separate statement: the next one must see everything that an earlier writer saw.
  await tx.execute(
    sql`SELECT FROM searched_rooms WHERE room_id = ANY (${ids}::uuid[]) ORDER BY room_id FOR NO KEY UPDATE`,
  )
  await tx.execute(sql`
    WITH stale AS (
      SELECT r.id, r.last_seq, r.change_seq, s.last_seq AS known_seq, s.change_seq AS known_change
      FROM searched_rooms s JOIN chat_rooms r ON r.id = s.room_id WHERE s.room_id = ANY (${ids}::uuid[])
    ), blocks AS (
      SELECT id, block FROM stale, LATERAL (
        SELECT generate_series(known_seq / ${BLOCK}, (last_seq - 1) / ${BLOCK}) AS block WHERE last_seq > known_seq
        UNION
        SELECT (seq - 1) / ${BLOCK} FROM chat_messages WHERE room_id = id AND changed_seq > known_change
      ) AS changed
    ), texts AS (
      SELECT id, block, c.seq - block * ${BLOCK} AS place, c.created_at, coalesce(f.name, c.content) AS text
      FROM blocks JOIN chat_messages c
        ON c.room_id = id AND c.seq BETWEEN block * ${BLOCK} + 1 AND (block + 1) * ${BLOCK}
      LEFT JOIN chat_files f ON f.room_id = c.room_id AND f.seq = c.seq
    ), words AS (
      SELECT id, block, quote_literal(word) || ':' || string_agg(place::text, ',') AS word
      FROM (
        SELECT DISTINCT id, block, place, left(word, ${WORD_MAX}) AS word
        FROM texts, string_to_table(left(split_message(text), ${FOLDED_MAX}), ' ') AS word
        WHERE word <> ''
      ) AS one GROUP BY id, block, one.word
    ), vectors AS (
      SELECT id, block, string_agg(word, ' ')::tsvector AS vector FROM words GROUP BY id, block
    ), written AS (
      INSERT INTO message_words (room_id, block, first_at, last_at, words)
      SELECT id, block, min(created_at), max(created_at), coalesce(min(vector::text), '')::tsvector
      FROM texts LEFT JOIN vectors USING (id, block) GROUP BY id, block
      ON CONFLICT (room_id, block)
        DO UPDATE SET first_at = excluded.first_at, last_at = excluded.last_at, words = excluded.words
    )
    UPDATE searched_rooms s SET last_seq = stale.last_seq, change_seq = stale.change_seq
    FROM stale WHERE s.room_id = stale.id`)
}

export interface MessagePosition {
  /** Creation time of the message. */
  at: Date
  roomId: string
  seq: number
}

export interface MessageQuery {
  userId: string
  /** Null for all rooms of the person. */
  roomId: string | null
  /** Folded; at least one. */
  words: readonly string[]
  before: MessagePosition | null
  limit: number
}

export interface FoundRow {
  roomId: string
  seq: number
  senderId: string
  partnerId: string
  content: string
  fileName: string | null
  createdAt: Date
}

/** Number of blocks that the first statement reads; each further one reads four times as many. */
const BLOCKS_FIRST = 16

/** Finds messages with all words, newest first. Blocks are read by their newest message until none can have a newer one. */
export async function findByWords(db: Executor, query: MessageQuery): Promise<FoundRow[]> {
  for (let blocks = BLOCKS_FIRST; ; blocks *= 4) {
    const { rows, readDownTo } = await findInNewest(db, query, blocks)
    const last = rows[query.limit - 1]
    if (readDownTo === null || (last && last.createdAt > readDownTo)) return rows
  }
}

type HitRow = {
  room_id: string
  seq: number
  sender_id: string
  partner_id: string
  content: string
  file_name: string | null
  created_at: string
}

/** Reads the newest matching blocks. The first page needs only the newest of each; on a later page, these may be too new. */
async function findInNewest(
  db: Executor,
  { userId, roomId, words, before, limit }: MessageQuery,
  blocks: number,
): Promise<{ rows: FoundRow[]; readDownTo: Date | null }> {
  const asked = sql`${sql.param([...words])}::text[]`
  const at = before?.at.toISOString() ?? null
  const { rows } = await db.execute<{ hits: HitRow[] | null; down_to: string | null }>(sql`
    WITH question AS MATERIALIZED (
      SELECT string_agg(quote_literal(left(word, ${WORD_MAX})) || ':*', ' & ')::tsquery AS question FROM unnest(${asked}) AS word
    ), blocks AS MATERIALIZED (
      -- The words are compared from the newest row on, until enough match.
      SELECT own.room_id, own.block, own.last_at, w.words
      FROM (
        SELECT b.room_id, b.block, b.last_at FROM room_members m JOIN message_words b ON b.room_id = m.room_id
        WHERE m.user_id = ${userId} AND (${roomId}::uuid IS NULL OR m.room_id = ${roomId}::uuid)
          AND (${at}::timestamptz IS NULL OR b.first_at <= ${at}::timestamptz)
        ORDER BY b.last_at DESC
      ) AS own, LATERAL (
        SELECT w.words FROM message_words w
        WHERE w.room_id = own.room_id AND w.block = own.block AND w.words @@ (SELECT question FROM question)
        OFFSET 0
      ) AS w
      ORDER BY own.last_at DESC LIMIT ${blocks}
    ), places AS (
      SELECT room_id, block * ${BLOCK} + place AS seq FROM blocks, LATERAL (
        SELECT place FROM unnest(words) AS lexeme (lexeme, places, weights), unnest(places) AS place,
          unnest(${asked}) AS word
        WHERE starts_with(lexeme.lexeme, left(word, ${WORD_MAX}))
        GROUP BY place HAVING count(DISTINCT word) = cardinality(${asked})
        ORDER BY place DESC LIMIT ${before ? BLOCK : limit}
      ) AS hit
    ), hits AS (
      SELECT c.room_id, c.seq, c.sender_id, (array_remove(r.participant_ids, ${userId}::uuid))[1] AS partner_id,
        c.content, f.name AS file_name, c.created_at
      FROM places JOIN chat_messages c USING (room_id, seq) JOIN chat_rooms r ON r.id = c.room_id
      JOIN searched_rooms s ON s.room_id = c.room_id
      LEFT JOIN chat_files f ON f.room_id = c.room_id AND f.seq = c.seq
      -- A message that changed since its words were written may have other words.
      WHERE coalesce(c.changed_seq, 0) <= s.change_seq
        AND (${at}::timestamptz IS NULL OR (c.created_at, c.room_id, c.seq)
          < (${at}::timestamptz, ${before?.roomId ?? null}::uuid, ${before?.seq ?? null}::integer))
      ORDER BY c.created_at DESC, c.room_id DESC, c.seq DESC LIMIT ${limit}
    )
    SELECT (SELECT jsonb_agg(to_jsonb(hits) ORDER BY created_at DESC, room_id DESC, seq DESC) FROM hits) AS hits,
      (SELECT CASE WHEN count(*) = ${blocks} THEN min(last_at) END FROM blocks) AS down_to`)
  const [found] = rows
  return {
    rows: (found?.hits ?? []).map((row) => ({
      roomId: row.room_id,
      seq: row.seq,
      senderId: row.sender_id,
      partnerId: row.partner_id,
      content: row.content,
      fileName: row.file_name,
      createdAt: new Date(row.created_at),
    })),
    readDownTo: found?.down_to ? new Date(found.down_to) : null,
  }
}

/** Finds the written words that match a word of the query. */
export async function findMatched(
  db: Executor,
  written: readonly string[],
  words: readonly string[],
): Promise<Set<string>> {
  const { rows } = await db.execute<{ word: string }>(sql`
    SELECT word FROM unnest(${sql.param([...written])}::text[]) AS word
    WHERE EXISTS (
      SELECT FROM string_to_table(split_message(word), ' ') AS folded, unnest(${sql.param([...words])}::text[]) AS asked
      WHERE starts_with(folded, asked)
    )`)
  return new Set(rows.map(({ word }) => word))
}

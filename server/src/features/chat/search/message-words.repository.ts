import { type SQL, sql } from 'drizzle-orm'

import { type Executor, prepareStatement, type Transaction } from '../../../platform/database/database.ts'

/** Number of messages per row of `message_words`. Each has one bit in a mask (migration 0085). */
const BLOCK = sql.raw('64')
/** Maximum length of a text after letter folding (characters), which can lengthen it. */
const FOLDED_MAX = sql.raw('2000')
/** Maximum length of an indexed word (characters); longer words match by their beginning. */
const WORD_MAX = 100

const split = prepareStatement<{ words: string }>(
  'split_message',
  sql`SELECT split_message(${sql.placeholder('text')}::text) AS words`,
)

/** Returns the distinct words of a text after letter folding (`split_words`, migration 0070), cut at `WORD_MAX`. */
export async function splitIntoWords(db: Executor, text: string): Promise<string[]> {
  const [row] = await split(db, { text })
  const words = row?.words.split(' ').map((word) => Array.from(word).slice(0, WORD_MAX).join(''))
  return [...new Set(words)].filter((word) => word !== '')
}

export interface StaleRoom {
  id: string
  /** Number of messages that are not indexed. */
  missing: number
}

/** Finds the person's rooms with an incomplete index; with `roomId`, checks only that room. */
export async function findRoomsToIndex(db: Executor, userId: string, roomId: string | null): Promise<StaleRoom[]> {
  const { rows } = await db.execute<StaleRoom & Record<string, unknown>>(sql`
    SELECT r.id, r.last_seq - coalesce(s.last_seq, 0) AS missing
    FROM room_members m JOIN chat_rooms r ON r.id = m.room_id LEFT JOIN searched_rooms s ON s.room_id = r.id
    WHERE m.user_id = ${userId} AND (${roomId}::uuid IS NULL OR r.id = ${roomId}::uuid)
      AND (coalesce(s.last_seq, 0), coalesce(s.change_seq, 0)) <> (r.last_seq, r.change_seq)`)
  return rows
}

/** Completes the index of rooms. Rewrites blocks with new or changed messages. */
export async function updateWordIndex(tx: Transaction, roomIds: readonly string[]): Promise<void> {
  const ids = sql.param([...roomIds])
  await tx.execute(
    sql`INSERT INTO searched_rooms (room_id) SELECT unnest(${ids}::uuid[]) ORDER BY 1 ON CONFLICT DO NOTHING`,
  )
  // Locks the rooms in a separate statement, so that the next statement sees everything that earlier writers committed.
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
      SELECT id, block, c.seq - 1 - block * ${BLOCK} AS place, coalesce(f.name, CASE WHEN c.refund_event IS NULL AND c.appointment IS NULL THEN c.content ELSE '' END) AS text,
        max(c.created_at) OVER (PARTITION BY id, block ORDER BY c.seq) AS at
      FROM blocks JOIN chat_messages c
        ON c.room_id = id AND c.seq BETWEEN block * ${BLOCK} + 1 AND (block + 1) * ${BLOCK}
      LEFT JOIN chat_files f ON f.room_id = c.room_id AND f.seq = c.seq
    ), words AS (
      SELECT id, block, word COLLATE "C" AS word, bit_or(1::bigint << place) AS mask
      FROM texts, LATERAL (
        SELECT left(word, ${WORD_MAX}) FROM string_to_table(left(split_message(text), ${FOLDED_MAX}), ' ') AS word
      ) AS folded (word)
      WHERE word <> '' GROUP BY id, block, folded.word
    ), written AS (
      INSERT INTO message_words (room_id, block, times, words, masks)
      SELECT id, block, times, coalesce(words, ''), coalesce(masks, '{}') FROM (
        SELECT id, block, array_agg(at ORDER BY place) AS times FROM texts GROUP BY id, block
      ) AS timed LEFT JOIN (
        SELECT id, block, string_agg(word, ' ' ORDER BY word) AS words, array_agg(mask ORDER BY word) AS masks
        FROM words GROUP BY id, block
      ) AS joined USING (id, block)
      ON CONFLICT (room_id, block)
        DO UPDATE SET times = excluded.times, words = excluded.words, masks = excluded.masks
    )
    UPDATE searched_rooms s SET last_seq = stale.last_seq, change_seq = stale.change_seq
    FROM stale WHERE s.room_id = stale.id`)
}

export interface MessagePosition {
  at: Date
  roomId: string
  seq: number
}

export interface MessageQuery {
  userId: string
  /** Null for all rooms of the person. */
  roomId: string | null
  /** Words of the query after letter folding; at least one. */
  words: readonly string[]
  before: MessagePosition | null
  limit: number
}

export interface Hit extends MessagePosition {
  senderId: string
  partnerId: string
  content: string
  fileName: string | null
  createdAt: Date
  /** True when the message changed after indexing, so that its words may differ. */
  isChanged: boolean
}

type HitRow = {
  at: string
  room_id: string
  seq: number
  sender_id: string
  partner_id: string
  content: string
  file_name: string | null
  created_at: string
  is_changed: boolean
}

/**
 * Selects the blocks of `own` with hits before the cursor. In the sorted words of a block, the matches of a word follow
 * one another, so counted spaces give the place of their masks. Splitting all words would take ten times as long.
 */
function selectHits(words: readonly string[]): SQL {
  // With a space before it, a word is found only at the beginning of words.
  const asked = sql`unnest(${sql.param(words.map((word) => ` ${word}`))}::text[]) AS asked (word)`
  return sql`
    SELECT own.room_id, own.block, own.last_at, hits.times, hits.mask,
      hits.times[65 - position(B'1' IN hits.mask::bit(64))] AS newest
    FROM own, LATERAL (
      SELECT w.times, CASE WHEN own.allowed < ${BLOCK} THEN ~(-1::bigint << own.allowed) ELSE -1 END & (
        SELECT bit_and((SELECT bit_or(mask) FROM unnest(w.masks[first : first + matches - 1]) AS mask)) FROM (
          SELECT 1 + octet_length(preceding) - octet_length(replace(preceding, ' ', '')) AS first,
            (octet_length(w.words) - octet_length(replace(w.words, word, ''))) / octet_length(word) AS matches
          FROM (SELECT word, split_part(w.words, word, 1) AS preceding FROM ${asked} OFFSET 0) AS found
          OFFSET 0
        ) AS ranges
      ) AS mask
      FROM (
        SELECT times, masks, ' ' || words AS words FROM message_words WHERE room_id = own.room_id AND block = own.block
        OFFSET 0
      ) AS w
      WHERE NOT EXISTS (SELECT FROM ${asked} WHERE position(word IN w.words) = 0)
      OFFSET 0
    ) AS hits
    WHERE hits.mask <> 0`
}

/**
 * Finds messages with all words, newest first. Reads blocks from the newest on, until `limit` blocks have a hit. Adds
 * further blocks only if they contain messages newer than the oldest hit. Reads only the messages that are hits.
 */
export async function findByWords(
  db: Executor,
  { userId, roomId, words, before, limit }: MessageQuery,
): Promise<Hit[]> {
  const at = sql`${before?.at.toISOString() ?? 'infinity'}::timestamptz`
  const seq = sql`${before?.seq ?? 1}::int`
  const beforeBlock = sql`(${before?.roomId ?? null}::uuid, (${seq} - 1) / ${BLOCK})`
  const { rows } = await db.execute<HitRow>(sql`
    WITH own AS MATERIALIZED (
      SELECT b.room_id, b.block, b.times[allowed] AS last_at, allowed
      FROM room_members m JOIN message_words b ON b.room_id = m.room_id, LATERAL (
        -- The number of positions before the cursor. Times have milliseconds.
        SELECT CASE WHEN (b.room_id, b.block) = ${beforeBlock} THEN (${seq} - 1) % ${BLOCK}
          WHEN (b.room_id, b.block) < ${beforeBlock} THEN width_bucket(${at}, b.times)
          ELSE width_bucket(${at} - interval '1 millisecond', b.times) END
      ) AS before (allowed)
      WHERE m.user_id = ${userId} AND (${roomId}::uuid IS NULL OR m.room_id = ${roomId}::uuid) AND allowed > 0
      ORDER BY last_at DESC, room_id DESC, block DESC
    ), newest AS MATERIALIZED (
      ${selectHits(words)} ORDER BY own.last_at DESC, own.room_id DESC, own.block DESC LIMIT ${limit}
    ), further AS (
      ${selectHits(words)}
        AND (own.last_at, own.room_id, own.block) < (SELECT last_at, room_id, block FROM newest ORDER BY 1, 2, 3 LIMIT 1)
        AND own.last_at >= (SELECT min(newest) FROM newest HAVING count(*) = ${limit})
    ), hits AS (
      SELECT room_id, block * ${BLOCK} + place AS seq, times[place] AS at
      FROM (TABLE newest UNION ALL TABLE further) AS blocks, generate_series(1, ${BLOCK}) AS place
      WHERE mask & (1::bigint << (place - 1)) <> 0
      ORDER BY at DESC, room_id DESC, seq DESC LIMIT ${limit}
    )
    SELECT hits.*, c.sender_id, (array_remove(r.participant_ids, ${userId}::uuid))[1] AS partner_id, c.content,
      f.name AS file_name, c.created_at, coalesce(c.changed_seq, 0) > s.change_seq AS is_changed
    FROM hits JOIN chat_messages c USING (room_id, seq) JOIN chat_rooms r ON r.id = room_id
    JOIN searched_rooms s USING (room_id) LEFT JOIN chat_files f USING (room_id, seq)
    ORDER BY at DESC, room_id DESC, seq DESC`)
  return rows.map((row) => ({
    at: new Date(row.at),
    roomId: row.room_id,
    seq: row.seq,
    senderId: row.sender_id,
    partnerId: row.partner_id,
    content: row.content,
    fileName: row.file_name,
    createdAt: new Date(row.created_at),
    isChanged: row.is_changed,
  }))
}

/** Finds the words in `written` that match a word of the query. */
export async function findMatchingWords(
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

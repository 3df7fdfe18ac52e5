import { type SQL, sql } from 'drizzle-orm'

import type { Executor } from '../../../platform/database/database.ts'
import { parseSelectedFile, selectFileAtPosition, type SelectedFile } from '../files/file.repository.ts'
import type { PaymentAttachments, Stamps } from '../ports.ts'
import { hidesReadReceipts } from '../presence/presence.repository.ts'
import { readPreview, selectPreview, type SelectedPreview } from './message-preview.repository.ts'
import { listColumns, toMessageRow, type RawMessage } from './message.repository.ts'
import type { WholeMessage } from './whole-message.ts'

/** A client has every message up to `lastSeq`, with all changes up to `changeSeq`. */
export interface ClientRoomState {
  roomId: string
  lastSeq: number
  changeSeq: number
  lastClientId: string | null
}

export interface MissedInRoom {
  held: ClientRoomState
  /** True when the server's message at `lastSeq` differs from the client's message. */
  isAnother: boolean
  lastSeq: number
  changeSeq: number
  /** Read marks that the partner may see, by user id. */
  readUpTo: ReadonlyMap<string, number>
  messages: WholeMessage[]
  hasMoreMessages: boolean
  changed: WholeMessage[]
  hasMoreChanged: boolean
}

type RoomColumns = {
  ord: string
  is_another: boolean
  room_last_seq: number
  room_change_seq: number
  own_read_seq: number
  partner_id: string | null
  partner_read_seq: number | null
  hides_reads: boolean
  has_more_messages: boolean
  has_more_changed: boolean
}
type ItemColumns = RawMessage & {
  kind: 'missed' | 'changed'
  file: SelectedFile | null
  payment: unknown
  replies_to: SelectedPreview | null
}
type FoundRow = RoomColumns & (ItemColumns | { kind: null })
type Row = Record<`${keyof Stamps}_stamp`, string> & (FoundRow | { ord: null })

export interface MissedLimits {
  /** Maximum messages per room, and maximum changed messages per room. */
  perRoom: number
  /** Maximum messages, and maximum changed messages, in all rooms together. Earlier rooms in the list have priority. */
  inAll: number
}

/** One statement gives one snapshot. @returns an entry per room, in the given order; without rooms, only the stamps */
export async function findMissedChanges(
  db: Executor,
  payments: PaymentAttachments,
  userId: string,
  held: readonly ClientRoomState[],
  { perRoom, inAll, stamps }: MissedLimits & { stamps: Stamps },
): Promise<{ rooms: MissedInRoom[]; stamps: Stamps<string> }> {
  const { rows } = await db.execute<Row>(sql`
    WITH ${selectRooms(userId, held)}, ${selectMissedMessages(perRoom, inAll)}
    ${selectResumeRows(payments, stamps)}`)
  const [first] = rows
  if (!first) throw new Error('resume query without stamps')
  const found = rows.filter((row) => row.ord !== null)
  const rooms = Array.from(
    Map.groupBy(found, ({ ord }) => ord),
    ([ord, ofRoom]) => toMissedRoomChanges(ofRoom, held[Number(ord) - 1], userId, payments),
  )
  const { requests_stamp: requests, seller_stamp: seller, notifications_stamp: notifications } = first
  return { rooms, stamps: { requests, seller, notifications } }
}

/** Common table expressions `asked` and `room`: the client's rooms of which the person is a member. */
function selectRooms(userId: string, held: readonly ClientRoomState[]): SQL {
  return sql`
    asked AS (
      SELECT * FROM unnest(
        ${sql.param(held.map((one) => one.roomId))}::uuid[], ${sql.param(held.map((one) => one.lastSeq))}::int[],
        ${sql.param(held.map((one) => one.changeSeq))}::int[],
        ${sql.param(held.map((one) => one.lastClientId))}::uuid[]
      ) WITH ORDINALITY AS a (room_id, held_seq, held_change, held_client, ord)
    ), room AS (
      SELECT a.ord, r.id, a.held_seq, a.held_change, r.last_seq, r.change_seq,
        coalesce((
          SELECT client_id FROM chat_messages WHERE room_id = r.id AND seq = a.held_seq AND a.held_client IS NOT NULL
        ) <> a.held_client, false) AS is_another,
        mine.last_read_seq AS own_read_seq, other.user_id AS partner_id, other.last_read_seq AS partner_read_seq,
        ${hidesReadReceipts(sql`r.participant_ids`)} AS hides_reads
      FROM asked a
      JOIN chat_rooms r ON r.id = a.room_id AND ${userId}::uuid = ANY (r.participant_ids)
      JOIN room_members mine ON mine.room_id = r.id AND mine.user_id = ${userId}
      LEFT JOIN room_members other ON other.room_id = r.id AND other.user_id <> ${userId}
    )`
}

/** Common table expressions `missed`, `changed`, `found` (`fits` marks messages within the limits) and `more`. */
function selectMissedMessages(perRoom: number, inAll: number): SQL {
  return sql`
    missed AS (
      SELECT room.ord, 'missed' AS kind, row_number() OVER (PARTITION BY room.ord ORDER BY m.seq) AS nth, m.*
      FROM room CROSS JOIN LATERAL (
        SELECT * FROM chat_messages WHERE room_id = room.id AND seq > room.held_seq
        ORDER BY seq LIMIT ${perRoom}::int + 1
      ) m
      WHERE room.last_seq > room.held_seq AND NOT room.is_another
    ), changed AS (
      SELECT room.ord, 'changed' AS kind, row_number() OVER (PARTITION BY room.ord ORDER BY m.changed_seq) AS nth, m.*
      FROM room CROSS JOIN LATERAL (
        SELECT * FROM chat_messages WHERE room_id = room.id AND changed_seq > room.held_change
        ORDER BY changed_seq LIMIT ${perRoom}::int + 1
      ) m
      WHERE room.change_seq > room.held_change AND NOT room.is_another
    ), found AS (
      SELECT *, nth <= ${perRoom}::int
          AND row_number() OVER (PARTITION BY kind ORDER BY nth > ${perRoom}::int, ord, nth) <= ${inAll}::int AS fits
      FROM (SELECT * FROM missed UNION ALL SELECT * FROM changed) both_kinds
    ), more AS (
      SELECT ord, bool_or(kind = 'missed') AS messages, bool_or(kind = 'changed') AS changed
      FROM found WHERE NOT fits GROUP BY ord
    )`
}

/** Reads files and payment requests by position, because a join may read all of a room's files. */
function selectResumeRows(payments: PaymentAttachments, stamps: Stamps): SQL {
  const [roomId, seq] = [sql`i.room_id`, sql`i.seq`]
  return sql`
    SELECT stamp.*, room.ord, room.is_another, room.last_seq AS room_last_seq, room.change_seq AS room_change_seq, room.own_read_seq,
      room.partner_id, room.partner_read_seq, room.hides_reads,
      coalesce(more.messages, false) AS has_more_messages, coalesce(more.changed, false) AS has_more_changed,
      i.kind, ${listColumns('i')},
      ${selectFileAtPosition(roomId, seq)} AS file, ${payments.select(roomId, seq)} AS payment,
      CASE WHEN i.reply_to IS NOT NULL THEN ${selectPreview(roomId, sql`i.reply_to`, payments.select)} END AS replies_to
    FROM (
      SELECT ${stamps.requests} AS requests_stamp, ${stamps.seller} AS seller_stamp,
        ${stamps.notifications} AS notifications_stamp
    ) stamp
    LEFT JOIN room ON true
    LEFT JOIN more ON more.ord = room.ord
    LEFT JOIN found i ON i.ord = room.ord AND i.fits
    ORDER BY room.ord, i.kind, i.nth`
}

function toMissedRoomChanges(
  rows: readonly FoundRow[],
  held: ClientRoomState | undefined,
  userId: string,
  payments: PaymentAttachments,
): MissedInRoom {
  const [room] = rows
  if (!room || !held) throw new Error('unexpected room in result')
  const listMessages = (kind: ItemColumns['kind']) =>
    rows.flatMap((row) => (row.kind === kind ? [toWholeMessage(row, payments)] : []))
  const readUpTo = new Map(room.hides_reads ? [] : [[userId, room.own_read_seq]])
  if (room.partner_id !== null && !room.hides_reads) readUpTo.set(room.partner_id, room.partner_read_seq ?? 0)
  return {
    held,
    isAnother: room.is_another,
    lastSeq: room.room_last_seq,
    changeSeq: room.room_change_seq,
    readUpTo,
    messages: listMessages('missed'),
    hasMoreMessages: room.has_more_messages,
    changed: listMessages('changed'),
    hasMoreChanged: room.has_more_changed,
  }
}

function toWholeMessage(row: ItemColumns, payments: PaymentAttachments): WholeMessage {
  return {
    message: toMessageRow(row),
    file: parseSelectedFile(row.file),
    payment: payments.read(row.payment),
    repliesTo: readPreview(row.replies_to, payments),
  }
}

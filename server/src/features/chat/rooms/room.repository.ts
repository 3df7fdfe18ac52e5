import { and, desc, eq, getTableColumns, gt, inArray, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'

import { type Executor, prepareStatement } from '../../../platform/database/database.ts'
import { chatRooms, roomMembers } from '../../../tables/chat.ts'
import { selectPreview, type SelectedPreview, type SelectPayment } from '../messages/message-preview.repository.ts'
import { hidesReadReceipts } from '../presence/presence.repository.ts'

export type RoomRow = typeof chatRooms.$inferSelect
type MemberRow = typeof roomMembers.$inferSelect

export interface RoomWithMembers {
  room: RoomRow
  members: MemberRow[]
  /** True when either participant hides their read marks: then neither sees the other's marks. */
  hidesReads: boolean
}

export interface ShownRoom extends RoomWithMembers {
  last: SelectedPreview | null
}

/** Qualifies `id` with `chat_rooms`: a plain `id` in the subquery would mean the subquery's own table. */
const selectLast = (selectPayment: SelectPayment): SQL<SelectedPreview | null> =>
  selectPreview(sql.raw('chat_rooms.id'), sql.raw('chat_rooms.last_seq'), selectPayment)

export interface NewRoom {
  requestId: string
  requestMessage: string
  requesterId: string
  otherId: string
}

/** A second room for the same request violates `chat_rooms_request_id_key`. */
export async function insertRoomWithMembers(
  db: Executor,
  { requestId, requestMessage, requesterId, otherId }: NewRoom,
): Promise<RoomWithMembers> {
  const participantIds = [requesterId, otherId].toSorted()
  const [room] = await db
    .insert(chatRooms)
    .values({ participantIds, requestId, requestMessage, requesterId })
    .returning()
  if (!room) throw new Error('INSERT returned no row')
  const members = await db
    .insert(roomMembers)
    .values(participantIds.map((userId) => ({ roomId: room.id, userId })))
    .returning()
  return { room, members, hidesReads: false }
}

export async function findRowById(db: Executor, id: string): Promise<RoomRow | undefined> {
  const [room] = await db.select().from(chatRooms).where(eq(chatRooms.id, id))
  return room
}

/** Does not check permission. */
export async function findById(db: Executor, id: string): Promise<RoomWithMembers | undefined> {
  const rows = await db
    .select({ room: chatRooms, member: roomMembers, hidesReads: hidesReadReceipts(chatRooms.participantIds) })
    .from(chatRooms)
    .leftJoin(roomMembers, eq(roomMembers.roomId, chatRooms.id))
    .where(eq(chatRooms.id, id))
  const [first] = rows
  if (!first) return undefined
  const members = rows.flatMap(({ member }) => (member === null ? [] : [member]))
  return { room: first.room, members, hidesReads: first.hidesReads }
}

/** Does not check permission. */
export async function findRoomWithLastMessage(
  db: Executor,
  id: string,
  selectPayment: SelectPayment,
): Promise<ShownRoom | undefined> {
  const rows = await db
    .select({
      room: chatRooms,
      member: roomMembers,
      hidesReads: hidesReadReceipts(chatRooms.participantIds),
      last: selectLast(selectPayment),
    })
    .from(chatRooms)
    .leftJoin(roomMembers, eq(roomMembers.roomId, chatRooms.id))
    .where(eq(chatRooms.id, id))
  const [first] = rows
  if (!first) return undefined
  const members = rows.flatMap(({ member }) => (member === null ? [] : [member]))
  return { room: first.room, members, hidesReads: first.hidesReads, last: first.last }
}

export interface RoomsQuery<Partner> {
  userId: string
  selectPartner: (id: SQL) => SQL<Partner | null>
  selectPayment: SelectPayment
  after: { at: Date; id: string } | null
  limit: number
}

export interface RoomsOfPerson<Partner> {
  rooms: (ShownRoom & { partner: Partner | null })[]
  unreadTotal: number
}

/** Reads only the days that fill the page: an index sorts each member's rooms by day of change (decision 35). */
export async function findPage<Partner>(
  db: Executor,
  { userId, selectPartner, selectPayment, after, limit }: RoomsQuery<Partner>,
): Promise<RoomsOfPerson<Partner>> {
  const { activeOn, updatedAt, id, participantIds } = chatRooms
  const isLater =
    after === null
      ? undefined
      : sql`${activeOn} <= ${after.at.toISOString().slice(0, 10)}::date
          AND (${updatedAt}, ${id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`
  const nth = (n: 1 | 2) => sql`${participantIds}[${sql.raw(String(n))}]`
  const ofNth = (own: 1 | 2) =>
    db
      .select({
        ...getTableColumns(chatRooms),
        partner: selectPartner(nth(own === 1 ? 2 : 1)).as('partner'),
        hidesReads: hidesReadReceipts(participantIds).as('hides_reads'),
        last: selectLast(selectPayment).as('last'),
      })
      .from(chatRooms)
      .where(and(sql`${nth(own)} = ${userId}`, isLater))
      .orderBy(desc(activeOn), desc(updatedAt), desc(id))
      .limit(limit)
  const page = unionAll(ofNth(1), ofNth(2)).orderBy(desc(updatedAt), desc(id)).limit(limit).as('page')
  const unread = db
    .select({ total: sql<number>`coalesce(sum(${roomMembers.unreadCount}), 0)::int`.as('total') })
    .from(roomMembers)
    .where(and(eq(roomMembers.userId, userId), gt(roomMembers.unreadCount, 0)))
    .as('unread')
  const rows = await db
    .select()
    .from(unread)
    .leftJoin(page, sql`true`)
    .leftJoin(roomMembers, eq(roomMembers.roomId, page.id))
    .orderBy(desc(page.updatedAt), desc(page.id))
  const rooms = new Map<string, ShownRoom & { partner: Partner | null }>()
  for (const { page: found, room_members: member } of rows) {
    if (found === null || member === null) continue
    const { partner, hidesReads: isHidden, last, ...room } = found
    const known = rooms.get(room.id)
    if (known) known.members.push(member)
    else rooms.set(room.id, { room, members: [member], hidesReads: isHidden, partner, last })
  }
  return { rooms: [...rooms.values()], unreadTotal: rows[0]?.unread.total ?? 0 }
}

export async function findRoomIdsByRequestIds(
  db: Executor,
  requestIds: readonly string[],
): Promise<Map<string, string>> {
  if (requestIds.length === 0) return new Map()
  const rows = await db
    .select({ id: chatRooms.id, requestId: chatRooms.requestId })
    .from(chatRooms)
    .where(inArray(chatRooms.requestId, [...requestIds]))
  return new Map(rows.flatMap(({ id, requestId }) => (requestId === null ? [] : [[requestId, id]])))
}

/** False if the room was closed already. */
export async function closeRoom(db: Executor, id: string): Promise<boolean> {
  const rows = await db
    .update(chatRooms)
    .set({ status: 'closed', closedAt: sql`clock_timestamp()`, updatedAt: sql`clock_timestamp()` })
    .where(and(eq(chatRooms.id, id), eq(chatRooms.status, 'open')))
    .returning({ id: chatRooms.id })
  return rows.length > 0
}

export async function findOpenRoomIds(db: Executor, userId: string): Promise<string[]> {
  const rows = await db
    .select({ id: chatRooms.id })
    .from(chatRooms)
    .innerJoin(roomMembers, eq(roomMembers.roomId, chatRooms.id))
    .where(and(eq(roomMembers.userId, userId), eq(chatRooms.status, 'open')))
    .orderBy(chatRooms.id)
  return rows.map(({ id }) => id)
}

export async function findOpenChats(
  db: Executor,
  userId: string,
  limit: number,
): Promise<{ id: string; partnerId: string }[]> {
  const { id, participantIds, status } = chatRooms
  return db
    .select({ id, partnerId: sql<string>`(array_remove(${participantIds}, ${userId}::uuid))[1]` })
    .from(chatRooms)
    .innerJoin(roomMembers, eq(roomMembers.roomId, id))
    .where(and(eq(roomMembers.userId, userId), eq(status, 'open')))
    .orderBy(desc(id))
    .limit(limit)
}

export async function findSharedOpenRoomIds(db: Executor, oneId: string, otherId: string): Promise<string[]> {
  const [first, second] = [oneId, otherId].toSorted()
  const { id, participantIds, status } = chatRooms
  const rows = await db
    .select({ id })
    .from(chatRooms)
    .where(
      and(sql`${participantIds}[1] = ${first}::uuid`, sql`${participantIds}[2] = ${second}::uuid`, eq(status, 'open')),
    )
    .orderBy(id)
  return rows.map((room) => room.id)
}

export interface ReadMark {
  lastReadSeq: number
  /** Unread messages, except those that are stored while the mark is written. */
  unreadCount: number
  lastSeq: number
  /** True when the mark advanced. */
  moved: boolean
  participantIds: string[]
  hidesReads: boolean
  isClosed: boolean
}

type MarkRow = {
  last_read_seq: number
  unread_count: number
  last_seq: number
  moved: boolean
  participant_ids: string[]
  hides_reads: boolean
  is_closed: boolean
}

/**
 * Takes no lock. Messages commit in order, so the snapshot has all messages up to its last position. Later messages
 * raise `unread_count`, and the UPDATE subtracts from the newest count. The WHERE clause keeps marks from moving back.
 * It also refuses a snapshot from before a deletion, because its count would include the deleted message. The first
 * mark opens the room, even at position 0.
 */
const mark = prepareStatement<MarkRow>(
  'mark_read',
  sql`
    WITH marked AS (
      UPDATE room_members m SET
        last_read_seq = greatest(m.last_read_seq, least(${sql.placeholder('upToSeq')}::int, r.last_seq)),
        read_at = clock_timestamp(),
        unread_count = greatest(0, m.unread_count - (
          SELECT count(*)::int FROM chat_messages c
          WHERE c.room_id = m.room_id AND c.seq > m.last_read_seq
            AND c.seq <= least(${sql.placeholder('upToSeq')}::int, r.last_seq) AND c.sender_id <> m.user_id
            AND NOT c.deleted
        ))
      FROM chat_rooms r
      WHERE r.id = ${sql.placeholder('roomId')} AND m.room_id = r.id AND m.user_id = ${sql.placeholder('userId')}
        AND (
          m.last_read_seq < least(${sql.placeholder('upToSeq')}::int, r.last_seq)
          OR (m.last_read_seq = 0 AND m.read_at IS NULL)
        )
        AND m.unread_deletions = (
          SELECT unread_deletions FROM room_members
          WHERE room_id = ${sql.placeholder('roomId')} AND user_id = ${sql.placeholder('userId')}
        )
      RETURNING m.last_read_seq
    )
    SELECT
      coalesce(marked.last_read_seq, m.last_read_seq) AS last_read_seq,
      CASE WHEN marked.last_read_seq IS NULL THEN m.unread_count ELSE (
        SELECT count(*)::int FROM chat_messages c
        WHERE c.room_id = r.id AND c.seq > marked.last_read_seq AND c.seq <= r.last_seq AND c.sender_id <> m.user_id
          AND NOT c.deleted
      ) END AS unread_count,
      r.last_seq, marked.last_read_seq IS NOT NULL AS moved, r.participant_ids,
      ${hidesReadReceipts(sql`r.participant_ids`)} AS hides_reads, r.status = 'closed' AS is_closed
    FROM room_members m
    JOIN chat_rooms r ON r.id = m.room_id
    LEFT JOIN marked ON true
    WHERE m.room_id = ${sql.placeholder('roomId')} AND m.user_id = ${sql.placeholder('userId')}`,
)

/** A position beyond the last message marks all as read. Retries after a concurrent mark or deletion. */
export async function markRead(
  db: Executor,
  roomId: string,
  userId: string,
  upToSeq: number,
): Promise<ReadMark | undefined> {
  const [row] = await mark(db, { roomId, userId, upToSeq })
  if (row && !row.moved && row.last_read_seq < Math.min(upToSeq, row.last_seq)) {
    return markRead(db, roomId, userId, upToSeq)
  }
  return (
    row && {
      lastReadSeq: row.last_read_seq,
      unreadCount: row.unread_count,
      lastSeq: row.last_seq,
      moved: row.moved,
      participantIds: row.participant_ids,
      hidesReads: row.hides_reads,
      isClosed: row.is_closed,
    }
  )
}

/** @param withinMs age limit (ms, by the database's clock) */
export async function findUsersWithRoomChanges(
  db: Executor,
  userIds: readonly string[],
  withinMs: number,
): Promise<string[]> {
  const since = sql`clock_timestamp() - ${withinMs} * interval '1 millisecond'`
  const { rows } = await db.execute<{ user_id: string }>(sql`
    SELECT DISTINCT m.user_id
    FROM room_members m JOIN chat_rooms r ON r.id = m.room_id
    WHERE m.user_id = ANY (${sql.param([...userIds])}::uuid[]) AND (
      r.updated_at > ${since}
      OR EXISTS (SELECT FROM room_members reader WHERE reader.room_id = m.room_id AND reader.read_at > ${since})
    )`)
  return rows.map(({ user_id }) => user_id)
}

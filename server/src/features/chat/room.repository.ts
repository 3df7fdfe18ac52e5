import { and, desc, eq, inArray, sql } from 'drizzle-orm'

import type { Executor } from '../../platform/database/database.ts'
import { chatRooms, roomMembers } from '../../tables.ts'

export type RoomRow = typeof chatRooms.$inferSelect
type MemberRow = typeof roomMembers.$inferSelect

/** A room with both its members. */
export interface RoomWithMembers {
  room: RoomRow
  members: MemberRow[]
}

export interface NewRoom {
  requestId: string
  requestMessage: string
  requesterId: string
  otherId: string
}

/** Makes an open room for two. A second room for the same request violates `chat_rooms_request_id_key`. */
export async function create(
  db: Executor,
  { requestId, requestMessage, requesterId, otherId }: NewRoom,
): Promise<RoomWithMembers> {
  const participantIds = [requesterId, otherId].toSorted()
  const [room] = await db
    .insert(chatRooms)
    .values({ participantIds, requestId, requestMessage, requesterId })
    .returning()
  if (!room) throw new Error('An insert returns its row')
  const members = await db
    .insert(roomMembers)
    .values(participantIds.map((userId) => ({ roomId: room.id, userId })))
    .returning()
  return { room, members }
}

/** A room without its members. */
export async function findRowById(db: Executor, id: string): Promise<RoomRow | undefined> {
  const [room] = await db.select().from(chatRooms).where(eq(chatRooms.id, id))
  return room
}

/** A room with both its members, whoever may see it. */
export async function findById(db: Executor, id: string): Promise<RoomWithMembers | undefined> {
  const room = await findRowById(db, id)
  if (!room) return undefined
  return { room, members: await db.select().from(roomMembers).where(eq(roomMembers.roomId, id)) }
}

/** Every room of a person, the latest change first. */
export async function findByParticipant(db: Executor, userId: string): Promise<RoomWithMembers[]> {
  const rooms = await db
    .select({ room: chatRooms })
    .from(roomMembers)
    .innerJoin(chatRooms, eq(chatRooms.id, roomMembers.roomId))
    .where(eq(roomMembers.userId, userId))
    .orderBy(desc(chatRooms.updatedAt), desc(chatRooms.id))
  if (rooms.length === 0) return []
  const members = await db
    .select()
    .from(roomMembers)
    .where(
      inArray(
        roomMembers.roomId,
        rooms.map(({ room }) => room.id),
      ),
    )
  const byRoom = Map.groupBy(members, (member) => member.roomId)
  return rooms.map(({ room }) => ({ room, members: byRoom.get(room.id) ?? [] }))
}

/** The rooms that accepting made, by request id. */
export async function findIdsByRequestIds(db: Executor, requestIds: readonly string[]): Promise<Map<string, string>> {
  if (requestIds.length === 0) return new Map()
  const rows = await db
    .select({ id: chatRooms.id, requestId: chatRooms.requestId })
    .from(chatRooms)
    .where(inArray(chatRooms.requestId, [...requestIds]))
  return new Map(rows.flatMap(({ id, requestId }) => (requestId === null ? [] : [[requestId, id]])))
}

/** Closes an open room; false when it was closed already. */
export async function close(db: Executor, id: string): Promise<boolean> {
  const rows = await db
    .update(chatRooms)
    .set({ status: 'closed', closedAt: sql`clock_timestamp()`, updatedAt: sql`clock_timestamp()` })
    .where(and(eq(chatRooms.id, id), eq(chatRooms.status, 'open')))
    .returning({ id: chatRooms.id })
  return rows.length > 0
}

/** Makes what happened now the room's latest change, whether or not it is open. */
export async function touch(tx: Executor, id: string): Promise<void> {
  await tx
    .update(chatRooms)
    .set({ updatedAt: sql`clock_timestamp()` })
    .where(eq(chatRooms.id, id))
}

/**
 * Marks the partner's messages up to a place as read. Run inside a transaction: the room's row is locked
 * first, so that a message sent meanwhile is either counted or comes after.
 * @returns the place up to which everything is read now, and what is left unread
 */
export async function markRead(
  tx: Executor,
  roomId: string,
  userId: string,
  upToSeq: number,
): Promise<{ lastReadSeq: number; unreadCount: number }> {
  await tx.execute(sql`SELECT 1 FROM chat_rooms WHERE id = ${roomId} FOR NO KEY UPDATE`)
  const { rows } = await tx.execute<{ last_read_seq: number; unread_count: number }>(sql`
    WITH place AS (
      SELECT greatest(m.last_read_seq, least(${upToSeq}::int, r.last_seq)) AS seq
      FROM room_members m JOIN chat_rooms r ON r.id = m.room_id
      WHERE m.room_id = ${roomId} AND m.user_id = ${userId}
    )
    UPDATE room_members SET
      last_read_seq = place.seq,
      unread_count = (
        SELECT count(*) FROM chat_messages
        WHERE room_id = ${roomId} AND seq > place.seq AND sender_id <> ${userId}
      )
    FROM place
    WHERE room_id = ${roomId} AND user_id = ${userId}
    RETURNING last_read_seq, unread_count`)
  const row = rows[0]
  if (!row) throw new Error('A participant is a member of the room')
  return { lastReadSeq: row.last_read_seq, unreadCount: row.unread_count }
}

import { and, asc, eq, gte, lte } from 'drizzle-orm'

import type { Executor } from '../../../platform/database/database.ts'
import { session } from '../../../tables/auth.ts'
import { chatFiles, chatRooms } from '../../../tables/chat.ts'
import { connectionRequests } from '../../../tables/connection-requests.ts'

/** Finds the message of the connection request that opened the room. Returns undefined without such a request. */
export async function findIntroduction(db: Executor, roomId: string) {
  const [found] = await db
    .select({
      senderId: connectionRequests.senderId,
      message: connectionRequests.message,
      createdAt: connectionRequests.createdAt,
    })
    .from(chatRooms)
    .innerJoin(connectionRequests, eq(connectionRequests.id, chatRooms.requestId))
    .where(eq(chatRooms.id, roomId))
  return found
}

/** Finds the hashes of a room's files between two positions, both included. */
export const findHashes = (db: Executor, roomId: string, firstSeq: number, lastSeq: number) =>
  db
    .select({ seq: chatFiles.seq, hash: chatFiles.contentHash })
    .from(chatFiles)
    .where(and(eq(chatFiles.roomId, roomId), gte(chatFiles.seq, firstSeq), lte(chatFiles.seq, lastSeq)))

export const findSignIns = (db: Executor, userId: string) =>
  db
    .select({ address: session.ipAddress, createdAt: session.createdAt })
    .from(session)
    .where(eq(session.userId, userId))
    .orderBy(asc(session.createdAt))
    .limit(50)

import type { OwnData } from '../../own-data.ts'
import type { Database } from '../../platform/database/database.ts'
import { readByPages } from '../../platform/database/json-rows.ts'
import { fileUrl } from './files/file-address.ts'
import {
  findMessagesAfter,
  findOwnPresence,
  findOwnRoomsAfter,
  type OwnMessage,
  type OwnRoom,
} from './own-data.repository.ts'

export function ownDataOfChat({ db }: { db: Database }): OwnData {
  const roomsOf = (userId: string) =>
    readByPages<OwnRoom>((after, limit) => findOwnRoomsAfter(db, userId, after, limit))
  async function* messagesOf(userId: string): AsyncGenerator {
    for await (const { id } of roomsOf(userId)) {
      const messages = readByPages<OwnMessage>((after, limit) => findMessagesAfter(db, id, after, limit))
      for await (const message of messages) yield withFile(message)
    }
  }
  return { presence: (userId) => findOwnPresence(db, userId), rooms: roomsOf, messages: messagesOf }
}

/** A message with its file's name, and where the file is read. */
function withFile({ stored_name, file_name, file_type, file_size, ...message }: OwnMessage): unknown {
  if (stored_name === null) return message
  const file = {
    name: file_name,
    type: file_type,
    size: file_size,
    url: fileUrl(message.room_id, 'files', stored_name),
  }
  return { ...message, file }
}

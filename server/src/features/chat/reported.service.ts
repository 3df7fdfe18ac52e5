import { Refusal } from '@kundig/contract/errors'
import type { ReportSubject } from '@kundig/contract/safety/safety.contract'

import type { Database } from '../../platform/database/database.ts'
import type { FindReported, ReportSubjects } from '../safety/ports.ts'
import { findPartnerId } from './chat.presenter.ts'
import * as messages from './messages/message.repository.ts'
import { isRemoved } from './messages/removed-message.repository.ts'
import { requireRoomAsParticipant } from './rooms/room-access.ts'
import type { RoomWithMembers } from './rooms/room.repository.ts'

/** Finds reported content. For everyone except its two members, a room counts as missing. */
export function createReportedContentService({
  db,
}: {
  db: Database
}): Pick<ReportSubjects, 'room' | 'message' | 'file'> {
  const requireRoom = async (viewerId: string | null, { id }: ReportSubject): Promise<RoomWithMembers> => {
    if (viewerId === null) throw new Refusal('NO_SESSION')
    return requireRoomAsParticipant(db, viewerId, id)
  }

  const findMessage: FindReported = async (viewerId, subject) => {
    await requireRoom(viewerId, subject)
    const [found] = await messages.findMessagesAtPositions(db, subject.id, [subject.seq ?? 0])
    const isThere =
      found !== undefined && !isRemoved(found.message) && (subject.kind === 'message' || found.file !== null)
    if (!isThere) throw new Refusal('REPORTED_IS_GONE')
    const { message, file } = found
    return {
      aboutId: message.senderId,
      content: subject.kind === 'file' && file ? file.name : message.content,
      storedName: file?.storedName ?? null,
    }
  }

  return {
    room: async (viewerId, subject) => {
      const room = await requireRoom(viewerId, subject)
      return { aboutId: findPartnerId(room, viewerId ?? ''), content: '', storedName: null }
    },
    message: findMessage,
    file: findMessage,
  }
}

import { type ChatFile, chatFile } from '@kundig/contract/chat/chat-file'
import {
  type MessagePreview,
  type Message,
  message,
  type Room,
  room as roomSchema,
} from '@kundig/contract/chat/chat.contract'
import { DELETED_MESSAGE_CONTENT, REMOVED_MESSAGE_CONTENT } from '@kundig/contract/chat/removed-message'
import { LIMITS } from '@kundig/contract/limits'
import type { Profile } from '@kundig/contract/profiles/profiles.contract'
import { truncate } from '@kundig/contract/texts/truncating'

import { toWire } from '../../platform/wire/to-wire.ts'
import { toFileUrl } from './files/file-address.ts'
import type { FileRow } from './files/file.repository.ts'
import type { Preview } from './messages/message-preview.repository.ts'
import type { MessageRow } from './messages/message.repository.ts'
import { isRemoved } from './messages/removed-message.repository.ts'
import type { WholeMessage } from './messages/whole-message.ts'
import type { PaymentAttachment } from './ports.ts'
import type { RoomWithMembers } from './rooms/room.repository.ts'

const toRoom = toWire(roomSchema)
const toFile = toWire(chatFile)
const toPayment = toWire(message.omit({ id: true, updated_at: true }))

export function findPartnerId({ room }: RoomWithMembers, viewerId: string): string {
  const partnerId = room.participantIds.find((id) => id !== viewerId)
  if (partnerId === undefined) throw new Error('room without two participants')
  return partnerId
}

/** Returns the replacement of withheld content; undefined for visible content. */
function presentWithheldContent(row: Pick<MessageRow, 'content' | 'changedSeq' | 'deleted'>) {
  if (row.deleted) return { content: DELETED_MESSAGE_CONTENT, deleted: true as const }
  return isRemoved(row) ? { content: REMOVED_MESSAGE_CONTENT, removed: true as const } : undefined
}

export function presentRoom(
  found: RoomWithMembers & { last: Preview | null },
  viewerId: string,
  partner: Profile,
): Room {
  const { room, members, hidesReads, last } = found
  const partnerId = findPartnerId(found, viewerId)
  const own = members.find(({ userId }) => userId === viewerId)
  return {
    ...toRoom(room),
    partner,
    unread_count: own?.unreadCount ?? 0,
    partner_read_seq: hidesReads ? 0 : (members.find(({ userId }) => userId === partnerId)?.lastReadSeq ?? 0),
    read_seq: own?.lastReadSeq ?? 0,
    last_message: last && presentPreview(last),
    is_new: room.requesterId === viewerId && own?.lastReadSeq === 0 && own.readAt === null,
  }
}

function presentPreview(preview: Preview): MessagePreview {
  const { seq, senderId, content, changedSeq, refundEvent, appointment, file, payment } = preview
  return {
    seq,
    sender_id: senderId,
    ...(presentWithheldContent(preview) ?? {
      content: truncate(content, LIMITS.previewMax),
      ...(refundEvent && { refund_event: refundEvent }),
      ...(appointment && { appointment }),
    }),
    ...(changedSeq === null ? {} : { change_seq: changedSeq }),
    ...(file && { file }),
    ...(payment && {
      type: 'payment_request' as const,
      amount: payment.amount,
      currency: payment.currency,
      status: payment.status,
      ended_by: payment.ended_by,
    }),
  }
}

export function toMessageId(roomId: string, seq: number): string {
  return `${roomId}.${seq}`
}

/** Returns the read marks that the partner may see, by user id. */
export function collectReadMarks({ members, hidesReads }: RoomWithMembers): Map<string, number> {
  if (hidesReads) return new Map()
  return new Map(members.map((member) => [member.userId, member.lastReadSeq]))
}

export function presentMessage(
  { message: row, file, payment, repliesTo }: WholeMessage,
  readSeqs: ReadonlyMap<string, number>,
): Message {
  const receiverRead = Math.max(0, ...Array.from(readSeqs, ([userId, seq]) => (userId === row.senderId ? 0 : seq)))
  return {
    id: toMessageId(row.roomId, row.seq),
    room_id: row.roomId,
    seq: row.seq,
    sender_id: row.senderId,
    client_id: row.clientId,
    ...(presentWithheldContent(row) ?? presentVisibleContent(row, repliesTo)),
    ...(file ? { file: presentFile(file) } : {}),
    ...(payment ? presentPayment(payment) : {}),
    ...(row.changedSeq === null ? {} : { change_seq: row.changedSeq }),
    read: row.seq <= receiverRead,
    created_at: row.createdAt.toISOString(),
    // A message with a payment request has the request's time of change.
    updated_at: (payment?.updatedAt ?? row.updatedAt).toISOString(),
  }
}

function presentVisibleContent(
  { content, edited, reactions, refundEvent, appointment }: MessageRow,
  repliesTo: Preview | null,
) {
  return {
    content,
    ...(edited && { edited: true as const }),
    ...(refundEvent && { refund_event: refundEvent }),
    ...(appointment && { appointment }),
    ...(repliesTo && { reply_to: presentPreview(repliesTo) }),
    ...(reactions && {
      reactions: Object.entries(reactions).map(([userId, reaction]) => ({ user_id: userId, reaction })),
    }),
  }
}

function presentPayment(payment: PaymentAttachment) {
  return { type: 'payment_request' as const, payment_request_id: payment.id, ...toPayment(payment) }
}

function presentFile(file: FileRow): ChatFile {
  const { roomId, storedName, width } = file
  return {
    ...toFile(file),
    url: toFileUrl(roomId, 'files', storedName),
    thumbnailUrl: width === null ? null : toFileUrl(roomId, 'thumbnails', storedName),
  }
}

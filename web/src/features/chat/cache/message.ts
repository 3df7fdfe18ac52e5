import type { Appointment } from '@kundig/contract/appointments/appointment'
import type { ChatFile } from '@kundig/contract/chat/chat-file'
import type { Message, MessagePreview, Room } from '@kundig/contract/chat/chat.contract'
import type { PaymentOfMessage } from '@kundig/contract/chat/payment-message'
import { LIMITS } from '@kundig/contract/limits'
import type { RefundEvent } from '@kundig/contract/refunds/refund-event'
import { sumRefundAmounts } from '@kundig/contract/refunds/refund-life-cycle'
import { truncate } from '@kundig/contract/texts/truncating'

type MessageBase = Pick<
  Message,
  'id' | 'room_id' | 'seq' | 'sender_id' | 'client_id' | 'change_seq' | 'read' | 'created_at' | 'updated_at'
>

export type MessageReaction = NonNullable<Message['reactions']>[number]

interface Conversation {
  /** Current preview of the message that this reply answers. */
  replyTo?: MessagePreview
  /** At most one reaction for each participant. */
  reactions?: readonly MessageReaction[]
}

export type TextMessage = MessageBase & Conversation & { kind: 'text'; content: string; edited?: true }
export type FileMessage = MessageBase & Conversation & { kind: 'file'; file: ChatFile }
export type PaymentRequestMessage = MessageBase & Conversation & { kind: 'payment_request'; payment: PaymentOfMessage }
export type AppointmentMessage = MessageBase & Conversation & { kind: 'appointment'; appointment: Appointment }
export type RemovedMessage = MessageBase & { kind: 'removed' }
export type DeletedMessage = MessageBase & { kind: 'deleted' }

/** Refund step, stored by the server. `paymentSeq` is the position of the refunded payment request. */
export type RefundMessage = MessageBase & { kind: 'refund'; event: RefundEvent; paymentSeq: number | null }

/** Message that can get replies and reactions. */
export type PresentMessage = TextMessage | FileMessage | PaymentRequestMessage | AppointmentMessage
export type ChatMessage = PresentMessage | RefundMessage | RemovedMessage | DeletedMessage

/** Parses a message from the server. A message of an unknown kind, or an incomplete one, becomes a text. */
export function parseMessage(message: Message): ChatMessage {
  const { id, room_id, seq, sender_id, client_id, change_seq, read, created_at, updated_at } = message
  const base: MessageBase = {
    id,
    room_id,
    seq,
    sender_id,
    client_id,
    read,
    created_at,
    updated_at,
    ...(change_seq !== undefined && { change_seq }),
  }
  if (message.removed) return { ...base, kind: 'removed' }
  if (message.deleted) return { ...base, kind: 'deleted' }
  const { refund_event: event, reply_to } = message
  if (event) return { ...base, kind: 'refund', event, paymentSeq: reply_to?.seq ?? null }
  const present = {
    ...base,
    ...(reply_to && { replyTo: reply_to }),
    ...(message.reactions && { reactions: message.reactions }),
  }
  const payment = parsePayment(message)
  if (payment) return { ...present, kind: 'payment_request', payment }
  if (message.appointment) return { ...present, kind: 'appointment', appointment: message.appointment }
  if (message.file) return { ...present, kind: 'file', file: message.file }
  return { ...present, kind: 'text', content: message.content, ...(message.edited && { edited: true }) }
}

/** Shortens a message as the server does for replies and the list of rooms. */
export function toPreview(message: ChatMessage): MessagePreview {
  const { seq, sender_id, change_seq } = message
  const base = { seq, sender_id, content: '', ...(change_seq !== undefined && { change_seq }) }
  switch (message.kind) {
    case 'removed':
      return { ...base, removed: true }
    case 'deleted':
      return { ...base, deleted: true }
    case 'payment_request': {
      const { amount, currency, status, ended_by } = message.payment
      return { ...base, type: 'payment_request', amount, currency, status, ended_by }
    }
    case 'refund':
      return { ...base, refund_event: message.event }
    case 'appointment':
      return { ...base, appointment: message.appointment }
    case 'file':
      return { ...base, file: { name: message.file.name, type: message.file.type } }
    case 'text':
      return { ...base, content: truncate(message.content, LIMITS.previewMax) }
  }
}

/** True unless the message was deleted or removed, or is a refund step. */
export function isPresent(message: ChatMessage): message is PresentMessage {
  return !['refund', 'deleted', 'removed'].includes(message.kind)
}

/** True for the viewer's own texts of the last 24 hours, while the room is open. The server checks again. */
export function isEditable(message: ChatMessage, { status, partner }: Room): message is TextMessage {
  if (message.kind !== 'text' || message.sender_id === partner.id || status !== 'open') return false
  return Date.now() - Date.parse(message.created_at) < LIMITS.messageEditableMs
}

function parsePayment(message: Message): PaymentOfMessage | null {
  const { type, payment_request_id: id, amount, currency, status } = message
  if (type !== 'payment_request') return null
  if (id === undefined || amount === undefined || currency === undefined || status === undefined) return null
  const {
    description = '',
    ended_by = null,
    expires_at = null,
    new_card_only = false,
    receipt = null,
    refunds = [],
    refundable = amount - sumRefundAmounts(refunds),
    refund_request = null,
  } = message
  const ending = { status, ended_by, expires_at }
  return { id, amount, currency, description, new_card_only, ...ending, receipt, refunds, refundable, refund_request }
}

import type { ChatFile, Message, Room } from '@kundig/contract/chat/chat.contract'
import type { PaymentOfMessage } from '@kundig/contract/chat/payment-message'
import { LIMITS } from '@kundig/contract/limits'
import { sumRefunded } from '@kundig/contract/refunds/refund-life-cycle'

type MessageBase = Pick<
  Message,
  'id' | 'room_id' | 'seq' | 'sender_id' | 'client_id' | 'change_seq' | 'read' | 'created_at' | 'updated_at'
>

export type TextMessage = MessageBase & { kind: 'text'; content: string; edited?: true }
export type FileMessage = MessageBase & { kind: 'file'; file: ChatFile }
export type PaymentRequestMessage = MessageBase & { kind: 'payment_request'; payment: PaymentOfMessage }
export type RemovedMessage = MessageBase & { kind: 'removed' }
export type DeletedMessage = MessageBase & { kind: 'deleted' }

export type ChatMessage = TextMessage | FileMessage | PaymentRequestMessage | RemovedMessage | DeletedMessage

/** Parses a message of the server. An unknown or incomplete message falls back to its text. */
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
  const payment = parsePayment(message)
  if (payment) return { ...base, kind: 'payment_request', payment }
  if (message.file) return { ...base, kind: 'file', file: message.file }
  return { ...base, kind: 'text', content: message.content, ...(message.edited && { edited: true }) }
}

/** True for the viewer's own texts of the last 24 hours, while the room is open. The server decides. */
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
    refundable = amount - sumRefunded(refunds),
    refund_request = null,
  } = message
  const ending = { status, ended_by, expires_at }
  return { id, amount, currency, description, new_card_only, ...ending, receipt, refunds, refundable, refund_request }
}

import { type ErrorCode, Refusal } from '@kundig/contract/errors'

import { authorize } from '../../../authorize.ts'
import { isPublished, type PaymentRequestRow, type PublishedRow } from './payment-request.repository.ts'

/** May this person see the request? Null: yes. To everyone but its seller and its buyer there is none. */
export function readRefusal(row: PaymentRequestRow | undefined, viewerId: string): ErrorCode | null {
  const isTheirs = row?.sellerId === viewerId || row?.buyerId === viewerId
  return isPublished(row) && isTheirs ? null : 'PAYMENT_REQUEST_NOT_FOUND'
}

/** May this person pay it, or decline it? The buyer may while it is pending. Null: yes. */
export function payRefusal(row: PaymentRequestRow | undefined, viewerId: string): ErrorCode | null {
  const hidden = readRefusal(row, viewerId)
  if (hidden) return hidden
  if (row?.buyerId !== viewerId) return 'PAYMENT_BUYER_ONLY'
  return row.status === 'pending' ? null : 'PAYMENT_DECIDED'
}

/** May this person withdraw it? The seller may while it is pending. Null: yes. */
export function withdrawRefusal(row: PaymentRequestRow | undefined, viewerId: string): ErrorCode | null {
  const hidden = readRefusal(row, viewerId)
  if (hidden) return hidden
  if (row?.sellerId !== viewerId) return 'PAYMENT_SELLER_ONLY'
  return row.status === 'pending' ? null : 'PAYMENT_DECIDED'
}

/**
 * May this person report its status? In the order of spec 8: the room (which comes before this), the request in that
 * room, the buyer, pending, its message. That the sender of the message may not do it is in "the buyer". Null: yes.
 * @param reported the room and the message that they take it to be in
 */
export function reportStatusRefusal(
  row: PaymentRequestRow | undefined,
  viewerId: string,
  reported: { roomId: string; messageId: string },
  messageId: (roomId: string, seq: number) => string,
): ErrorCode | null {
  if (row?.roomId !== reported.roomId) return 'PAYMENT_REQUEST_NOT_FOUND'
  const refusal = payRefusal(row, viewerId)
  if (refusal) return refusal
  const isItsMessage = isPublished(row) && messageId(row.roomId, row.seq) === reported.messageId.toLowerCase()
  return isItsMessage ? null : 'PAYMENT_MESSAGE_NOT_FOUND'
}

/**
 * The request, for whoever may do to it what was asked of the policy.
 * @param refusal what the policy says
 * @throws Refusal that one
 */
export function authorizeRequest(row: PaymentRequestRow | undefined, refusal: ErrorCode | null): PublishedRow {
  authorize(refusal)
  if (!isPublished(row)) throw new Refusal('PAYMENT_REQUEST_NOT_FOUND')
  return row
}

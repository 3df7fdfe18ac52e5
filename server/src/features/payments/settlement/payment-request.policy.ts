import { type ErrorCode, Refusal } from '@kundig/contract/errors'

import { authorize } from '../../../authorize.ts'
import { isPublished, type PaymentRequestRow, type PublishedRow } from './payment-request.repository.ts'

/** Returns the refusal to read a request, or null. For others than its seller and buyer, it does not exist. */
export function readRefusal(row: PaymentRequestRow | undefined, viewerId: string): ErrorCode | null {
  const isTheirs = row?.sellerId === viewerId || row?.buyerId === viewerId
  return isPublished(row) && isTheirs ? null : 'PAYMENT_REQUEST_NOT_FOUND'
}

/** Returns the refusal to pay or decline a request, or null. The buyer may while it is pending. */
export function payRefusal(row: PaymentRequestRow | undefined, viewerId: string): ErrorCode | null {
  const hidden = readRefusal(row, viewerId)
  if (hidden) return hidden
  if (row?.buyerId !== viewerId) return 'PAYMENT_BUYER_ONLY'
  return row.status === 'pending' ? null : 'PAYMENT_DECIDED'
}

/** Returns the refusal to withdraw a request, or null. The seller may while it is pending. */
export function withdrawRefusal(row: PaymentRequestRow | undefined, viewerId: string): ErrorCode | null {
  const hidden = readRefusal(row, viewerId)
  if (hidden) return hidden
  if (row?.sellerId !== viewerId) return 'PAYMENT_SELLER_ONLY'
  return row.status === 'pending' ? null : 'PAYMENT_DECIDED'
}

/**
 * Returns the refusal to report a request's status, or null. In the order of spec 8: the room (checked before), the
 * request in that room, the buyer, pending, its message. “The buyer” excludes the message's sender.
 * @param reported the room and message that the caller names
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
 * Returns the request if the policy permits the action.
 * @param refusal the policy's result
 * @throws Refusal that one
 */
export function authorizeRequest(row: PaymentRequestRow | undefined, refusal: ErrorCode | null): PublishedRow {
  authorize(refusal)
  if (!isPublished(row)) throw new Refusal('PAYMENT_REQUEST_NOT_FOUND')
  return row
}

import type { ErrorCode } from '@kundig/contract/errors'

import { isShown, type PaymentRequestRow, type ShownRow } from './payment-request.repository.ts'

type Found<Row> = { row: Row; refusal: null } | { refusal: ErrorCode }

/** May this person see the request? Everyone but its seller and its buyer: there is none. */
export function readable(row: PaymentRequestRow | undefined, viewerId: string): Found<ShownRow> {
  const isTheirs = row?.sellerId === viewerId || row?.buyerId === viewerId
  return isShown(row) && isTheirs ? { row, refusal: null } : { refusal: 'PAYMENT_REQUEST_NOT_FOUND' }
}

/** May this person pay it, or give it up? The buyer may while it is pending. */
export function payable(row: PaymentRequestRow | undefined, viewerId: string): Found<ShownRow> {
  const found = readable(row, viewerId)
  if (found.refusal !== null) return found
  if (found.row.buyerId !== viewerId) return { refusal: 'PAYMENT_BUYER_ONLY' }
  return found.row.status === 'pending' ? found : { refusal: 'PAYMENT_DECIDED' }
}

/**
 * May this person say what became of it? In the order of spec 8: the room (which comes before this), the request in
 * that room, the buyer, pending, its message. That the sender of the message may not do it is in "the buyer".
 * @param claimed the room and the message that they take it to be in
 */
export function claimable(
  row: PaymentRequestRow | undefined,
  viewerId: string,
  claimed: { roomId: string; messageId: string },
  idOf: (roomId: string, seq: number) => string,
): Found<ShownRow> {
  if (row?.roomId !== claimed.roomId) return { refusal: 'PAYMENT_REQUEST_NOT_FOUND' }
  const found = payable(row, viewerId)
  if (found.refusal !== null) return found
  const isItsMessage = idOf(found.row.roomId, found.row.seq) === claimed.messageId.toLowerCase()
  return isItsMessage ? found : { refusal: 'PAYMENT_MESSAGE_NOT_FOUND' }
}

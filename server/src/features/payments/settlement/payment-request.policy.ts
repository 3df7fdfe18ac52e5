import { type ErrorCode, Refusal } from '@kundig/contract/errors'

import { authorize } from '../../../authorize.ts'
import { isPublished, type PaymentRequestRow, type PublishedRow } from './payment-request.repository.ts'

/** Treats a request as missing for everyone except its seller and buyer. */
export function findReadRefusal(row: PaymentRequestRow | undefined, viewerId: string): ErrorCode | null {
  const isTheirs = row?.sellerId === viewerId || row?.buyerId === viewerId
  return isPublished(row) && isTheirs ? null : 'PAYMENT_REQUEST_NOT_FOUND'
}

export function findPayRefusal(row: PaymentRequestRow | undefined, viewerId: string): ErrorCode | null {
  const hidden = findReadRefusal(row, viewerId)
  if (hidden) return hidden
  if (row?.buyerId !== viewerId) return 'PAYMENT_BUYER_ONLY'
  return row.status === 'pending' ? null : 'PAYMENT_DECIDED'
}

export function findWithdrawRefusal(row: PaymentRequestRow | undefined, viewerId: string): ErrorCode | null {
  const hidden = findReadRefusal(row, viewerId)
  if (hidden) return hidden
  if (row?.sellerId !== viewerId) return 'PAYMENT_SELLER_ONLY'
  return row.status === 'pending' ? null : 'PAYMENT_DECIDED'
}

/**
 * Checks in the order of spec 8: the request in the given room, its buyer, its pending status, its message. The caller
 * has checked the room. The check of the buyer also refuses the message's sender.
 */
export function findStatusReportRefusal(
  row: PaymentRequestRow | undefined,
  viewerId: string,
  reported: { roomId: string; messageId: string },
  messageId: (roomId: string, seq: number) => string,
): ErrorCode | null {
  if (row?.roomId !== reported.roomId) return 'PAYMENT_REQUEST_NOT_FOUND'
  const refusal = findPayRefusal(row, viewerId)
  if (refusal) return refusal
  const isItsMessage = isPublished(row) && messageId(row.roomId, row.seq) === reported.messageId.toLowerCase()
  return isItsMessage ? null : 'PAYMENT_MESSAGE_NOT_FOUND'
}

/** @throws Refusal `refusal` */
export function authorizeRequest(row: PaymentRequestRow | undefined, refusal: ErrorCode | null): PublishedRow {
  authorize(refusal)
  if (!isPublished(row)) throw new Refusal('PAYMENT_REQUEST_NOT_FOUND')
  return row
}

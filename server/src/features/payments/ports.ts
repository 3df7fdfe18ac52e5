import { receiptNumber } from '@kundig/contract/payments/books/receipt-content'

import type { Executor, Fragment } from '../../platform/database/database.ts'
import type { PaymentAttachments } from '../chat/ports.ts'
import type { OurAccountService } from './links/our-account.service.ts'
import { findOfRefund } from './receipts/receipt.repository.ts'
import { findById as findRefundRequest } from './refunds/refund-request.repository.ts'
import { type AttachedRequest, findBetween, readSelected, selectAt } from './requests/attached-request.repository.ts'
import { endingOf, expiryOf } from './requests/payment-request.presenter.ts'
import { findById as findRequest } from './requests/payment-request.repository.ts'
import { selectStamp } from './user-record.repository.ts'

/** What payments must know of accounts: whoever keeps those fills it in. */
export interface Accounts {
  /** The address of an account; null when there is no such account. */
  emailOf: (userId: string) => Promise<string | null>
  /** The same, if its owner has confirmed it: a receipt must not reach a stranger. */
  confirmedEmailOf: (userId: string) => Promise<string | null>
}

/** The payment requests in messages, for chat: by places, on the index that keeps them one to a message. */
export const paymentAttachments: PaymentAttachments = {
  between: async (executor, roomId, firstSeq, lastSeq) => {
    const rows = await findBetween(executor, roomId, firstSeq, lastSeq)
    return new Map(rows.flatMap((row) => (row.seq === null ? [] : [[row.seq, attachmentOf(row)] as const])))
  },
  select: selectAt,
  read: (selected) => {
    const row = readSelected(selected)
    return row && attachmentOf(row)
  },
}

function attachmentOf(row: AttachedRequest) {
  const { id, amount, currency, status, description, stripeCustomerId, updatedAt } = row
  const { receipt, refunds, refundable, refundRequest } = row
  return {
    id,
    amount,
    currency,
    status,
    description,
    ended_by: endingOf(row),
    expires_at: expiryOf(row),
    new_card_only: stripeCustomerId === null,
    receipt,
    refunds,
    refundable,
    refund_request: refundRequest,
    updatedAt,
  }
}

const reasonOf = async (db: Executor, paymentRequestId: string): Promise<string | null> =>
  (await findRequest(db, paymentRequestId))?.description ?? null

/** Reasons for payments and refunds, for the mails about them. */
export const quotedReasons = {
  payment_requested: reasonOf,
  payment_reminder: reasonOf,
  refund_requested: async (db: Executor, id: string): Promise<string | null> =>
    (await findRefundRequest(db, id))?.reason ?? null,
  refund_declined: async (db: Executor, id: string): Promise<string | null> => {
    const declined = await findRefundRequest(db, id)
    return declined?.declinedBy === 'seller' ? declined.answer : null
  },
}

/** The receipts of refunds, for the mails that tell of them. */
export const refundReceipts = {
  numberOf: async (db: Executor, refundId: string): Promise<string | null> => {
    const receipt = await findOfRefund(db, refundId)
    return receipt ? receiptNumber(receipt) : null
  },
}

/** Whether a person's account as a seller has changed, for chat: part of what it answers to whoever was away. */
export const sellerStamp =
  (ourAccount: Pick<OurAccountService, 'known'>) =>
  (userId: string): Fragment =>
    selectStamp(userId, ourAccount.known())

import type { Stripe } from 'stripe'

import type { SellerAccount } from '@kundig/contract/payments/payments.contract'

import type { Executor, Fragment, Transaction } from '../../platform/database/database.ts'
import type { OurAccountService } from './our-account.service.ts'
import { findById, type PaymentRequestRow } from './settlement/payment-request.repository.ts'
import { selectSellerStamp } from './stripe-profile.repository.ts'

export interface Accounts {
  findEmail: (userId: string) => Promise<string | null>
  /** Returns only a confirmed address, because a receipt must not reach a stranger. */
  findConfirmedEmail: (userId: string) => Promise<string | null>
}

/** Issues a receipt. Must be the transaction's last write. */
export type IssueReceipt = (tx: Transaction, row: PaymentRequestRow) => Promise<void>

export interface PaymentReceipts {
  /** Does not throw when Stripe fails to answer. */
  prepare: (intent: Stripe.PaymentIntent) => Promise<IssueReceipt>
}

export interface Payouts {
  findLastFailed: (accountId: string) => Promise<SellerAccount['failed_payout']>
  updateLatestFromStripe: (accountId: string) => Promise<void>
  /** @returns the seller; null for an unknown account or payout */
  updateFromStripe: (accountId: string, payoutId: string) => Promise<string | null>
}

export type HandleEvent = (objectId: string) => Promise<void>

export interface Followers {
  receipts: PaymentReceipts
  payouts: Payouts
  onRefundEvent: HandleEvent
  onDisputeEvent: HandleEvent
  /** Never throws. */
  onMoved: () => void
  /** Called by the reconciliation, never concurrently. */
  advanceDue: (leaving: AbortSignal) => Promise<void>
}

const findReason = async (db: Executor, paymentRequestId: string): Promise<string | null> =>
  (await findById(db, paymentRequestId))?.description ?? null

export const quotedReasons = { payment_requested: findReason, payment_reminder: findReason }

/** Stamp of the seller's state in the chat's answer to a reconnecting client. */
export const sellerStamp =
  (ourAccount: Pick<OurAccountService, 'known'>) =>
  (userId: string): Fragment =>
    selectSellerStamp(userId, ourAccount.known())

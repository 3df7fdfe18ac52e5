import type { Stripe } from 'stripe'

import type { SellerAccount } from '@kundig/contract/payments/payments.contract'

import type { Executor, Fragment, Transaction } from '../../platform/database/database.ts'
import type { OurAccountService } from './our-account.service.ts'
import { findById, type PaymentRequestRow } from './settlement/payment-request.repository.ts'
import { selectStamp } from './stripe-profile.repository.ts'

/** Accounts, implemented by the feature that stores them. */
export interface Accounts {
  /** Returns an account's email address; null without an account. */
  findEmail: (userId: string) => Promise<string | null>
  /** Returns the address if confirmed: a receipt must not reach a stranger. */
  findConfirmedEmail: (userId: string) => Promise<string | null>
}

/** Issues the receipt of a payment that the transaction settles. Must be the transaction's last write. */
export type IssueReceipt = (tx: Transaction, row: PaymentRequestRow) => Promise<void>

/** Receipts of payments, which the books implement. */
export interface PaymentReceipts {
  /**
   * Reads the receipt's data of a succeeded payment from Stripe. A missing answer of Stripe's never makes it throw.
   * @param intent with its charge, if expanded
   */
  prepare: (intent: Stripe.PaymentIntent) => Promise<IssueReceipt>
}

/** Payouts to sellers' banks, which the books implement. */
export interface Payouts {
  /** Returns the last payout of a seller's account if it failed. */
  findLastFailed: (accountId: string) => Promise<SellerAccount['failed_payout']>
  /** Records the latest payouts of a seller's account. @throws what Stripe's SDK and the database throw */
  updateLatestFromStripe: (accountId: string) => Promise<void>
  /** Records a payout of a seller's account. @returns the seller; null for an unknown account or payout */
  updateFromStripe: (accountId: string, payoutId: string) => Promise<string | null>
}

/** Handler of Stripe's events. @param objectId the event's object */
export type HandleEvent = (objectId: string) => Promise<void>

/** Ports of the features above. */
export interface Followers {
  receipts: PaymentReceipts
  payouts: Payouts
  onRefundEvent: HandleEvent
  onDisputeEvent: HandleEvent
  /** Called when money moved; never throws. */
  onMoved: () => void
  /** Does the due work of the features above in sequence, as part of the reconciliation. */
  advanceDue: (leaving: AbortSignal) => Promise<void>
}

const findReason = async (db: Executor, paymentRequestId: string): Promise<string | null> =>
  (await findById(db, paymentRequestId))?.description ?? null

/** Reasons for payments, for the mails about them. */
export const quotedReasons = { payment_requested: findReason, payment_reminder: findReason }

/** Stamp of a person's Stripe profile, for chat: part of its answer to a reconnecting client. */
export const sellerStamp =
  (ourAccount: Pick<OurAccountService, 'known'>) =>
  (userId: string): Fragment =>
    selectStamp(userId, ourAccount.known())

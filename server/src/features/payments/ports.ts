import type { Stripe } from 'stripe'

import type { SellerAccount } from '@kundig/contract/payments/payments.contract'

import type { Executor, Fragment, Transaction } from '../../platform/database/database.ts'
import type { OurAccountService } from './our-account.service.ts'
import { findById, type PaymentRequestRow } from './settlement/payment-request.repository.ts'
import { selectStamp } from './user-record.repository.ts'

/** What payments must know of accounts: whoever keeps those fills it in. */
export interface Accounts {
  /** The address of an account; null when there is no such account. */
  emailOf: (userId: string) => Promise<string | null>
  /** The same, if its owner has confirmed it: a receipt must not reach a stranger. */
  confirmedEmailOf: (userId: string) => Promise<string | null>
}

/** Issues the receipt of a payment that its transaction settles, as the last thing that it writes. */
export type IssueReceipt = (tx: Transaction, row: PaymentRequestRow) => Promise<void>

/** Receipts of payments, which the books implement. */
export interface PaymentReceipts {
  /**
   * Reads from Stripe what the receipt of a payment that succeeded says. It never throws for want of an answer.
   * @param intent with its charge, where it was asked for so
   */
  prepare: (intent: Stripe.PaymentIntent) => Promise<IssueReceipt>
}

/** Payouts to sellers' banks, which the books implement. */
export interface Payouts {
  /** The last payout of a seller's account, where it failed. */
  failedLast: (accountId: string) => Promise<SellerAccount['failed_payout']>
  /** Records the latest payouts of a seller's account. @throws what Stripe's SDK and the database throw */
  takeInLatest: (accountId: string) => Promise<void>
  /** Records a payout of a seller's account. @returns the seller; null where the account or the payout is unknown */
  takeIn: (accountId: string, payoutId: string) => Promise<string | null>
}

/** A handler of Stripe's events. @param objectId the object that the event is about */
export type HandleEvent = (objectId: string) => Promise<void>

/** The features above, as payments call them. */
export interface Followers {
  receipts: PaymentReceipts
  payouts: Payouts
  onRefundEvent: HandleEvent
  onDisputeEvent: HandleEvent
  /** Called when money moved; it never throws. */
  onMoved: () => void
  /** The due work of the features above, one after the other, as a part of the reconciliation. */
  advanceDue: (leaving: AbortSignal) => Promise<void>
}

const reasonOf = async (db: Executor, paymentRequestId: string): Promise<string | null> =>
  (await findById(db, paymentRequestId))?.description ?? null

/** Reasons for payments, for the mails about them. */
export const quotedReasons = { payment_requested: reasonOf, payment_reminder: reasonOf }

/** Whether a person's account as a seller has changed, for chat: part of what it answers to whoever was away. */
export const sellerStamp =
  (ourAccount: Pick<OurAccountService, 'known'>) =>
  (userId: string): Fragment =>
    selectStamp(userId, ourAccount.known())

import type { Stripe } from 'stripe'

import type { CardBehaviour } from '../core/cards.ts'

/** What is remembered of an intent beside what Stripe shows of it. */
export interface IntentState {
  /** The 3-D Secure challenge that decides what happens next. */
  challenge: string | null
  /** Whether the next confirmation stays in `processing` until the control API ends it. */
  slow: boolean
}

/** The objects that are stored: `data` is what the API shows, `hidden` what it never does. */
export interface ObjectKinds {
  customer: { data: Stripe.Customer; hidden: Record<string, never> }
  /** What is left of a customer once it was deleted. */
  deleted_customer: { data: Stripe.DeletedCustomer; hidden: Record<string, never> }
  payment_method: {
    data: Stripe.PaymentMethod
    hidden: {
      behaviour: CardBehaviour
      /** Whether the card went through 3-D Secure for later use. */
      setUp: boolean
      /** Whether it was used or detached without a customer: Stripe then lets nobody attach it any more. */
      spent: boolean
    }
  }
  setup_attempt: { data: Stripe.SetupAttempt; hidden: Record<string, never> }
  setup_intent: { data: Stripe.SetupIntent; hidden: IntentState }
  payment_intent: { data: Stripe.PaymentIntent; hidden: IntentState }
  charge: { data: Stripe.Charge; hidden: Record<string, never> }
  /** `feeAmount`: what the platform keeps of it; less once it gave some of it back. */
  transfer: { data: Stripe.Transfer; hidden: { feeAmount: number } }
  /** A transfer as the connected account sees it: a payment, `py_…`. */
  destination_payment: { data: Stripe.Charge; hidden: Record<string, never> }
  /** A reversal as the connected account sees it: a refund of that payment, `pyr_…`. */
  destination_refund: { data: Stripe.Refund; hidden: Record<string, never> }
  application_fee: { data: Stripe.ApplicationFee; hidden: Record<string, never> }
  fee_refund: { data: Stripe.FeeRefund; hidden: Record<string, never> }
  /** `payout`: the automatic payout that took it along. */
  balance_transaction: { data: Stripe.BalanceTransaction; hidden: { payout: string | null } }
  payout: { data: Stripe.Payout; hidden: Record<string, never> }
  topup: { data: Stripe.Topup; hidden: Record<string, never> }
  reserve_transaction: { data: Stripe.ReserveTransaction; hidden: Record<string, never> }
  refund: { data: Stripe.Refund; hidden: Record<string, never> }
  dispute: { data: Stripe.Dispute; hidden: Record<string, never> }
  'radar.early_fraud_warning': { data: Stripe.Radar.EarlyFraudWarning; hidden: Record<string, never> }
  transfer_reversal: { data: Stripe.TransferReversal; hidden: Record<string, never> }
  /** An account that was disconnected from the platform. */
  disconnected_account: { data: Stripe.V2.Core.Account; hidden: { detailsSubmitted: boolean } }
  'v2.core.account': { data: Stripe.V2.Core.Account; hidden: { detailsSubmitted: boolean } }
}

export type Kind = keyof ObjectKinds

/** A stored object together with what is hidden of it. */
export interface Stored<K extends Kind> {
  data: ObjectKinds[K]['data']
  hidden: ObjectKinds[K]['hidden']
}

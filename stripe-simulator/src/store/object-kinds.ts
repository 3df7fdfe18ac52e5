import type { Stripe } from 'stripe'

import type { CardBehaviour } from '../core/cards.ts'

export interface IntentState {
  /** Id of the 3-D Secure challenge that decides the intent's next step. */
  challenge: string | null
  /** True if the next confirmation stays in `processing` until the control API ends it. */
  slow: boolean
}

export interface ObjectKinds {
  customer: { data: Stripe.Customer; hidden: Record<string, never> }
  deleted_customer: { data: Stripe.DeletedCustomer; hidden: Record<string, never> }
  payment_method: {
    data: Stripe.PaymentMethod
    hidden: {
      behaviour: CardBehaviour
      /** True if the card passed 3-D Secure for later use. */
      setUp: boolean
      /** True if the card was detached, or used without a customer: Stripe refuses any further use. */
      spent: boolean
    }
  }
  setup_attempt: { data: Stripe.SetupAttempt; hidden: Record<string, never> }
  setup_intent: { data: Stripe.SetupIntent; hidden: IntentState }
  payment_intent: { data: Stripe.PaymentIntent; hidden: IntentState }
  charge: { data: Stripe.Charge; hidden: Record<string, never> }
  /** `feeAmount`: the platform's fee minus refunded parts. */
  transfer: { data: Stripe.Transfer; hidden: { feeAmount: number } }
  /** Payment of the connected account for a transfer, `py_…`. */
  destination_payment: { data: Stripe.Charge; hidden: Record<string, never> }
  /** Refund of a connected account's payment for a reversal, `pyr_…`. */
  destination_refund: { data: Stripe.Refund; hidden: Record<string, never> }
  application_fee: { data: Stripe.ApplicationFee; hidden: Record<string, never> }
  fee_refund: { data: Stripe.FeeRefund; hidden: Record<string, never> }
  balance_transaction: { data: Stripe.BalanceTransaction; hidden: { payout: string | null } }
  payout: { data: Stripe.Payout; hidden: Record<string, never> }
  topup: { data: Stripe.Topup; hidden: Record<string, never> }
  reserve_transaction: { data: Stripe.ReserveTransaction; hidden: Record<string, never> }
  refund: { data: Stripe.Refund; hidden: Record<string, never> }
  dispute: { data: Stripe.Dispute; hidden: Record<string, never> }
  'radar.early_fraud_warning': { data: Stripe.Radar.EarlyFraudWarning; hidden: Record<string, never> }
  transfer_reversal: { data: Stripe.TransferReversal; hidden: Record<string, never> }
  disconnected_account: { data: Stripe.V2.Core.Account; hidden: { detailsSubmitted: boolean } }
  'v2.core.account': { data: Stripe.V2.Core.Account; hidden: { detailsSubmitted: boolean } }
}

export type Kind = keyof ObjectKinds

export interface Stored<K extends Kind> {
  data: ObjectKinds[K]['data']
  hidden: ObjectKinds[K]['hidden']
}

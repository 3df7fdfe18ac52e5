import type { Stripe } from 'stripe'

import type { LedgerAccount, LedgerKind } from '@kundig/contract/books/ledger-kinds'

export interface BalanceMovement {
  type: string
  amount: number
  fee: number
  net: number
  fees: readonly { type: string; amount: number }[]
  /** True for a dispute. Stripe lists disputes as adjustments, like many other movements. */
  isDispute: boolean
}

export interface LedgerLine {
  account: LedgerAccount
  /** In cents; a debit is positive. */
  amount: number
}

/** Type names in Stripe's library. A type of a later version must be mapped here, or the code does not compile. */
type KnownName<Name extends string> = Name extends unknown ? (string & {} extends Name ? never : Name) : never

/** Kind and contra account of each of Stripe's types (https://docs.stripe.com/reports/balance-transaction-types). */
const POSTINGS = {
  adjustment: ['adjustment', 'adjustments'],
  advance: ['stripe_product', 'stripe_products'],
  advance_funding: ['stripe_product', 'stripe_products'],
  anticipation_repayment: ['stripe_product', 'stripe_products'],
  application_fee: ['fee', 'platform_fees'],
  application_fee_refund: ['fee_refund', 'platform_fees'],
  charge: ['payment', 'payments'],
  climate_order_purchase: ['stripe_product', 'stripe_products'],
  climate_order_refund: ['stripe_product', 'stripe_products'],
  connect_collection_transfer: ['transfer', 'sellers'],
  contribution: ['stripe_product', 'stripe_products'],
  fee_credit_funding: ['stripe_fee', 'stripe_fees'],
  inbound_transfer: ['topup', 'topups'],
  inbound_transfer_reversal: ['topup', 'topups'],
  issuing_authorization_hold: ['stripe_product', 'stripe_products'],
  issuing_authorization_release: ['stripe_product', 'stripe_products'],
  issuing_dispute: ['stripe_product', 'stripe_products'],
  issuing_dispute_provisional_credit: ['stripe_product', 'stripe_products'],
  issuing_dispute_provisional_credit_reversal: ['stripe_product', 'stripe_products'],
  issuing_transaction: ['stripe_product', 'stripe_products'],
  obligation_outbound: ['adjustment', 'adjustments'],
  obligation_reversal_inbound: ['adjustment', 'adjustments'],
  payment: ['payment', 'payments'],
  payment_failure_refund: ['refund', 'refunds'],
  payment_network_reserve_hold: ['reserve', 'reserves'],
  payment_network_reserve_release: ['reserve', 'reserves'],
  payment_refund: ['refund', 'refunds'],
  payment_reversal: ['refund', 'refunds'],
  payment_unreconciled: ['adjustment', 'adjustments'],
  payout: ['payout', 'bank'],
  payout_cancel: ['payout_failure', 'bank'],
  payout_failure: ['payout_failure', 'bank'],
  payout_minimum_balance_hold: ['reserve', 'reserves'],
  payout_minimum_balance_release: ['reserve', 'reserves'],
  refund: ['refund', 'refunds'],
  refund_failure: ['refund_failure', 'refunds'],
  reserve_hold: ['reserve', 'reserves'],
  reserve_release: ['reserve', 'reserves'],
  reserve_transaction: ['reserve', 'reserves'],
  reserved_funds: ['reserve', 'reserves'],
  stripe_balance_payment_debit: ['stripe_product', 'stripe_products'],
  stripe_balance_payment_debit_reversal: ['stripe_product', 'stripe_products'],
  stripe_fee: ['stripe_fee', 'stripe_fees'],
  stripe_fx_fee: ['stripe_fee', 'stripe_fees'],
  tax_fee: ['stripe_fee', 'stripe_taxes'],
  tax_fund: ['stripe_fee', 'stripe_taxes'],
  topup: ['topup', 'topups'],
  topup_reversal: ['topup', 'topups'],
  transfer: ['transfer', 'sellers'],
  transfer_cancel: ['transfer_reversal', 'sellers'],
  transfer_failure: ['transfer_reversal', 'sellers'],
  transfer_refund: ['transfer_reversal', 'sellers'],
} as const satisfies Record<KnownName<Stripe.BalanceTransaction.Type>, readonly [LedgerKind, LedgerAccount]>

export const STRIPE_TYPES: readonly string[] = Object.keys(POSTINGS)

const isKnown = (type: string): type is keyof typeof POSTINGS => Object.hasOwn(POSTINGS, type)

function findPosting({
  type,
  isDispute,
}: Pick<BalanceMovement, 'type' | 'isDispute'>): readonly [LedgerKind, LedgerAccount] {
  if (type === 'adjustment' && isDispute) return ['dispute', 'disputes']
  return isKnown(type) ? POSTINGS[type] : ['other', 'other']
}

export const toLedgerKind = (movement: Pick<BalanceMovement, 'type' | 'isDispute'>): LedgerKind =>
  findPosting(movement)[0]

function toFeeAccount(type: string, isDispute: boolean): LedgerAccount {
  if (type === 'tax' || type === 'withheld_tax') return 'stripe_taxes'
  if (type === 'application_fee') return 'platform_fees'
  return isDispute ? 'dispute_fees' : 'stripe_fees'
}

/**
 * Returns a line for the Stripe balance (Stripe's net), then lines for fees and the contra account. Lines sum to zero:
 * if Stripe's fees and net do not add up, the difference goes to `other`.
 */
export function toLedgerLines(movement: BalanceMovement): LedgerLine[] {
  const { amount, fee, net, fees, isDispute } = movement
  const [, account] = findPosting(movement)
  const listed = fees.map((one) => ({ account: toFeeAccount(one.type, isDispute), amount: one.amount }))
  const unlisted = fee - fees.reduce((sum, one) => sum + one.amount, 0)
  const parts: LedgerLine[] = [
    ...listed,
    { account: toFeeAccount('', isDispute), amount: unlisted },
    { account, amount: -amount },
    { account: 'other', amount: amount - fee - net },
  ]
  return [{ account: 'stripe_balance', amount: net }, ...parts.filter((line) => line.amount !== 0)]
}

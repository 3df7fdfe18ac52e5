import type { Stripe } from 'stripe'

import type { Work } from '../../core/call.ts'
import type { Transaction } from '../../core/sql.ts'
import { findObject, insertObject, createId } from '../../store/object-store.ts'

export interface Movement {
  type: string
  /** Amount before fees (cents); negative for money that leaves the account. */
  amount: number
  currency: string
  source: string | null
  feeDetails?: Stripe.BalanceTransaction.FeeDetail[]
  description?: string | null
  /** Time from which the money is available (s); immediately by default. */
  availableOn?: number
  category?: string
  balanceType?: string
  payout?: string
}

/** https://docs.stripe.com/reports/reporting-categories */
const CATEGORIES = new Map([
  ['adjustment', 'other_adjustment'],
  ['application_fee', 'platform_earning'],
  ['application_fee_refund', 'platform_earning_refund'],
  ['charge', 'charge'],
  ['payment', 'charge'],
  ['payment_failure_refund', 'charge_failure'],
  ['payment_refund', 'refund'],
  ['payout', 'payout'],
  ['payout_cancel', 'payout_reversal'],
  ['payout_failure', 'payout_reversal'],
  ['refund', 'refund'],
  ['refund_failure', 'refund_failure'],
  ['reserve_transaction', 'connect_reserved_funds'],
  ['reserved_funds', 'risk_reserved_funds'],
  ['stripe_fee', 'fee'],
  ['stripe_fx_fee', 'fee'],
  ['tax_fee', 'tax'],
  ['topup', 'topup'],
  ['topup_reversal', 'topup_reversal'],
  ['transfer', 'transfer'],
  ['transfer_cancel', 'transfer_reversal'],
  ['transfer_failure', 'transfer_reversal'],
  ['transfer_refund', 'transfer_reversal'],
])

export async function bookMovement(work: Work, movement: Movement): Promise<Stripe.BalanceTransaction> {
  const { tx } = work
  const feeDetails = (movement.feeDetails ?? []).filter(({ amount }) => amount !== 0)
  const fee = feeDetails.reduce((sum, { amount }) => sum + amount, 0)
  const data: Stripe.BalanceTransaction = {
    id: createId('txn'),
    object: 'balance_transaction',
    amount: movement.amount,
    available_on: movement.availableOn ?? tx.nowS,
    balance_type: movement.balanceType ?? 'payments',
    created: tx.nowS,
    currency: movement.currency,
    description: movement.description ?? null,
    exchange_rate: null,
    fee,
    fee_details: feeDetails,
    net: movement.amount - fee,
    reporting_category: movement.category ?? CATEGORIES.get(movement.type) ?? 'other_adjustment',
    source: movement.source,
    status: 'pending',
    type: movement.type,
  }
  const shown = toCurrentTransaction(tx, data)
  const hidden = { payout: movement.payout ?? null }
  await insertObject(tx, 'balance_transaction', { data: shown, hidden }, movement.source)
  return shown
}

/** Current state of a movement. Pending money becomes available at a stored time. */
export function toCurrentTransaction(
  { nowS }: Transaction,
  data: Stripe.BalanceTransaction,
): Stripe.BalanceTransaction {
  return { ...data, status: data.available_on <= nowS ? 'available' : 'pending' }
}

/** Time from which another movement's money is available, and can leave the account (s). */
export async function findAvailabilityTime(
  tx: Transaction,
  movement: string | { id: string } | null | undefined,
): Promise<number> {
  if (typeof movement !== 'string') return tx.nowS
  const found = await findObject(tx, 'balance_transaction', movement)
  return Math.max(tx.nowS, found?.data.available_on ?? 0)
}

export function toApplicationId({ platform }: Transaction): string {
  return platform.replace(/^acct_/, 'ca_')
}

export function createStripeFee(
  amount: number,
  currency: string,
  description: string,
): Stripe.BalanceTransaction.FeeDetail {
  return { amount, application: null, currency, description, type: 'stripe_fee' }
}

/** Fee from a connected account to the platform; negative for a refund. */
export function createApplicationFee(
  tx: Transaction,
  amount: number,
  currency: string,
): Stripe.BalanceTransaction.FeeDetail {
  const description = amount < 0 ? 'Application fee refund' : 'Application fee'
  return { amount, application: toApplicationId(tx), currency, description, type: 'application_fee' }
}

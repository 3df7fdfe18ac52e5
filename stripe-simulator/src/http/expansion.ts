import { createInvalidRequestError } from '../core/api-error.ts'
import type { Transaction } from '../core/sql.ts'
import { toCurrentTransaction } from '../objects/balance/balance-entries.ts'
import { toV1Account } from '../onboarding/v1-account.ts'
import { findObjectInAllAccounts } from '../store/object-store.ts'

const EXPANDABLE = new Set([
  'account',
  'application_fee',
  'balance_transaction',
  'charge',
  'customer',
  'default_payment_method',
  'destination',
  'destination_payment',
  'destination_payment_refund',
  'failure_balance_transaction',
  'fee',
  'latest_attempt',
  'latest_charge',
  'originating_transaction',
  'payment_intent',
  'payment_method',
  'setup_intent',
  'source',
  'source_refund',
  'source_transaction',
  'source_transfer',
  'source_transfer_reversal',
  'transfer',
  'transfer_reversal',
])

/**
 * Returns a copy in which objects replace ids (https://docs.stripe.com/api/expanding_objects).
 * @param paths such as `latest_charge.transfer`, or `data.customer` for a list
 * @throws ApiError 400 for other fields
 */
export async function expandAnswer(tx: Transaction, answer: object, paths: readonly string[]): Promise<object> {
  if (paths.length === 0) return answer
  const copy: unknown = structuredClone(answer)
  for (const path of paths) await expandField(tx, copy, path.split('.'), path)
  return isObject(copy) ? copy : answer
}

async function expandField(tx: Transaction, at: unknown, [field, ...rest]: string[], path: string): Promise<void> {
  if (field === undefined || !isObject(at)) return
  if (Array.isArray(at[field])) {
    for (const item of at[field]) await expandField(tx, item, rest, path)
    return
  }
  const canBe = EXPANDABLE.has(field)
  if (!(field in at) || (!canBe && !isObject(at[field]) && at[field] !== null)) {
    throw createInvalidRequestError(`This property cannot be expanded (${path}).`, { param: 'expand' })
  }
  const value = at[field]
  if (canBe && typeof value === 'string') at[field] = (await loadObject(tx, value)) ?? value
  await expandField(tx, at[field], rest, path)
}

/** Loads an object of the platform or of a connected account, such as the payment of a transfer. */
async function loadObject(tx: Transaction, id: string): Promise<object | undefined> {
  const stored = await findObjectInAllAccounts(tx, id)
  if (stored?.kind === 'v2.core.account') return toV1Account(stored)
  if (stored?.kind === 'balance_transaction') return toCurrentTransaction(tx, stored.data)
  return stored?.data
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

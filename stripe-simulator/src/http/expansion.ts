import { invalidRequest } from '../core/api-error.ts'
import type { Transaction } from '../core/sql.ts'
import { v1AccountOf } from '../onboarding/v1-account.ts'
import type { Kind } from '../store/object-kinds.ts'
import { findObject } from '../store/object-store.ts'

/** The fields that hold an id and can hold the object instead. */
const EXPANDABLE = new Map<string, Kind>([
  ['charge', 'charge'],
  ['customer', 'customer'],
  ['default_payment_method', 'payment_method'],
  ['destination', 'v2.core.account'],
  ['latest_attempt', 'setup_attempt'],
  ['latest_charge', 'charge'],
  ['payment_intent', 'payment_intent'],
  ['payment_method', 'payment_method'],
  ['setup_intent', 'setup_intent'],
  ['source_refund', 'refund'],
  ['source_transaction', 'charge'],
  ['transfer', 'transfer'],
  ['transfer_reversal', 'transfer_reversal'],
])

/**
 * Puts objects in the place of their ids (https://docs.stripe.com/api/expanding_objects).
 * @param paths such as `latest_charge.transfer`, or `data.customer` for a list
 * @returns a copy; the answer itself stays as it was
 * @throws ApiError 400 for a field that cannot be expanded
 */
export async function expanded(tx: Transaction, answer: object, paths: readonly string[]): Promise<object> {
  if (paths.length === 0) return answer
  const copy: unknown = structuredClone(answer)
  for (const path of paths) await expandAt(tx, copy, path.split('.'), path)
  return isObject(copy) ? copy : answer
}

async function expandAt(tx: Transaction, at: unknown, [field, ...rest]: string[], path: string): Promise<void> {
  if (field === undefined || !isObject(at)) return
  if (Array.isArray(at[field])) {
    for (const item of at[field]) await expandAt(tx, item, rest, path)
    return
  }
  const kind = EXPANDABLE.get(field)
  if (!(field in at) || (kind === undefined && !isObject(at[field]) && at[field] !== null)) {
    throw invalidRequest(`This property cannot be expanded (${path}).`, { param: 'expand' })
  }
  const value = at[field]
  if (kind !== undefined && typeof value === 'string') at[field] = (await load(tx, kind, value)) ?? value
  await expandAt(tx, at[field], rest, path)
}

async function load(tx: Transaction, kind: Kind, id: string): Promise<object | undefined> {
  if (kind === 'v2.core.account') {
    const account = await findObject(tx, kind, id)
    return account === undefined ? undefined : v1AccountOf(account)
  }
  return (await findObject(tx, kind, id))?.data
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

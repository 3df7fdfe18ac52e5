import { createInvalidRequestError, createNoAccessError } from '../core/api-error.ts'
import type { Transaction } from '../core/sql.ts'
import type { Stored } from './object-kinds.ts'
import { findObject } from './object-store.ts'

/** @throws ApiError 403 `account_invalid` for an account that is not connected */
export async function requireConnected(tx: Transaction, id: string): Promise<Stored<'v2.core.account'>> {
  const account = await findObject(tx, 'v2.core.account', id)
  if (account === undefined) throw createNoAccessError(id)
  return account
}

/** @throws ApiError 403 `account_invalid` for an account that is not connected, 400 for a closed account */
export async function requireOpenAccount(tx: Transaction, id: string): Promise<Stored<'v2.core.account'>> {
  const account = await requireConnected(tx, id)
  if (account.data.closed === true) throw createClosedError(id)
  return account
}

export const createClosedError = (id: string, param?: string) =>
  createInvalidRequestError(`The account ${id} is closed.`, param === undefined ? {} : { param })

import { invalidRequest, noAccess } from '../core/api-error.ts'
import type { Transaction } from '../core/sql.ts'
import type { Stored } from './object-kinds.ts'
import { findObject } from './object-store.ts'

/** Finds an account that is connected. @throws ApiError 403 `account_invalid` */
export async function requireConnected(tx: Transaction, id: string): Promise<Stored<'v2.core.account'>> {
  const account = await findObject(tx, 'v2.core.account', id)
  if (account === undefined) throw noAccess(id)
  return account
}

/** Finds an account that is connected and open. @throws ApiError 403 `account_invalid`, 400 for one that is closed */
export async function requireOpen(tx: Transaction, id: string): Promise<Stored<'v2.core.account'>> {
  const account = await requireConnected(tx, id)
  if (account.data.closed === true) throw closed(id)
  return account
}

/** @param param the parameter that named the account */
export const closed = (id: string, param?: string) =>
  invalidRequest(`The account ${id} is closed.`, param === undefined ? {} : { param })

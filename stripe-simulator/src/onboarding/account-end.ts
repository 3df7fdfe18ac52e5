import { invalidRequest, noAccess } from '../core/api-error.ts'
import type { Work } from '../core/call.ts'
import type { Transaction } from '../core/sql.ts'
import { emit, emitThin } from '../events/events.ts'
import { applicationOf } from '../objects/balance/balance-entries.ts'
import type { Stored } from '../store/object-kinds.ts'
import { findObject, replaceObject, saveObject } from '../store/object-store.ts'

type Account = Stored<'v2.core.account'>

/** Closes an account. It can still be read. */
export async function closeAccount(work: Work, account: Account): Promise<void> {
  account.data.closed = true
  await saveObject(work.tx, account)
  await emitThin(work, account.data.id, { type: 'v2.core.account.closed' })
}

/** Takes an account from the platform, as its owner can: the platform can neither read nor use it any more. */
export async function disconnectAccount(work: Work, account: Account): Promise<void> {
  await replaceObject(work.tx, 'disconnected_account', account)
  const application = { id: applicationOf(work.tx), object: 'application', name: 'The platform' }
  await emit(work, 'account.application.deauthorized', application, account.data.id)
}

/** Finds an account that is connected. @throws ApiError 403 `account_invalid` */
export async function requireConnected(tx: Transaction, id: string): Promise<Account> {
  const account = await findObject(tx, 'v2.core.account', id)
  if (account === undefined) throw noAccess(id)
  return account
}

/** The same for an account that is open. @throws ApiError 403 `account_invalid`, 400 for one that is closed */
export async function requireOpen(tx: Transaction, id: string): Promise<Account> {
  const account = await requireConnected(tx, id)
  if (account.data.closed === true) throw closed(id)
  return account
}

/** @param param the parameter that named the account */
export const closed = (id: string, param?: string) =>
  invalidRequest(`The account ${id} is closed.`, param === undefined ? {} : { param })

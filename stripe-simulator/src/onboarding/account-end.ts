import type { Work } from '../core/call.ts'
import { emitEvent, emitThinEvent } from '../events/events.ts'
import { toApplicationId } from '../objects/balance/balance-entries.ts'
import type { Stored } from '../store/object-kinds.ts'
import { replaceObject, saveObject } from '../store/object-store.ts'

type Account = Stored<'v2.core.account'>

/** Closes an account; a closed account stays readable. */
export async function closeAccount(work: Work, account: Account): Promise<void> {
  account.data.closed = true
  await saveObject(work.tx, account)
  await emitThinEvent(work, account.data.id, { type: 'v2.core.account.closed' })
}

/** Disconnects an account, as its owner. The platform can then neither read nor use the account. */
export async function disconnectAccount(work: Work, account: Account): Promise<void> {
  await replaceObject(work.tx, 'disconnected_account', account)
  const application = { id: toApplicationId(work.tx), object: 'application', name: 'The platform' }
  await emitEvent(work, 'account.application.deauthorized', application, account.data.id)
}

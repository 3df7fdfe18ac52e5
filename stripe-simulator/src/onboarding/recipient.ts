import type { Work } from '../core/call.ts'
import { emit, emitThin } from '../events/events.ts'
import type { Stored } from '../store/object-kinds.ts'
import { saveObject } from '../store/object-store.ts'
import { capabilityIn, dueAt, requirementEntries } from './requirements.ts'
import type { CapabilityStatus, Progress } from './requirements.ts'
import { v1AccountOf } from './v1-account.ts'

type Account = Stored<'v2.core.account'>

/** What changes of a recipient; what is left out stays. */
export interface RecipientChange {
  /** How much of what is asked for was given. */
  progress?: Progress
  capability?: CapabilityStatus
}

/** What is still asked of an account, in the v2 API's names. */
export function dueOf({ data }: Account): string[] {
  return data.requirements?.entries?.map(({ description }) => description) ?? []
}

/** The state of an account's transfers; undefined when it has none. */
export function transfersOf({ data }: Account): CapabilityStatus | undefined {
  return data.configuration?.recipient?.capabilities?.stripe_balance?.stripe_transfers?.status
}

/**
 * Changes how far a recipient is and what it may do, and tells of what has changed.
 * @param account held by the caller
 */
export async function changeRecipient(
  work: Work,
  account: Account,
  { progress, capability }: RecipientChange,
): Promise<void> {
  const { data } = account
  const before = { due: dueOf(account).join(' '), transfers: transfersOf(account) }
  if (progress !== undefined) {
    data.requirements = { ...data.requirements, entries: requirementEntries(dueAt(progress)) }
    if (progress === 'all') account.hidden.detailsSubmitted = true
  }
  if (capability !== undefined) {
    data.configuration = {
      ...data.configuration,
      recipient: {
        ...data.configuration?.recipient,
        applied: true,
        capabilities: { stripe_balance: { stripe_transfers: capabilityIn(capability) } },
      },
    }
  }
  await saveObject(work.tx, account)
  if (dueOf(account).join(' ') !== before.due) {
    await emitThin(work, data.id, { type: 'v2.core.account[requirements].updated' })
  }
  if (transfersOf(account) !== before.transfers) {
    await emitThin(work, data.id, {
      type: 'v2.core.account[configuration.recipient].capability_status_updated',
      data: { updated_capability: 'stripe_balance.stripe_transfers' },
    })
  }
  await emit(work, 'account.updated', v1AccountOf(account), data.id)
}

import type { Work } from '../core/call.ts'
import { emit, emitThin } from '../events/events.ts'
import type { Stored } from '../store/object-kinds.ts'
import { saveObject } from '../store/object-store.ts'
import { capabilityIn, dueAt, requirementsOf } from './requirements.ts'
import type { CapabilityStatus, Deadline, Progress } from './requirements.ts'
import { v1AccountOf } from './v1-account.ts'

type Account = Stored<'v2.core.account'>

export interface RecipientChange {
  progress?: Progress
  /** Requirements outside an onboarding, and their deadline. */
  asked?: { due: readonly string[]; deadline: Deadline }
  /** Transfers to the account; also its payouts, unless those are set. */
  capability?: CapabilityStatus
  payouts?: CapabilityStatus
}

export function dueOf({ data }: Account): string[] {
  return data.requirements?.entries?.map(({ description }) => description) ?? []
}

function payoutsOf({ data }: Account): CapabilityStatus | undefined {
  return data.configuration?.recipient?.capabilities?.stripe_balance?.payouts?.status
}

export function transfersOf({ data }: Account): CapabilityStatus | undefined {
  return data.configuration?.recipient?.capabilities?.stripe_balance?.stripe_transfers?.status
}

/** Updates a locked recipient, and stores events of the changes. */
export async function changeRecipient(
  work: Work,
  account: Account,
  { progress, asked, capability, payouts = capability }: RecipientChange,
): Promise<void> {
  const { data } = account
  const before = {
    asked: JSON.stringify(data.requirements),
    transfers: transfersOf(account),
    payouts: payoutsOf(account),
  }
  if (progress !== undefined) {
    data.requirements = requirementsOf(dueAt(progress))
    if (progress === 'all') account.hidden.detailsSubmitted = true
  }
  if (asked !== undefined) data.requirements = requirementsOf(asked.due, asked.deadline)
  if (capability !== undefined || payouts !== undefined) {
    data.configuration = {
      ...data.configuration,
      recipient: {
        ...data.configuration?.recipient,
        applied: true,
        capabilities: {
          stripe_balance: {
            ...data.configuration?.recipient?.capabilities?.stripe_balance,
            ...(capability === undefined ? {} : { stripe_transfers: capabilityIn(capability) }),
            ...(payouts === undefined ? {} : { payouts: capabilityIn(payouts) }),
          },
        },
      },
    }
  }
  await saveObject(work.tx, account)
  if (JSON.stringify(data.requirements) !== before.asked) {
    await emitThin(work, data.id, { type: 'v2.core.account[requirements].updated' })
  }
  if (transfersOf(account) !== before.transfers) await tellCapability('stripe_balance.stripe_transfers')
  if (payoutsOf(account) !== before.payouts) await tellCapability('stripe_balance.payouts')
  await emit(work, 'account.updated', v1AccountOf(account), data.id)

  function tellCapability(updated_capability: string): Promise<void> {
    return emitThin(work, data.id, {
      type: 'v2.core.account[configuration.recipient].capability_status_updated',
      data: { updated_capability },
    })
  }
}

import type { Work } from '../core/call.ts'
import { emitEvent, emitThinEvent } from '../events/events.ts'
import type { Stored } from '../store/object-kinds.ts'
import { saveObject } from '../store/object-store.ts'
import { createCapability, listRemainingRequirements, toRequirements } from './requirements.ts'
import type { CapabilityStatus, Deadline, Progress } from './requirements.ts'
import { toV1Account } from './v1-account.ts'

type Account = Stored<'v2.core.account'>

export interface RecipientChange {
  progress?: Progress
  /** Requirements that are set outside an onboarding, with their deadline. */
  asked?: { due: readonly string[]; deadline: Deadline }
  /** Status of transfers to the account. It also applies to the account's payouts unless `payouts` is set. */
  capability?: CapabilityStatus
  payouts?: CapabilityStatus
}

export function listDueRequirements({ data }: Account): string[] {
  return data.requirements?.entries?.map(({ description }) => description) ?? []
}

function readPayoutStatus({ data }: Account): CapabilityStatus | undefined {
  return data.configuration?.recipient?.capabilities?.stripe_balance?.payouts?.status
}

export function readTransferStatus({ data }: Account): CapabilityStatus | undefined {
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
    transfers: readTransferStatus(account),
    payouts: readPayoutStatus(account),
  }
  if (progress !== undefined) {
    data.requirements = toRequirements(listRemainingRequirements(progress))
    if (progress === 'all') account.hidden.detailsSubmitted = true
  }
  if (asked !== undefined) data.requirements = toRequirements(asked.due, asked.deadline)
  if (capability !== undefined || payouts !== undefined) {
    data.configuration = {
      ...data.configuration,
      recipient: {
        ...data.configuration?.recipient,
        applied: true,
        capabilities: {
          stripe_balance: {
            ...data.configuration?.recipient?.capabilities?.stripe_balance,
            ...(capability === undefined ? {} : { stripe_transfers: createCapability(capability) }),
            ...(payouts === undefined ? {} : { payouts: createCapability(payouts) }),
          },
        },
      },
    }
  }
  await saveObject(work.tx, account)
  if (JSON.stringify(data.requirements) !== before.asked) {
    await emitThinEvent(work, data.id, { type: 'v2.core.account[requirements].updated' })
  }
  if (readTransferStatus(account) !== before.transfers) await emitCapabilityChange('stripe_balance.stripe_transfers')
  if (readPayoutStatus(account) !== before.payouts) await emitCapabilityChange('stripe_balance.payouts')
  await emitEvent(work, 'account.updated', toV1Account(account), data.id)

  function emitCapabilityChange(updated_capability: string): Promise<void> {
    return emitThinEvent(work, data.id, {
      type: 'v2.core.account[configuration.recipient].capability_status_updated',
      data: { updated_capability },
    })
  }
}

import type { Work } from '../core/call.ts'
import { emit, emitThin } from '../events/events.ts'
import type { Stored } from '../store/object-kinds.ts'
import { saveObject } from '../store/object-store.ts'
import { createCapability, listDueAt, toRequirements } from './requirements.ts'
import type { CapabilityStatus, Deadline, Progress } from './requirements.ts'
import { toV1Account } from './v1-account.ts'

type Account = Stored<'v2.core.account'>

export interface RecipientChange {
  progress?: Progress
  /** Requirements that are set outside an onboarding, with their deadline. */
  asked?: { due: readonly string[]; deadline: Deadline }
  /** Status of transfers to the account, and of its payouts unless `payouts` is set. */
  capability?: CapabilityStatus
  payouts?: CapabilityStatus
}

export function listDue({ data }: Account): string[] {
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
    data.requirements = toRequirements(listDueAt(progress))
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
    await emitThin(work, data.id, { type: 'v2.core.account[requirements].updated' })
  }
  if (readTransferStatus(account) !== before.transfers) await emitCapability('stripe_balance.stripe_transfers')
  if (readPayoutStatus(account) !== before.payouts) await emitCapability('stripe_balance.payouts')
  await emit(work, 'account.updated', toV1Account(account), data.id)

  function emitCapability(updated_capability: string): Promise<void> {
    return emitThin(work, data.id, {
      type: 'v2.core.account[configuration.recipient].capability_status_updated',
      data: { updated_capability },
    })
  }
}

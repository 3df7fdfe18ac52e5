import type { Stripe } from 'stripe'

import type { CapabilityStatus } from '../../../tables/payments.ts'
import type { SellerState } from '../stripe-profile.repository.ts'

export const INCLUDED = ['configuration.recipient', 'requirements'] as const

const STATUSES = ['active', 'pending', 'restricted', 'rejected', 'unsupported'] as const satisfies CapabilityStatus[]
/** Transfers come first, because payouts depend on transfers. */
const STAKES = [
  ['stripe_balance.stripe_transfers', 'transfers'],
  ['stripe_balance.payouts', 'payouts'],
] as const

type Entry = Stripe.V2.Core.Account.Requirements.Entry
type Capability = { status: string; status_details: readonly { code: string }[] }

export function toSellerState({ configuration, requirements }: Stripe.V2.Core.Account): SellerState {
  const balance = configuration?.recipient?.capabilities?.stripe_balance
  const deadline = requirements?.summary?.minimum_deadline
  const wanted = (requirements?.entries ?? []).filter(
    ({ awaiting_action_from: whose, minimum_deadline: { status } }) =>
      // Omits requirements that are due eventually, unless Stripe sets a deadline.
      whose === 'user' && (status !== 'eventually_due' || (deadline?.time !== undefined && deadline.status === status)),
  )
  const stopped = [balance?.stripe_transfers, balance?.payouts].find((one) => one && one.status !== 'active')
  return {
    transfersStatus: toStatus(balance?.stripe_transfers),
    payoutsStatus: toStatus(balance?.payouts),
    restrictedBy: stopped?.status_details[0]?.code.slice(0, 100) ?? null,
    requirementsDue: wanted.map((entry) => entry.description).toSorted(),
    dueBy: wanted.length > 0 && deadline?.time !== undefined ? new Date(deadline.time) : null,
    atStake: findCapabilityAtStake(wanted),
  }
}

/** Maps an unknown status to restricted, because money moves only while the status is active. */
function toStatus(capability: Capability | undefined): CapabilityStatus | null {
  return capability === undefined ? null : (STATUSES.find((known) => known === capability.status) ?? 'restricted')
}

function findCapabilityAtStake(wanted: readonly Entry[]): SellerState['atStake'] {
  const names = wanted.flatMap(({ impact }) =>
    (impact.restricts_capabilities ?? []).map(({ capability }) => String(capability)),
  )
  return STAKES.find(([name]) => names.includes(name))?.[1] ?? null
}

export function isSame(one: SellerState, other: SellerState): boolean {
  return (
    one.transfersStatus === other.transfersStatus &&
    one.payoutsStatus === other.payoutsStatus &&
    one.restrictedBy === other.restrictedBy &&
    one.atStake === other.atStake &&
    one.dueBy?.getTime() === other.dueBy?.getTime() &&
    one.requirementsDue.length === other.requirementsDue.length &&
    one.requirementsDue.every((name, at) => name === other.requirementsDue[at])
  )
}

import type { Stripe } from 'stripe'

const ASKED = [
  { v2: 'identity.individual.given_name', v1: ['individual.first_name'] },
  { v2: 'identity.individual.surname', v1: ['individual.last_name'] },
  {
    v2: 'identity.individual.date_of_birth',
    v1: ['individual.dob.day', 'individual.dob.month', 'individual.dob.year'],
  },
  {
    v2: 'identity.individual.address',
    v1: ['individual.address.city', 'individual.address.line1', 'individual.address.postal_code'],
  },
  { v2: 'configuration.recipient.default_outbound_destination', v1: ['external_account'] },
  { v2: 'identity.attestations.terms_of_service.account', v1: ['tos_acceptance.date', 'tos_acceptance.ip'] },
] as const

/** Requirements after an incomplete onboarding: bank account and terms. */
const DUE_AT_HALF = ASKED.slice(-2).map(({ v2 }) => v2)

export const ASKED_NAMES = ASKED.map(({ v2 }) => v2)

export type CapabilityStatus =
  Stripe.V2.Core.Account.Configuration.Recipient.Capabilities.StripeBalance.StripeTransfers.Status
type Capability = Stripe.V2.Core.Account.Configuration.Recipient.Capabilities.StripeBalance.StripeTransfers
type Entry = Stripe.V2.Core.Account.Requirements.Entry

export type Progress = 'nothing' | 'half' | 'all'

export function listRemainingRequirements(progress: Progress): (typeof ASKED_NAMES)[number][] {
  if (progress === 'all') return []
  return progress === 'half' ? DUE_AT_HALF : ASKED.map(({ v2 }) => v2)
}

export function toV1RequirementNames(due: readonly string[]): string[] {
  return ASKED.filter(({ v2 }) => due.includes(v2)).flatMap(({ v1 }) => [...v1])
}

export type Urgency = Stripe.V2.Core.Account.Requirements.Entry.MinimumDeadline.Status

export interface Deadline {
  urgency: Urgency
  at: Date | undefined
}

export function toRequirements(
  due: readonly string[],
  { urgency: status, at }: Deadline = { urgency: 'currently_due', at: undefined },
): Stripe.V2.Core.Account.Requirements {
  const entries = due.map((description): Entry => ({
    awaiting_action_from: 'user',
    description,
    errors: [],
    impact: {
      restricts_capabilities: (['stripe_balance.payouts', 'stripe_balance.stripe_transfers'] as const).map(
        (capability) => ({ capability, configuration: 'recipient', deadline: { status } }),
      ),
    },
    minimum_deadline: { status },
    requested_reasons: [{ code: 'routine_onboarding' }],
  }))
  if (entries.length === 0) return { entries }
  const time = at === undefined ? {} : { time: at.toISOString() }
  return { entries, summary: { minimum_deadline: { status, ...time } } }
}

export function createCapability(status: CapabilityStatus): Capability {
  switch (status) {
    case 'pending':
      return {
        status,
        status_details: [{ code: 'requirements_pending_verification', resolution: 'no_resolution' }],
      }
    case 'rejected':
      return { status, status_details: [{ code: 'rejected_other', resolution: 'contact_stripe' }] }
    case 'restricted':
      return { status, status_details: [{ code: 'requirements_past_due', resolution: 'provide_info' }] }
    case 'unsupported':
      return { status, status_details: [{ code: 'unsupported_business', resolution: 'no_resolution' }] }
    default:
      return { status, status_details: [] }
  }
}

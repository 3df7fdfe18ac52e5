import type { Stripe } from 'stripe'
import { z } from 'zod'

import type { CardDetails } from '../../core/cards.ts'
import { requireValidCard } from '../../core/cards.ts'
import { integer, mergeMetadata, metadata, text, createClearableSchema } from '../../core/parameters.ts'
import type { Transaction } from '../../core/sql.ts'
import type { Stored } from '../../store/object-kinds.ts'
import { createId } from '../../store/object-store.ts'

const line = createClearableSchema(text).optional()

export const billingDetails = z.strictObject({
  address: z
    .strictObject({ city: line, country: line, line1: line, line2: line, postal_code: line, state: line })
    .optional(),
  email: line,
  name: line,
  phone: line,
  tax_id: line,
})

export const methodDetails = z.strictObject({
  type: z.literal('card'),
  card: z.strictObject({ number: text.max(40), exp_month: integer, exp_year: integer, cvc: text.optional() }),
  billing_details: billingDetails.optional(),
  metadata: metadata.optional(),
  allow_redisplay: z.enum(['always', 'limited', 'unspecified']).optional(),
})

type Extras = Partial<Pick<z.output<typeof methodDetails>, 'allow_redisplay' | 'billing_details' | 'metadata'>>

/** Makes a payment method; discards number and code. @throws ApiError 402 for a card that Stripe's test mode refuses */
export function createCardMethod(
  card: CardDetails,
  { allow_redisplay = 'unspecified', billing_details, metadata: pairs }: Extras,
  { nowMs, nowS }: Transaction,
  secret: string,
): Stored<'payment_method'> {
  const known = requireValidCard(card, nowMs, secret)
  const data: Stripe.PaymentMethod = {
    id: createId('pm'),
    object: 'payment_method',
    allow_redisplay,
    billing_details: mergeBillingDetails(NO_BILLING_DETAILS, billing_details),
    card: {
      brand: known.brand,
      checks: {
        address_line1_check: null,
        address_postal_code_check: null,
        cvc_check: known.hasCvc ? 'pass' : null,
      },
      country: 'US',
      display_brand: known.brand,
      exp_month: known.exp_month,
      exp_year: known.exp_year,
      fingerprint: known.fingerprint,
      funding: 'credit',
      generated_from: null,
      last4: known.last4,
      networks: { available: [known.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: nowS,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: mergeMetadata({}, pairs),
    type: 'card',
  }
  return { data, hidden: { behaviour: known.behaviour, setUp: false, spent: false } }
}

const NO_BILLING_DETAILS: Stripe.PaymentMethod.BillingDetails = {
  address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
  email: null,
  name: null,
  phone: null,
  tax_id: null,
}

export function mergeBillingDetails(
  before: Stripe.PaymentMethod.BillingDetails,
  { address = {}, ...change }: z.output<typeof billingDetails> = {},
): Stripe.PaymentMethod.BillingDetails {
  const addressBefore = before.address ?? NO_BILLING_DETAILS.address
  return {
    ...before,
    ...omitUndefined(change),
    address: addressBefore === null ? null : { ...addressBefore, ...omitUndefined(address) },
  }
}

function omitUndefined(values: Record<string, string | null | undefined>): Record<string, string | null> {
  const known: Record<string, string | null> = {}
  for (const [key, value] of Object.entries(values)) if (value !== undefined) known[key] = value
  return known
}

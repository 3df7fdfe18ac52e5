import type { Stripe } from 'stripe'
import { z } from 'zod'

import { defineEndpoint } from '../../core/call.ts'
import type { Work } from '../../core/call.ts'
import { createListAnswer } from '../../core/list-answer.ts'
import { page, text } from '../../core/parameters.ts'
import type { Stored } from '../../store/object-kinds.ts'
import { getObject, insertObject, listObjects, createId } from '../../store/object-store.ts'

/** Stores an attempt to save a card as the latest attempt of the intent. */
export async function makeSetupAttempt(
  work: Work,
  { data: intent }: Stored<'setup_intent'>,
  method: Stripe.PaymentMethod,
  error: Stripe.SetupIntent.LastSetupError | null,
): Promise<void> {
  const data: Stripe.SetupAttempt = {
    id: createId('setatt'),
    object: 'setup_attempt',
    application: null,
    created: work.tx.nowS,
    customer: intent.customer,
    customer_account: null,
    flow_directions: null,
    livemode: false,
    on_behalf_of: null,
    payment_method: method.id,
    payment_method_details: toMethodDetails(method),
    setup_error: error,
    setup_intent: intent.id,
    status: error === null ? 'succeeded' : 'failed',
    usage: intent.usage,
  }
  await insertObject(work.tx, 'setup_attempt', { data, hidden: {} }, intent.id)
  intent.latest_attempt = data.id
}

function toMethodDetails({ card }: Stripe.PaymentMethod): Stripe.SetupAttempt.PaymentMethodDetails {
  if (card === undefined) return { type: 'card' }
  return {
    type: 'card',
    card: {
      brand: card.brand,
      checks: card.checks,
      country: card.country,
      exp_month: card.exp_month,
      exp_year: card.exp_year,
      fingerprint: card.fingerprint ?? null,
      funding: card.funding,
      last4: card.last4,
      network: card.brand,
      three_d_secure: null,
      wallet: null,
    },
  }
}

/** https://docs.stripe.com/api/setup_attempts */
export const setupAttemptEndpoints = [
  defineEndpoint(
    'GET /v1/setup_attempts',
    'secret',
    z.strictObject({ ...page, setup_intent: text }),
    async ({ tx }, params) => {
      await getObject(tx, 'setup_intent', params.setup_intent, 'setup_intent')
      return createListAnswer('/v1/setup_attempts', await listObjects(tx, 'setup_attempt', params.setup_intent, params))
    },
  ),
]

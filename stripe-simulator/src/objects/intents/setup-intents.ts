import type { Stripe } from 'stripe'
import { z } from 'zod'

import { defineEndpoint } from '../../core/call.ts'
import type { Call } from '../../core/call.ts'
import { createListAnswer } from '../../core/list-answer.ts'
import { boolean, mergeMetadata, metadata, page, text } from '../../core/parameters.ts'
import { emitEvent } from '../../events/events.ts'
import type { Stored } from '../../store/object-kinds.ts'
import { getObject, insertObject, listObjects, lockObject, createId, saveObject } from '../../store/object-store.ts'
import { lockMethod } from '../customers/payment-method-owner.ts'
import { resolvePaymentMethod } from './intent-confirmation.ts'
import { checkClientSecret, checkMethodTypes, confirmation, fromBrowser, methodTypes } from './intent-parameters.ts'
import { cancelSetup, confirmSetup, requireConfirmableSetup } from './setup-intent-flow.ts'

const creation = z.strictObject({
  ...methodTypes,
  ...confirmation,
  confirm: boolean.default(false),
  customer: text.optional(),
  description: text.optional(),
  metadata: metadata.optional(),
  usage: z.enum(['off_session', 'on_session']).default('off_session'),
})

const confirming = z.strictObject({ ...methodTypes, ...confirmation, ...fromBrowser })

async function createSetupIntent(call: Call, params: z.output<typeof creation>): Promise<Stripe.SetupIntent> {
  checkMethodTypes(params)
  const { tx } = call
  if (params.customer !== undefined) await getObject(tx, 'customer', params.customer, 'customer')
  const method = params.payment_method === undefined ? undefined : await lockMethod(call, params.payment_method)
  const id = createId('seti')
  const intent: Stored<'setup_intent'> = {
    data: {
      id,
      object: 'setup_intent',
      allowed_payment_method_types: params.allowed_payment_method_types ?? null,
      application: null,
      automatic_payment_methods:
        params.allowed_payment_method_types === undefined ? { allow_redirects: 'always', enabled: true } : null,
      cancellation_reason: null,
      client_secret: createId(`${id}_secret`),
      created: tx.nowS,
      customer: params.customer ?? null,
      customer_account: null,
      description: params.description ?? null,
      excluded_payment_method_types: null,
      flow_directions: null,
      last_setup_error: null,
      latest_attempt: null,
      livemode: false,
      mandate: null,
      metadata: mergeMetadata({}, params.metadata),
      next_action: null,
      on_behalf_of: null,
      payment_method: method?.data.id ?? null,
      payment_method_configuration_details: null,
      payment_method_options: { card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' } },
      payment_method_types: ['card'],
      single_use_mandate: null,
      status: method === undefined ? 'requires_payment_method' : 'requires_confirmation',
      usage: params.usage,
    },
    hidden: { challenge: null, slow: false },
  }
  await insertObject(tx, 'setup_intent', intent, params.customer ?? null)
  await emitEvent(call, 'setup_intent.created', intent.data)
  if (params.confirm) await confirmSetupWithMethod(call, intent, { ...params, payment_method: method?.data.id })
  return intent.data
}

async function confirmSetupIntent(call: Call, params: z.output<typeof confirming>): Promise<Stripe.SetupIntent> {
  checkMethodTypes(params)
  const intent = await lockObject(call.tx, 'setup_intent', call.id)
  checkClientSecret(call.access, params.client_secret, intent.data)
  await confirmSetupWithMethod(call, intent, params)
  return intent.data
}

async function confirmSetupWithMethod(
  call: Call,
  intent: Stored<'setup_intent'>,
  params: Omit<z.output<typeof confirming>, 'client_secret'>,
): Promise<void> {
  requireConfirmableSetup(intent)
  await confirmSetup(call, intent, await resolvePaymentMethod(call, intent, params, NO_METHOD), params)
}

const NO_METHOD =
  "You cannot confirm this SetupIntent because it's missing a payment method. Update the SetupIntent with a payment method and then confirm it again."

/** https://docs.stripe.com/api/setup_intents */
export const setupIntentEndpoints = [
  defineEndpoint('POST /v1/setup_intents', 'secret', creation, createSetupIntent),
  defineEndpoint(
    'GET /v1/setup_intents',
    'secret',
    z.strictObject({ ...page, customer: text.optional() }),
    async ({ tx }, params) =>
      createListAnswer('/v1/setup_intents', await listObjects(tx, 'setup_intent', params.customer ?? null, params)),
  ),
  defineEndpoint(
    'GET /v1/setup_intents/:id',
    'publishable',
    z.strictObject(fromBrowser),
    async ({ tx, id, access }, { client_secret }) => {
      const { data } = await getObject(tx, 'setup_intent', id)
      checkClientSecret(access, client_secret, data)
      return data
    },
  ),
  defineEndpoint(
    'POST /v1/setup_intents/:id',
    'secret',
    z.strictObject({ metadata: metadata.optional(), description: text.optional() }),
    async ({ tx, id }, params) => {
      const intent = await lockObject(tx, 'setup_intent', id)
      intent.data.metadata = mergeMetadata(intent.data.metadata ?? {}, params.metadata)
      intent.data.description = params.description ?? intent.data.description
      await saveObject(tx, intent)
      return intent.data
    },
  ),
  defineEndpoint('POST /v1/setup_intents/:id/confirm', 'publishable', confirming, confirmSetupIntent),
  defineEndpoint(
    'POST /v1/setup_intents/:id/cancel',
    'secret',
    z.strictObject({ cancellation_reason: z.enum(['abandoned', 'requested_by_customer', 'duplicate']).optional() }),
    async (call, { cancellation_reason }) => {
      const intent = await lockObject(call.tx, 'setup_intent', call.id)
      await cancelSetup(call, intent, cancellation_reason ?? null)
      return intent.data
    },
  ),
]

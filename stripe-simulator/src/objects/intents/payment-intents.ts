import type { Stripe } from 'stripe'
import { z } from 'zod'

import { defineEndpoint } from '../../core/call.ts'
import type { Call } from '../../core/call.ts'
import { createListAnswer } from '../../core/list-answer.ts'
import {
  boolean,
  emailAddress,
  integer,
  mergeMetadata,
  metadata,
  page,
  range,
  text,
  createClearableSchema,
} from '../../core/parameters.ts'
import { emitEvent } from '../../events/events.ts'
import type { Stored } from '../../store/object-kinds.ts'
import { getObject, insertObject, listObjects, lockObject, createId, saveObject } from '../../store/object-store.ts'
import { requireValidDestination } from '../balance/destinations.ts'
import { requireValidAmount, requireValidFee } from '../charges/payment-amounts.ts'
import { lockMethod } from '../customers/payment-method-owner.ts'
import { cancelChallenge } from './challenges.ts'
import { resolvePaymentMethod } from './intent-confirmation.ts'
import { checkClientSecret, checkMethodTypes, confirmation, fromBrowser, methodTypes } from './intent-parameters.ts'
import { cancelPayment, confirmPayment, requireOpenPayment } from './payment-intent-flow.ts'

const usage = z.enum(['off_session', 'on_session'])

const creation = z.strictObject({
  ...methodTypes,
  ...confirmation,
  amount: integer,
  application_fee_amount: integer.optional(),
  capture_method: z.enum(['automatic', 'automatic_async']).default('automatic_async'),
  confirm: boolean.default(false),
  currency: text.regex(/^[a-z]{3}$/i),
  customer: text.optional(),
  description: text.optional(),
  metadata: metadata.optional(),
  off_session: boolean.default(false),
  receipt_email: emailAddress.optional(),
  setup_future_usage: usage.optional(),
  transfer_data: z.strictObject({ destination: text, amount: integer.optional() }).optional(),
  transfer_group: text.optional(),
})

const changes = z.strictObject({
  ...methodTypes,
  amount: integer.optional(),
  application_fee_amount: createClearableSchema(integer).optional(),
  currency: text.regex(/^[a-z]{3}$/i).optional(),
  customer: text.optional(),
  description: createClearableSchema(text).optional(),
  metadata: metadata.optional(),
  payment_method: text.optional(),
  receipt_email: createClearableSchema(emailAddress).optional(),
  setup_future_usage: createClearableSchema(usage).optional(),
  transfer_data: z.strictObject({ amount: integer.optional() }).optional(),
  transfer_group: text.optional(),
})

const confirming = z.strictObject({
  ...methodTypes,
  ...confirmation,
  ...fromBrowser,
  off_session: boolean.default(false),
  receipt_email: createClearableSchema(emailAddress).optional(),
  setup_future_usage: createClearableSchema(usage).optional(),
})

async function createPaymentIntent(call: Call, params: z.output<typeof creation>): Promise<Stripe.PaymentIntent> {
  checkMethodTypes(params)
  const { tx } = call
  const currency = params.currency.toLowerCase()
  requireValidAmount(params.amount, currency)
  requireValidFee(params.application_fee_amount, params.amount, params.transfer_data)
  if (params.customer !== undefined) await getObject(tx, 'customer', params.customer, 'customer')
  await requireValidDestination(tx, params.transfer_data?.destination)
  const method = params.payment_method === undefined ? undefined : await lockMethod(call, params.payment_method)
  const id = createId('pi')
  const intent: Stored<'payment_intent'> = {
    data: {
      id,
      object: 'payment_intent',
      allowed_payment_method_types: params.allowed_payment_method_types ?? null,
      amount: params.amount,
      amount_capturable: 0,
      amount_details: { tip: {} },
      amount_received: 0,
      application: null,
      application_fee_amount: params.application_fee_amount ?? null,
      automatic_payment_methods:
        params.allowed_payment_method_types === undefined ? { allow_redirects: 'always', enabled: true } : null,
      canceled_at: null,
      cancellation_reason: null,
      capture_method: params.capture_method,
      client_secret: createId(`${id}_secret`),
      confirmation_method: 'automatic',
      created: tx.nowS,
      currency,
      customer: params.customer ?? null,
      customer_account: null,
      description: params.description ?? null,
      excluded_payment_method_types: null,
      last_payment_error: null,
      latest_charge: null,
      livemode: false,
      managed_payments: null,
      metadata: mergeMetadata({}, params.metadata),
      next_action: null,
      on_behalf_of: null,
      payment_method: method?.data.id ?? null,
      payment_method_configuration_details: null,
      payment_method_options: {
        card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
      },
      payment_method_types: ['card'],
      payment_record: null,
      processing: null,
      receipt_email: params.receipt_email ?? null,
      review: null,
      setup_future_usage: params.setup_future_usage ?? null,
      shipping: null,
      source: null,
      statement_descriptor: null,
      statement_descriptor_suffix: null,
      status: method === undefined ? 'requires_payment_method' : 'requires_confirmation',
      transfer_data: toTransferData(params.transfer_data),
      transfer_group: params.transfer_group ?? null,
    },
    hidden: { challenge: null, slow: false },
  }
  await insertObject(tx, 'payment_intent', intent, params.customer ?? null)
  await emitEvent(call, 'payment_intent.created', intent.data)
  if (params.confirm) await confirmPaymentWithMethod(call, intent, { ...params, payment_method: method?.data.id })
  return intent.data
}

async function updatePaymentIntent(call: Call, params: z.output<typeof changes>): Promise<Stripe.PaymentIntent> {
  checkMethodTypes(params)
  const { tx } = call
  const intent = await lockObject(tx, 'payment_intent', call.id)
  const { data } = intent
  const { metadata: pairs, description, ...others } = params
  // Metadata and description can always change; other fields only before the payment.
  if (Object.values(others).some((value) => value !== undefined)) requireOpenPayment(intent, 'update')
  if (params.customer !== undefined) await getObject(tx, 'customer', params.customer, 'customer')
  data.amount = params.amount ?? data.amount
  data.currency = params.currency?.toLowerCase() ?? data.currency
  requireValidAmount(data.amount, data.currency)
  if (params.application_fee_amount !== undefined) data.application_fee_amount = params.application_fee_amount
  requireValidFee(data.application_fee_amount ?? undefined, data.amount, data.transfer_data ?? undefined)
  if (params.transfer_data?.amount !== undefined && data.transfer_data) {
    data.transfer_data.amount = params.transfer_data.amount
  }
  data.customer = params.customer ?? data.customer
  if (params.payment_method !== undefined) {
    data.payment_method = (await lockMethod(call, params.payment_method)).data.id
    data.status = 'requires_confirmation'
    await cancelChallenge(call, intent)
  }
  if (params.receipt_email !== undefined) data.receipt_email = params.receipt_email
  if (params.setup_future_usage !== undefined) data.setup_future_usage = params.setup_future_usage
  data.transfer_group = params.transfer_group ?? data.transfer_group
  if (description !== undefined) data.description = description
  data.metadata = mergeMetadata(data.metadata, pairs)
  await saveObject(tx, intent, typeof data.customer === 'string' ? data.customer : null)
  return data
}

async function confirmPaymentIntent(call: Call, params: z.output<typeof confirming>): Promise<Stripe.PaymentIntent> {
  checkMethodTypes(params)
  const intent = await lockObject(call.tx, 'payment_intent', call.id)
  checkClientSecret(call.access, params.client_secret, intent.data)
  requireOpenPayment(intent, 'confirm')
  if (params.receipt_email !== undefined) intent.data.receipt_email = params.receipt_email
  if (params.setup_future_usage !== undefined) intent.data.setup_future_usage = params.setup_future_usage
  await confirmPaymentWithMethod(call, intent, params)
  return intent.data
}

type Confirming = Pick<
  z.output<typeof confirming>,
  'off_session' | 'payment_method' | 'payment_method_data' | 'return_url' | 'use_stripe_sdk'
>

async function confirmPaymentWithMethod(
  call: Call,
  intent: Stored<'payment_intent'>,
  params: Confirming,
): Promise<void> {
  const { off_session: isOffSession, return_url, use_stripe_sdk } = params
  const method = await resolvePaymentMethod(call, intent, params, NO_METHOD)
  await confirmPayment(call, intent, method, { return_url, use_stripe_sdk, isOffSession })
}

const NO_METHOD =
  "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken."

function toTransferData(
  given: { destination: string; amount?: number | undefined } | undefined,
): Stripe.PaymentIntent.TransferData | null {
  if (given === undefined) return null
  return { destination: given.destination, ...(given.amount === undefined ? {} : { amount: given.amount }) }
}

const reasons = z.enum(['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'])

/** https://docs.stripe.com/api/payment_intents */
export const paymentIntentEndpoints = [
  defineEndpoint('POST /v1/payment_intents', 'secret', creation, createPaymentIntent),
  defineEndpoint(
    'GET /v1/payment_intents',
    'secret',
    z.strictObject({ ...page, created: range.optional(), customer: text.optional() }),
    async ({ tx }, { created, customer, ...where }) => {
      const listed = await listObjects(tx, 'payment_intent', customer ?? null, where, { within: { created } })
      return createListAnswer('/v1/payment_intents', listed)
    },
  ),
  defineEndpoint(
    'GET /v1/payment_intents/:id',
    'publishable',
    z.strictObject(fromBrowser),
    async ({ tx, id, access }, { client_secret }) => {
      const { data } = await getObject(tx, 'payment_intent', id)
      checkClientSecret(access, client_secret, data)
      return data
    },
  ),
  defineEndpoint('POST /v1/payment_intents/:id', 'secret', changes, updatePaymentIntent),
  defineEndpoint('POST /v1/payment_intents/:id/confirm', 'publishable', confirming, confirmPaymentIntent),
  defineEndpoint(
    'POST /v1/payment_intents/:id/cancel',
    'secret',
    z.strictObject({ cancellation_reason: reasons.optional() }),
    async (call, { cancellation_reason }) => {
      const intent = await lockObject(call.tx, 'payment_intent', call.id)
      await cancelPayment(call, intent, cancellation_reason ?? null)
      return intent.data
    },
  ),
]

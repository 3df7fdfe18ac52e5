import type { Stripe } from 'stripe'
import { z } from 'zod'

import { defineEndpoint } from '../../core/call.ts'
import type { Call } from '../../core/call.ts'
import { createListAnswer } from '../../core/list-answer.ts'
import { createListSchema, mergeMetadata, metadata, page, text, createClearableSchema } from '../../core/parameters.ts'
import { emitEvent } from '../../events/events.ts'
import {
  findObject,
  getObject,
  insertObject,
  listObjects,
  lockObject,
  createId,
  replaceObject,
  saveObject,
} from '../../store/object-store.ts'
import { attachMethod, detachMethod, requireOwnMethod } from './payment-method-owner.ts'

const changes = z.strictObject({
  description: createClearableSchema(text).optional(),
  email: createClearableSchema(text.max(512)).optional(),
  invoice_settings: z.strictObject({ default_payment_method: createClearableSchema(text).optional() }).optional(),
  metadata: metadata.optional(),
  name: createClearableSchema(text.max(256)).optional(),
  payment_method: text.optional(),
  phone: createClearableSchema(text).optional(),
  preferred_locales: createListSchema(text).optional(),
})

type Changes = z.output<typeof changes>

async function createCustomer(call: Call, params: Changes): Promise<Stripe.Customer> {
  const data: Stripe.Customer = {
    id: createId('cus', 14),
    object: 'customer',
    address: null,
    balance: 0,
    created: call.tx.nowS,
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: null,
    invoice_prefix: createId('').slice(1, 9).toUpperCase(),
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: {},
    name: null,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  }
  await insertObject(call.tx, 'customer', { data, hidden: {} }, null)
  await applyChanges(call, data, params)
  await emitEvent(call, 'customer.created', data)
  return data
}

async function updateCustomer(call: Call, params: Changes): Promise<Stripe.Customer> {
  const { data } = await lockObject(call.tx, 'customer', call.id)
  await applyChanges(call, data, params)
  await emitEvent(call, 'customer.updated', data)
  return data
}

async function applyChanges(call: Call, data: Stripe.Customer, params: Changes): Promise<void> {
  if (params.payment_method !== undefined) await attachMethod(call, params.payment_method, data.id)
  const chosen = params.invoice_settings?.default_payment_method
  if (typeof chosen === 'string') {
    await requireOwnMethod(call.tx, chosen, data.id, 'invoice_settings[default_payment_method]')
  }
  if (chosen !== undefined) data.invoice_settings = { ...data.invoice_settings, default_payment_method: chosen }
  if (params.description !== undefined) data.description = params.description
  if (params.email !== undefined) data.email = params.email
  if (params.name !== undefined) data.name = params.name
  if (params.phone !== undefined) data.phone = params.phone
  if (params.preferred_locales !== undefined) data.preferred_locales = params.preferred_locales
  data.metadata = mergeMetadata(data.metadata, params.metadata)
  await saveObject(call.tx, { data, hidden: {} }, data.email)
}

/** Deletes a customer permanently; their cards cannot be used again. */
async function removeCustomer(call: Call): Promise<Stripe.DeletedCustomer> {
  const { tx, id } = call
  const { data: customer } = await lockObject(tx, 'customer', id)
  customer.invoice_settings.default_payment_method = null
  await saveObject(tx, { data: customer, hidden: {} })
  for (;;) {
    const { data: methods } = await listObjects(tx, 'payment_method', id, { limit: 100 })
    if (methods.length === 0) break
    for (const method of methods) await detachMethod(call, method.id)
  }
  const data: Stripe.DeletedCustomer = { id, object: 'customer', deleted: true }
  await replaceObject(tx, 'deleted_customer', { data, hidden: {} })
  await emitEvent(call, 'customer.deleted', customer)
  return data
}

/** https://docs.stripe.com/api/customers */
export const customerEndpoints = [
  defineEndpoint('POST /v1/customers', 'secret', changes, createCustomer),
  defineEndpoint(
    'GET /v1/customers',
    'secret',
    z.strictObject({ ...page, email: text.optional() }),
    async (call, params) =>
      createListAnswer('/v1/customers', await listObjects(call.tx, 'customer', params.email ?? null, params)),
  ),
  defineEndpoint(
    'GET /v1/customers/:id',
    'secret',
    z.strictObject({}),
    // A deleted customer can only be retrieved; every other operation answers `resource_missing`.
    async ({ tx, id }) =>
      (await findObject(tx, 'deleted_customer', id))?.data ?? (await getObject(tx, 'customer', id)).data,
  ),
  defineEndpoint('DELETE /v1/customers/:id', 'secret', z.strictObject({}), removeCustomer),
  defineEndpoint('POST /v1/customers/:id', 'secret', changes, updateCustomer),
  defineEndpoint(
    'GET /v1/customers/:id/payment_methods',
    'secret',
    z.strictObject({ ...page, type: text.optional() }),
    async ({ tx, id }, params) => {
      await getObject(tx, 'customer', id)
      const all = params.type === undefined || params.type === 'card'
      const listed = all ? await listObjects(tx, 'payment_method', id, params) : { data: [], hasMore: false }
      return createListAnswer(`/v1/customers/${id}/payment_methods`, listed)
    },
  ),
]

import { z } from 'zod'

import { defineEndpoint } from '../../core/call.ts'
import { createListAnswer } from '../../core/list-answer.ts'
import { integer, mergeMetadata, metadata, page, text } from '../../core/parameters.ts'
import { emitEvent } from '../../events/events.ts'
import { getObject, insertObject, listObjects, lockObject, saveObject } from '../../store/object-store.ts'
import { billingDetails, mergeBillingDetails, methodDetails, createCardMethod } from './new-card-method.ts'
import { attachMethod, detachMethod } from './payment-method-owner.ts'

const changes = z.strictObject({
  allow_redisplay: z.enum(['always', 'limited', 'unspecified']).optional(),
  billing_details: billingDetails.optional(),
  card: z.strictObject({ exp_month: integer.optional(), exp_year: integer.optional() }).optional(),
  metadata: metadata.optional(),
})

/** https://docs.stripe.com/api/payment_methods */
export const paymentMethodEndpoints = [
  defineEndpoint(
    'POST /v1/payment_methods',
    'publishable',
    methodDetails,
    async ({ tx, settings }, { card, ...extras }) => {
      const made = createCardMethod(card, extras, tx, settings.secretKey)
      await insertObject(tx, 'payment_method', made, null)
      return made.data
    },
  ),
  defineEndpoint(
    'GET /v1/payment_methods',
    'secret',
    z.strictObject({ ...page, customer: text, type: text.optional() }),
    async ({ tx }, params) => {
      await getObject(tx, 'customer', params.customer, 'customer')
      const all = params.type === undefined || params.type === 'card'
      const listed = all
        ? await listObjects(tx, 'payment_method', params.customer, params)
        : { data: [], hasMore: false }
      return createListAnswer('/v1/payment_methods', listed)
    },
  ),
  defineEndpoint(
    'GET /v1/payment_methods/:id',
    'secret',
    z.strictObject({}),
    async ({ tx, id }) => (await getObject(tx, 'payment_method', id)).data,
  ),
  defineEndpoint('POST /v1/payment_methods/:id', 'secret', changes, async (call, params) => {
    const method = await lockObject(call.tx, 'payment_method', call.id)
    const { data } = method
    if (params.allow_redisplay !== undefined) data.allow_redisplay = params.allow_redisplay
    data.billing_details = mergeBillingDetails(data.billing_details, params.billing_details)
    if (data.card !== undefined) {
      data.card.exp_month = params.card?.exp_month ?? data.card.exp_month
      data.card.exp_year = params.card?.exp_year ?? data.card.exp_year
    }
    data.metadata = mergeMetadata(data.metadata ?? {}, params.metadata)
    await saveObject(call.tx, method)
    await emitEvent(call, 'payment_method.updated', data)
    return data
  }),
  defineEndpoint(
    'POST /v1/payment_methods/:id/attach',
    'secret',
    z.strictObject({ customer: text }),
    async (call, { customer }) => (await attachMethod(call, call.id, customer)).data,
  ),
  defineEndpoint(
    'POST /v1/payment_methods/:id/detach',
    'secret',
    z.strictObject({}),
    async (call) => (await detachMethod(call, call.id)).data,
  ),
]

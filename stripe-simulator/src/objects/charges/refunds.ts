import { z } from 'zod'

import { createInvalidRequestError } from '../../core/api-error.ts'
import { defineEndpoint } from '../../core/call.ts'
import { createListAnswer } from '../../core/list-answer.ts'
import { boolean, integer, mergeMetadata, metadata, page, range, text } from '../../core/parameters.ts'
import { findObject, getObject, listObjects, lockObject, saveObject } from '../../store/object-store.ts'
import { toChargeOwnerId } from './charge-owner.ts'
import { lockCharge, makeRefund } from './refund-flow.ts'

/** https://docs.stripe.com/api/refunds */
export const refundEndpoints = [
  defineEndpoint(
    'POST /v1/refunds',
    'secret',
    z.strictObject({
      amount: integer.pipe(z.int().min(1)).optional(),
      charge: text.optional(),
      metadata: metadata.optional(),
      payment_intent: text.optional(),
      reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
      refund_application_fee: boolean.default(false),
      reverse_transfer: boolean.default(false),
    }),
    async (work, params) => {
      const charge =
        params.payment_intent === undefined
          ? await lockObject(work.tx, 'charge', requireChargeId(params.charge), 'charge')
          : await lockCharge(work, params.payment_intent)
      if (params.charge !== undefined && charge.data.id !== params.charge) {
        throw createInvalidRequestError('The charge does not belong to the payment_intent.', { param: 'charge' })
      }
      return makeRefund(work, charge, {
        amount: params.amount,
        reason: params.reason ?? null,
        reversesTransfer: params.reverse_transfer,
        refundsFee: params.refund_application_fee,
        metadata: mergeMetadata({}, params.metadata),
      })
    },
  ),
  defineEndpoint(
    'GET /v1/refunds/:id',
    'secret',
    z.strictObject({}),
    async ({ tx, id }) => (await getObject(tx, tx.account === null ? 'refund' : 'destination_refund', id)).data,
    { forAccounts: true },
  ),
  defineEndpoint(
    'POST /v1/refunds/:id',
    'secret',
    z.strictObject({ metadata: metadata.optional() }),
    async ({ tx, id }, params) => {
      const refund = await lockObject(tx, 'refund', id)
      refund.data.metadata = mergeMetadata(refund.data.metadata ?? {}, params.metadata)
      await saveObject(tx, refund)
      return refund.data
    },
  ),
  defineEndpoint(
    'GET /v1/refunds',
    'secret',
    z.strictObject({
      ...page,
      charge: text.optional(),
      created: range.optional(),
      payment_intent: text.optional(),
    }),
    async ({ tx }, { charge, created, payment_intent: intent, ...where }) => {
      const owner = intent ?? (charge === undefined ? null : await findChargeOwner(charge))
      return createListAnswer('/v1/refunds', await listObjects(tx, 'refund', owner, where, { within: { created } }))

      /** A failed charge is its own owner, so it has no refunds, even if another charge of its payment succeeded. */
      async function findChargeOwner(id: string): Promise<string> {
        const found = await findObject(tx, 'charge', id)
        return found?.data.paid === true ? toChargeOwnerId(found.data) : id
      }
    },
  ),
]

function requireChargeId(charge: string | undefined): string {
  if (charge !== undefined) return charge
  throw createInvalidRequestError(
    'One of the following params should be provided for this request: payment_intent or charge.',
  )
}

import { z } from 'zod'

import { defineEndpoint } from '../../core/call.ts'
import { createListAnswer } from '../../core/list-answer.ts'
import { integer, mergeMetadata, metadata, page, range, text } from '../../core/parameters.ts'
import { getObject, listObjects } from '../../store/object-store.ts'
import { refundTransferFee } from './transfer-flow.ts'

/** https://docs.stripe.com/api/application_fees and https://docs.stripe.com/api/fee_refunds */
export const applicationFeeEndpoints = [
  defineEndpoint(
    'GET /v1/application_fees',
    'secret',
    z.strictObject({ ...page, charge: text.optional(), created: range.optional() }),
    async ({ tx }, { charge, created, ...where }) => {
      const isPayment = charge?.startsWith('py_') === true
      const listed = await listObjects(tx, 'application_fee', isPayment ? null : (charge ?? null), where, {
        equal: { charge: isPayment ? charge : undefined },
        within: { created },
      })
      return createListAnswer('/v1/application_fees', listed)
    },
  ),
  defineEndpoint(
    'GET /v1/application_fees/:id',
    'secret',
    z.strictObject({}),
    async ({ tx, id }) => (await getObject(tx, 'application_fee', id)).data,
  ),
  defineEndpoint('GET /v1/application_fees/:id/refunds', 'secret', z.strictObject(page), async ({ tx, id }, where) => {
    await getObject(tx, 'application_fee', id)
    return createListAnswer(`/v1/application_fees/${id}/refunds`, await listObjects(tx, 'fee_refund', id, where))
  }),
  defineEndpoint(
    'POST /v1/application_fees/:id/refunds',
    'secret',
    z.strictObject({ amount: integer.pipe(z.int().min(1)).optional(), metadata: metadata.optional() }),
    async (work, params) =>
      refundTransferFee(work, work.id, {
        amount: params.amount,
        metadata: mergeMetadata({}, params.metadata),
      }),
  ),
]

import type { Stripe } from 'stripe'
import { z } from 'zod'

import { createInvalidRequestError } from '../../core/api-error.ts'
import { defineEndpoint } from '../../core/call.ts'
import type { Work } from '../../core/call.ts'
import { createListAnswer } from '../../core/list-answer.ts'
import { boolean, integer, mergeMetadata, metadata, page, range, text } from '../../core/parameters.ts'
import { toStoredId } from '../../core/stored-id.ts'
import { requireOpenAccount } from '../../store/connected-accounts.ts'
import { getObject, listObjects, lockObject } from '../../store/object-store.ts'
import { PLATFORM, deductFromLimit } from './balance-limits.ts'
import { requireValidDestination } from './destinations.ts'
import { reverseTransferPart, sendTransfer } from './transfer-flow.ts'

const cents = integer.pipe(z.int().min(1))

/** https://docs.stripe.com/api/transfers and https://docs.stripe.com/api/transfer_reversals */
export const transferEndpoints = [
  defineEndpoint(
    'GET /v1/transfers/:id',
    'secret',
    z.strictObject({}),
    async ({ tx, id }) => (await getObject(tx, 'transfer', id)).data,
  ),
  defineEndpoint(
    'GET /v1/transfers',
    'secret',
    z.strictObject({
      ...page,
      created: range.optional(),
      destination: text.optional(),
      transfer_group: text.optional(),
    }),
    async ({ tx }, { created, destination, transfer_group, ...where }) => {
      const listed = await listObjects(tx, 'transfer', destination ?? null, where, {
        equal: { transfer_group },
        within: { created },
      })
      return createListAnswer('/v1/transfers', listed)
    },
  ),
  defineEndpoint(
    'POST /v1/transfers',
    'secret',
    z.strictObject({
      amount: cents,
      currency: z.literal('eur'),
      destination: text,
      metadata: metadata.optional(),
      transfer_group: text.optional(),
    }),
    async (work, params) => {
      await requireValidDestination(work.tx, params.destination)
      await deductFromLimit(work.tx, PLATFORM, params.amount)
      return sendTransfer(work, {
        amount: params.amount,
        currency: params.currency,
        destination: params.destination,
        charge: null,
        transferGroup: params.transfer_group ?? null,
        metadata: mergeMetadata({}, params.metadata),
        availableOn: work.tx.nowS,
      })
    },
  ),
  defineEndpoint('GET /v1/transfers/:id/reversals', 'secret', z.strictObject(page), async ({ tx, id }, where) => {
    await getObject(tx, 'transfer', id)
    return createListAnswer(`/v1/transfers/${id}/reversals`, await listObjects(tx, 'transfer_reversal', id, where))
  }),
  defineEndpoint(
    'POST /v1/transfers/:id/reversals',
    'secret',
    z.strictObject({
      amount: cents.optional(),
      metadata: metadata.optional(),
      refund_application_fee: boolean.default(false),
    }),
    async (work, params) => reverseTransferWithoutRefund(work, params),
  ),
]

async function reverseTransferWithoutRefund(
  work: Work & { id: string },
  params: {
    amount?: number | undefined
    metadata?: Record<string, string> | null | undefined
    refund_application_fee: boolean
  },
): Promise<Stripe.TransferReversal> {
  const transfer = await lockObject(work.tx, 'transfer', work.id)
  const { data, hidden } = transfer
  const left = data.amount - data.amount_reversed
  const amount = params.amount ?? left
  if (left === 0 || amount > left) {
    throw createInvalidRequestError(`Reversal amount is greater than unreversed amount on transfer (${String(left)})`, {
      param: 'amount',
    })
  }
  let fee = 0
  if (params.refund_application_fee) {
    const charge =
      data.source_transaction === null
        ? undefined
        : await getObject(work.tx, 'charge', toStoredId(data.source_transaction))
    const whole = charge?.data.application_fee_amount ?? 0
    if (whole === 0) {
      throw createInvalidRequestError(`Transfer ${data.id} has no application fee`, { param: 'refund_application_fee' })
    }
    fee = Math.min(hidden.feeAmount, Math.floor((whole * amount) / data.amount))
  }
  await requireOpenAccount(work.tx, toStoredId(data.destination))
  await deductFromLimit(work.tx, toStoredId(data.destination), amount - fee)
  const pairs = mergeMetadata({}, params.metadata)
  return reverseTransferPart(work, transfer, { amount, feeBack: fee, refundId: null, metadata: pairs })
}

import { z } from 'zod'

import { defineEndpoint } from '../../core/call.ts'
import { createListAnswer } from '../../core/list-answer.ts'
import { page, range, text } from '../../core/parameters.ts'
import { getObject, listObjects } from '../../store/object-store.ts'

/** https://docs.stripe.com/api/payouts; the control API creates payouts, in place of Stripe's schedule. */
export const payoutEndpoints = [
  defineEndpoint(
    'GET /v1/payouts',
    'secret',
    z.strictObject({
      ...page,
      arrival_date: range.optional(),
      created: range.optional(),
      destination: text.optional(),
      status: text.optional(),
    }),
    async ({ tx }, { arrival_date, created, destination, status, ...where }) =>
      createListAnswer(
        '/v1/payouts',
        await listObjects(tx, 'payout', null, where, {
          equal: { destination, status },
          within: { arrival_date, created },
        }),
      ),
    { forAccounts: true },
  ),
  defineEndpoint(
    'GET /v1/payouts/:id',
    'secret',
    z.strictObject({}),
    async ({ tx, id }) => (await getObject(tx, 'payout', id)).data,
    { forAccounts: true },
  ),
]

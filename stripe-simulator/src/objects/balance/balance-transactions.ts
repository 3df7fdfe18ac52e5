import { z } from 'zod'

import { createInvalidRequestError } from '../../core/api-error.ts'
import { defineEndpoint } from '../../core/call.ts'
import { createListAnswer } from '../../core/list-answer.ts'
import { page, range, text } from '../../core/parameters.ts'
import type { Transaction } from '../../core/sql.ts'
import { getObject, listObjects } from '../../store/object-store.ts'
import { toCurrentTransaction } from './balance-entries.ts'

const listing = z.strictObject({
  ...page,
  created: range.optional(),
  currency: text.optional(),
  payout: text.optional(),
  source: text.optional(),
  type: text.optional(),
})

/** Refuses a manual payout: only automatic payouts include movements. @throws ApiError 400 */
async function requireAutomaticPayout(tx: Transaction, payout: string | undefined): Promise<void> {
  if (payout === undefined || (await getObject(tx, 'payout', payout, 'payout')).data.automatic) return
  throw createInvalidRequestError(
    'Balance transaction history can only be filtered on automatic transfers, not manual.',
    {
      param: 'payout',
    },
  )
}

/** https://docs.stripe.com/api/balance_transactions and https://docs.stripe.com/api/balance */
export const balanceEndpoints = [
  defineEndpoint(
    'GET /v1/balance_transactions',
    'secret',
    listing,
    async ({ tx }, { created, currency, payout, source, type, ...where }) => {
      await requireAutomaticPayout(tx, payout)
      const { data, hasMore } = await listObjects(tx, 'balance_transaction', source ?? null, where, {
        equal: { currency, type },
        hidden: { payout },
        within: { created },
      })
      return createListAnswer('/v1/balance_transactions', {
        data: data.map((movement) => toCurrentTransaction(tx, movement)),
        hasMore,
      })
    },
    { forAccounts: true },
  ),
  defineEndpoint(
    'GET /v1/balance_transactions/:id',
    'secret',
    z.strictObject({}),
    async ({ tx, id }) => toCurrentTransaction(tx, (await getObject(tx, 'balance_transaction', id)).data),
    { forAccounts: true },
  ),
  defineEndpoint('GET /v1/balance', 'secret', z.strictObject({}), ({ tx }) => readBalance(tx), { forAccounts: true }),
]

/** Balance of each currency: the sum of all movements. */
async function readBalance(tx: Transaction): Promise<object> {
  const rows = await tx.query<{ currency: string; available: string; pending: string }>(
    `SELECT data->>'currency' AS currency,
       coalesce(sum((data->>'net')::bigint) FILTER (WHERE (data->>'available_on')::bigint <= $3), 0) AS available,
       coalesce(sum((data->>'net')::bigint) FILTER (WHERE (data->>'available_on')::bigint > $3), 0) AS pending
     FROM objects WHERE kind = 'balance_transaction' AND platform = $1 AND account IS NOT DISTINCT FROM $2
     GROUP BY 1 ORDER BY 1`,
    [tx.platform, tx.account, tx.nowS],
  )
  const currencies = rows.length > 0 ? rows : [{ currency: 'eur', available: '0', pending: '0' }]
  const part = (name: 'available' | 'pending') =>
    currencies.map(({ currency, [name]: cents }) => ({
      amount: Number(cents),
      currency,
      source_types: { card: Number(cents) },
    }))
  return { object: 'balance', available: part('available'), livemode: false, pending: part('pending') }
}

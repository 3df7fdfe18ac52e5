import type { Books } from '@kundig/contract/operations/books.contract'

import type { Sql } from '../../database/test-database.ts'
import type { Person } from '../../people/test-client.ts'
import type { ServerChild } from '../../server/server-child.ts'
import type { Finding } from './count-money.ts'

const MOVEMENTS = `(SELECT id, (data->>'net')::int AS net FROM stripe_simulator.objects
  WHERE kind = 'balance_transaction' AND account IS NULL)`

/** Compares the books with Stripe's balance transactions and their sum. */
export async function findBookMismatches(
  sql: Sql['query'],
  server: ServerChild,
  moderator: Person,
): Promise<Finding[]> {
  const idsOf = async (query: string): Promise<string[]> => (await sql<{ id: string }>(query)).map(({ id }) => id)
  const [sums] = await sql<{ books: number; stripe: number }>(
    `SELECT coalesce((SELECT sum(amount) FROM ledger_lines WHERE account = 'stripe_balance'), 0)::int AS books,
       coalesce((SELECT sum(net) FROM ${MOVEMENTS} m), 0)::int AS stripe`,
  )
  const cents = (sums?.stripe ?? 0) - (sums?.books ?? 0)
  const { looks } = await server.must<Books>(moderator, 'GET', '/api/operations/books?range=30_days')
  return [
    ['cents between the books and Stripe’s balance', Array.from({ length: Math.abs(cents) }, () => 'a cent')],
    [
      'cents between them, as operators are shown',
      looks.flatMap(({ currency, expected, actual }) =>
        Array.from({ length: Math.abs(actual - expected) }, () => `a cent of ${currency}`),
      ),
    ],
    ['currencies that operators are not shown', looks.some(({ currency }) => currency === 'eur') ? [] : ['eur']],
    [
      'transactions that are not in exactly one journal',
      await idsOf(
        `SELECT coalesce(m.id, j.stripe_balance_transaction) AS id FROM ${MOVEMENTS} m
         FULL JOIN ledger_journals j ON j.stripe_balance_transaction = m.id
         GROUP BY m.id, j.stripe_balance_transaction
         HAVING count(m.id) <> 1 OR count(j.id) <> 1 OR min(m.net) <> min(j.net)`,
      ),
    ],
    [
      'journals that do not sum to zero',
      await idsOf(
        `SELECT j.id FROM ledger_journals j LEFT JOIN ledger_lines l ON l.journal_id = j.id GROUP BY j.id
         HAVING coalesce(sum(l.amount), 1) <> 0`,
      ),
    ],
    [
      'journals whose payment is not named',
      await idsOf(
        `SELECT id FROM ledger_journals WHERE payment_request_id IS NULL
           AND kind IN ('payment', 'transfer', 'fee', 'refund', 'transfer_reversal', 'fee_refund', 'dispute')`,
      ),
    ],
    ['unmatched charges', await idsOf('SELECT id FROM unknown_payments')],
  ]
}

import { everyOperator } from './every-operator.ts'
import type { PermissionFixture } from './permission-fixture.ts'
import { call, type PermissionRow, type RowOfGuarantee } from './permission-row.ts'

/** Inserts an unmatched charge that Stripe does not have either, so that no action can succeed. */
async function insertUnknownPayment({ sql }: PermissionFixture): Promise<string> {
  await sql('DELETE FROM unknown_payments')
  const [row] = await sql<{ id: string }>(
    `INSERT INTO unknown_payments (stripe_charge_id, livemode, amount, currency, created_at)
     VALUES ('ch_permissions', false, 100, 'eur', now()) RETURNING id`,
  )
  return row?.id ?? ''
}

const onUnknown = (rest: string): PermissionRow['attempt'] =>
  call('POST', async (fixture) => `/api/operations/unmatched-charges/${await insertUnknownPayment(fixture)}${rest}`)

export const BOOK_ROWS: readonly RowOfGuarantee[] = [
  {
    operation: 'read the books',
    calls: 'GET /operations/books',
    attempt: call('GET', '/api/operations/books?range=30_days'),
    expected: everyOperator('200'),
  },
  {
    operation: 'read the transactions of a day',
    calls: 'GET /operations/books/{day}',
    attempt: call('GET', '/api/operations/books/2026-01-31'),
    expected: everyOperator('200'),
  },
  {
    operation: 'compare the books with Stripe',
    calls: 'POST /operations/books/balance-check',
    attempt: call('POST', '/api/operations/books/balance-check', () => ({})),
    expected: { ...everyOperator('200'), viewer: '403 ROLE_NEEDED' },
  },
  {
    operation: 'reconcile an unmatched charge',
    calls: 'POST /operations/unmatched-charges/{id}/reconcile',
    attempt: onUnknown('/reconcile'),
    expected: { ...everyOperator('200'), viewer: '403 ROLE_NEEDED' },
  },
  {
    operation: 'ignore an unmatched charge',
    calls: 'POST /operations/unmatched-charges/{id}/ignore',
    attempt: onUnknown('/ignore'),
    expected: { ...everyOperator('200'), viewer: '403 ROLE_NEEDED' },
  },
  {
    operation: 'acknowledge an unknown transaction type',
    calls: 'POST /operations/balance-types/seen',
    attempt: call('POST', '/api/operations/balance-types/seen', () => ({ type: 'moon_landing' })),
    expected: { ...everyOperator('403 ROLE_NEEDED'), owner: '200' },
  },
]

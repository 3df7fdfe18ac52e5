import type { Earnings } from '@kundig/contract/books/payment-lists.contract'

import { fetchContent } from '../people/file-sending.ts'
import { toOutcome, toVisibilityOutcome } from '../people/outcome.ts'
import type { Failure, Person } from '../people/test-client.ts'
import { everyOperator } from './every-operator.ts'
import type { PermissionFixture } from './permission-fixture.ts'
import { call, type PermissionRow, toRows } from './permission-row.ts'

async function findReceipt({ sql, completed }: PermissionFixture): Promise<string> {
  const [row] = await sql<{ id: string }>(
    `SELECT id FROM receipts WHERE payment_request_id = $1 AND kind = 'payment'`,
    [completed.payment_request_id],
  )
  if (!row) throw new Error('What was paid has a receipt')
  return row.id
}

const fileAt =
  (path: (fixture: PermissionFixture) => Promise<string>) => async (fixture: PermissionFixture, who: Person | null) => {
    const { status, content } = await fetchContent(fixture.site.url, who, await path(fixture))
    return toOutcome({ status, body: status < 300 ? null : (JSON.parse(content.toString()) as Failure) })
  }
/** Tries to read a list that shows only the caller's entries. */
const listed =
  (path: string) =>
  async ({ site }: PermissionFixture, who: Person | null) =>
    toVisibilityOutcome(await site.api<{ items: unknown[] }>(who, 'GET', path), ({ items }) => items.length > 0)

export const receiptPermissions: readonly PermissionRow[] = [
  ...toRows('Earnings, receipts, payments', [
    {
      operation: 'read a receipt',
      calls: 'GET /receipts/{id}',
      attempt: fileAt(async (fixture) => `/api/receipts/${await findReceipt(fixture)}`),
      expected: { seller: '200', buyer: '200', everyoneElse: '404 NOT_FOUND' },
    },
    {
      operation: 'list their payments',
      calls: 'GET /payments/sent',
      attempt: listed('/api/payments/sent'),
      expected: { buyer: 'shown', everyoneElse: 'left out' },
    },
    {
      operation: 'list their earnings',
      calls: 'GET /payments/received',
      attempt: listed('/api/payments/received'),
      expected: { seller: 'shown', everyoneElse: 'left out' },
    },
    {
      operation: 'read their total earnings',
      calls: 'GET /payments/earnings',
      attempt: async ({ site }, who) =>
        toVisibilityOutcome(
          await site.api<Earnings>(who, 'GET', '/api/payments/earnings'),
          ({ payments }) => payments > 0,
        ),
      expected: { seller: 'shown', everyoneElse: 'left out' },
    },
    {
      operation: 'download their earnings as a file',
      calls: 'GET /payments/earnings.csv',
      attempt: async (fixture, who) => {
        const { status, content } = await fetchContent(fixture.site.url, who, '/api/payments/earnings.csv')
        if (status >= 300) return toOutcome({ status, body: JSON.parse(content.toString()) as Failure })
        return content.toString().trim().includes('\n') ? 'shown' : 'left out'
      },
      expected: { seller: 'shown', everyoneElse: 'left out' },
    },
  ]),
  ...toRows(null, [
    {
      operation: 'list the receipts of a payment as an operator',
      calls: 'GET /operations/payments/{payment_id}/receipts',
      isForOperators: true,
      attempt: call('GET', ({ completed }) => `/api/operations/payments/${completed.payment_request_id}/receipts`),
      expected: everyOperator('200'),
    },
    {
      operation: 'read a receipt as an operator',
      isForOperators: true,
      attempt: fileAt(
        async (fixture) =>
          `/api/operations/payments/${fixture.completed.payment_request_id}/receipts/${await findReceipt(fixture)}`,
      ),
      expected: everyOperator('200'),
    },
  ]),
]

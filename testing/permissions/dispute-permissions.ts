import { everyOperator } from './every-operator.ts'
import type { PermissionFixture } from './permission-fixture.ts'
import { call, type RowOfGuarantee } from './permission-row.ts'

/** Runs `work` with a dispute that Stripe does not have. Deletes the dispute, which would prevent refunds. */
async function withDispute<Result>(
  { sql, completed }: PermissionFixture,
  status: string,
  work: (id: string) => Promise<Result>,
): Promise<Result> {
  const [row] = await sql<{ id: string }>(
    `INSERT INTO disputes (stripe_dispute_id, payment_request_id, stripe_charge_id, amount, currency, reason, status, seen_at)
     VALUES ('du_permissions', $1, 'ch_permissions', 100, 'eur', 'fraudulent', $2, now()) RETURNING id`,
    [completed.payment_request_id, status],
  )
  try {
    return await work(row?.id ?? '')
  } finally {
    await sql('DELETE FROM disputes')
  }
}

export const DISPUTE_ROWS: readonly RowOfGuarantee[] = [
  {
    operation: 'list disputes',
    calls: 'GET /operations/disputes',
    attempt: call('GET', '/api/operations/disputes'),
    expected: everyOperator('200'),
  },
  {
    operation: 'prepare evidence for a dispute',
    calls: 'POST /operations/disputes/{id}/look',
    attempt: (fixture, who) =>
      withDispute(fixture, 'needs_response', (id) => call('POST', `/api/operations/disputes/${id}/look`)(fixture, who)),
    expected: { ...everyOperator('200'), viewer: '403 ROLE_NEEDED' },
  },
  {
    operation: 'submit evidence for a decided dispute',
    calls: 'POST /operations/disputes/{id}/evidence',
    attempt: (fixture, who) =>
      withDispute(fixture, 'lost', (id) =>
        call('POST', `/api/operations/disputes/${id}/evidence`, () => ({ uncategorized_text: 'They met' }))(
          fixture,
          who,
        ),
      ),
    expected: { ...everyOperator('409 DISPUTE_CLOSED'), viewer: '403 ROLE_NEEDED' },
  },
]

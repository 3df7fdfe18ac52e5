import { randomUUID } from 'node:crypto'

import { giveRole } from '../people/operators.ts'
import { toOutcome } from '../people/outcome.ts'
import { BOOK_ROWS } from './book-permissions.ts'
import { DISPUTE_ROWS } from './dispute-permissions.ts'
import { everyOperator, UNKNOWN } from './every-operator.ts'
import { sitePageRows } from './page-permissions.ts'
import { PEOPLE_ROWS } from './people-permissions.ts'
import type { PermissionFixture } from './permission-fixture.ts'
import { call, type PermissionRow, type RowOfGuarantee, toRows } from './permission-row.ts'
import { replaceRefundRequest } from './refund-permissions.ts'
import { SETTINGS_ROWS } from './settings-permissions.ts'

const changeRole =
  (body: (fixture: PermissionFixture) => object): PermissionRow['attempt'] =>
  async (fixture, who) => {
    const came = await call('PUT', '/api/operations/operators', body)(fixture, who)
    const { viewer, moderator, owner } = fixture.people
    await fixture.sql('DELETE FROM operator_roles')
    await giveRole(fixture.sql, viewer, 'viewer')
    await giveRole(fixture.sql, moderator, 'moderator')
    await giveRole(fixture.sql, owner, 'owner')
    return came
  }

/** A case about the bystander's profile, as from a visitor's report. */
async function insertCase({ sql, bystander }: PermissionFixture): Promise<string> {
  const subject = [`profile`, bystander.id, bystander.id]
  await sql('UPDATE report_cases SET decided_at = now() WHERE decided_at IS NULL AND subject_id = $1', [bystander.id])
  const insert = `INSERT INTO report_cases (subject_kind, subject_id, about_id, category) VALUES ($1, $2, $3, 'spam')`
  const [row] = await sql<{ id: string }>(`${insert} RETURNING id`, subject)
  return row?.id ?? ''
}

const onNewCase = (method: string, rest = '', body?: object): PermissionRow['attempt'] =>
  call(
    method,
    async (fixture) => `/api/operations/cases/${await insertCase(fixture)}${rest}`,
    () => body,
  )

/** Tries a call on a case that the calling operator reported. */
const onOwnReport =
  (method: string, rest = '', body?: object): PermissionRow['attempt'] =>
  async (fixture, who) => {
    const caseId = await insertCase(fixture)
    if (who)
      await fixture.sql(
        `INSERT INTO reports (case_id, reporter_id, category, reference, language, receipt_at)
         VALUES ($1, $2, 'spam', upper(substr(md5(random()::text), 1, 5) || '-' || substr(md5(random()::text), 1, 5)), 'en', now())`,
        [caseId, who.id],
      )
    return call(method, `/api/operations/cases/${caseId}${rest}`, () => body)(fixture, who)
  }

/** Creates a row for a read by operators. All other people get 404, whatever they request. */
const reading = (operation: string, path: string, query = '') => ({
  operation,
  calls: `GET ${path}`,
  attempt: call('GET', `/api${path}${query}`),
  expected: everyOperator('200'),
})

const ROWS: readonly RowOfGuarantee[] = [
  {
    operation: 'read their own role',
    calls: 'GET /operations/me',
    attempt: async (fixture, who) => {
      const answer = await fixture.site.api<{ role: string }>(who, 'GET', '/api/operations/me')
      return answer.status === 200 ? answer.body.role : toOutcome(answer)
    },
    expected: {
      viewer: 'viewer',
      moderator: 'moderator',
      owner: 'owner',
      anonymous: UNKNOWN,
      everyoneElse: UNKNOWN,
    },
  },
  {
    operation: 'list operators without a second factor',
    isWithoutDevelopmentFakes: true,
    calls: 'GET /operations/operators',
    attempt: async (fixture, who) => {
      // A trigger lets no request do this.
      await fixture.sql(`ALTER TABLE two_factor DISABLE TRIGGER two_factor_kept; UPDATE two_factor SET verified = false;
        ALTER TABLE two_factor ENABLE TRIGGER two_factor_kept`)
      const came = await call('GET', '/api/operations/operators')(fixture, who)
      await fixture.sql('UPDATE two_factor SET verified = true')
      return came
    },
    expected: everyOperator('409 SECOND_FACTOR_OFF'),
  },
  {
    operation: 'list operators with a second factor confirmed yesterday',
    calls: 'GET /operations/operators',
    attempt: async (fixture, who) => {
      await fixture.sql(`UPDATE second_factor_sessions SET given_at = given_at - interval '1 day'`)
      const came = await call('GET', '/api/operations/operators')(fixture, who)
      await fixture.sql(`UPDATE second_factor_sessions SET given_at = given_at + interval '1 day'`)
      return came
    },
    expected: everyOperator('403 SECOND_FACTOR_NEEDED'),
  },
  {
    operation: 'list operators',
    calls: 'GET /operations/operators',
    attempt: call('GET', '/api/operations/operators'),
    expected: everyOperator('200'),
  },
  {
    operation: 'read the audit log',
    calls: 'GET /operations/audit-log',
    attempt: call('GET', '/api/operations/audit-log'),
    expected: everyOperator('200'),
  },
  ...sitePageRows,
  ...SETTINGS_ROWS,
  {
    operation: 'list the entries of the waiting list',
    calls: 'GET /operations/waiting-list',
    attempt: call('GET', '/api/operations/waiting-list?category=education'),
    expected: everyOperator('200'),
  },
  {
    operation: 'read the counts of the waiting list',
    calls: 'GET /operations/waiting-list/counts',
    attempt: call('GET', '/api/operations/waiting-list/counts'),
    expected: everyOperator('200'),
  },
  {
    operation: 'invite people on the waiting list',
    calls: 'POST /operations/waiting-list/invite',
    attempt: call('POST', '/api/operations/waiting-list/invite', () => ({ category: 'trades-services', count: 1 })),
    expected: { ...everyOperator('200'), viewer: '403 ROLE_NEEDED' },
  },
  {
    operation: 'list open cases',
    calls: 'GET /operations/cases',
    attempt: call('GET', '/api/operations/cases?mine=false'),
    expected: everyOperator('200'),
  },
  {
    operation: 'read a case',
    calls: 'GET /operations/cases/{case_id}',
    attempt: onNewCase('GET'),
    expected: everyOperator('200'),
  },
  {
    operation: 'read a case that they reported',
    calls: 'GET /operations/cases/{case_id}',
    attempt: onOwnReport('GET'),
    expected: everyOperator('404 CASE_NOT_FOUND'),
  },
  {
    operation: 'view the reported content',
    calls: 'POST /operations/cases/{case_id}/look',
    attempt: onNewCase('POST', '/look'),
    expected: everyOperator('200'),
  },
  {
    operation: 'view content that they reported',
    calls: 'POST /operations/cases/{case_id}/look',
    attempt: onOwnReport('POST', '/look'),
    expected: everyOperator('404 CASE_NOT_FOUND'),
  },
  {
    operation: 'read the picture of a reported profile that has none',
    attempt: onNewCase('GET', '/file'),
    expected: everyOperator('404 FILE_NOT_FOUND'),
  },
  {
    operation: 'take a case',
    calls: 'POST /operations/cases/{case_id}/take',
    attempt: onNewCase('POST', '/take'),
    expected: { ...everyOperator('200'), viewer: '403 ROLE_NEEDED' },
  },
  {
    operation: 'take a case that they reported',
    calls: 'POST /operations/cases/{case_id}/take',
    attempt: onOwnReport('POST', '/take'),
    expected: { ...everyOperator('404 CASE_NOT_FOUND'), viewer: '403 ROLE_NEEDED' },
  },
  {
    operation: 'release a case',
    calls: 'POST /operations/cases/{case_id}/give-back',
    attempt: onNewCase('POST', '/give-back'),
    expected: { ...everyOperator('200'), viewer: '403 ROLE_NEEDED' },
  },
  {
    operation: 'decide a case',
    calls: 'POST /operations/cases/{case_id}/decide',
    attempt: onNewCase('POST', '/decide', { measure: 'nothing', ground: 'rules' }),
    expected: { ...everyOperator('200'), viewer: '403 ROLE_NEEDED' },
  },
  {
    operation: 'decide a case that they reported',
    calls: 'POST /operations/cases/{case_id}/decide',
    attempt: onOwnReport('POST', '/decide', { measure: 'nothing', ground: 'rules' }),
    expected: { ...everyOperator('404 CASE_NOT_FOUND'), viewer: '403 ROLE_NEEDED' },
  },
  {
    operation: 'send a warning without reasons',
    calls: 'POST /operations/cases/{case_id}/decide',
    attempt: onNewCase('POST', '/decide', { measure: 'warn', ground: 'rules' }),
    expected: everyOperator('400 FIELD_REQUIRED'),
  },
  {
    operation: 'list the decisions about a person',
    calls: 'GET /operations/cases/{case_id}/decisions',
    attempt: onNewCase('GET', '/decisions'),
    expected: everyOperator('200'),
  },
  {
    operation: 'reverse an unknown decision',
    calls: 'POST /operations/decisions/{decision_id}/undo',
    attempt: call('POST', `/api/operations/decisions/${randomUUID()}/undo`, () => ({ facts: 'A mistake' })),
    expected: { ...everyOperator('404 DECISION_NOT_FOUND'), viewer: '403 ROLE_NEEDED' },
  },
  {
    operation: 'uphold an unknown decision',
    calls: 'POST /operations/decisions/{decision_id}/uphold',
    attempt: call('POST', `/api/operations/decisions/${randomUUID()}/uphold`, () => ({ facts: 'It stays' })),
    expected: { ...everyOperator('404 DECISION_NOT_FOUND'), viewer: '403 ROLE_NEEDED' },
  },
  {
    operation: 'read objections',
    calls: 'GET /operations/objections',
    attempt: call('GET', '/api/operations/objections'),
    expected: everyOperator('200'),
  },
  reading('read how the site is', '/operations/health'),
  reading('read figures', '/operations/figures'),
  reading('read the figures of the last days', '/operations/daily-figures', '?days=7'),
  ...PEOPLE_ROWS,
  {
    operation: 'read a payment',
    calls: 'GET /operations/payments/{reference}',
    attempt: call('GET', ({ completed }) => `/api/operations/payments/${completed.payment_request_id}`),
    expected: everyOperator('200'),
  },
  {
    operation: 'read an unknown payment',
    calls: 'GET /operations/payments/{reference}',
    attempt: call('GET', '/api/operations/payments/pi_unknown'),
    expected: everyOperator('404 PAYMENT_REQUEST_NOT_FOUND'),
  },
  {
    operation: 'read the history of a payment',
    calls: 'GET /operations/payments/{payment_id}/timeline',
    attempt: call('GET', ({ completed }) => `/api/operations/payments/${completed.payment_request_id}/timeline`),
    expected: everyOperator('200'),
  },
  {
    operation: 'read Stripe’s status of a payment',
    calls: 'POST /operations/payments/{payment_id}/ask-stripe',
    attempt: call('POST', ({ completed }) => `/api/operations/payments/${completed.payment_request_id}/ask-stripe`),
    expected: everyOperator('200'),
  },
  {
    operation: 'reconcile a payment',
    calls: 'POST /operations/payments/{payment_id}/look-again',
    attempt: call('POST', ({ completed }) => `/api/operations/payments/${completed.payment_request_id}/look-again`),
    expected: { ...everyOperator('200'), viewer: '403 ROLE_NEEDED' },
  },
  {
    operation: 'refund a payment',
    calls: 'POST /operations/payments/{payment_id}/refunds',
    attempt: call(
      'POST',
      ({ completed }) => `/api/operations/payments/${completed.payment_request_id}/refunds`,
      () => ({ client_id: randomUUID(), amount: '0.01', reason: 'They did not meet' }),
    ),
    expected: { ...everyOperator('200'), viewer: '403 ROLE_NEEDED' },
  },
  {
    operation: 'list unanswered refund requests',
    calls: 'GET /operations/refund-requests',
    attempt: call('GET', '/api/operations/refund-requests'),
    expected: everyOperator('200'),
  },
  {
    operation: 'decline a refund request in the seller’s place',
    calls: 'POST /operations/refund-requests/{id}/decline',
    attempt: async (fixture, who) => {
      const id = await replaceRefundRequest(fixture, 'escalated')
      return call('POST', `/api/operations/refund-requests/${id}/decline`, () => ({ reason: 'They met' }))(fixture, who)
    },
    expected: { ...everyOperator('200'), viewer: '403 ROLE_NEEDED' },
  },
  {
    operation: 'decline a refund request before the seller’s deadline',
    calls: 'POST /operations/refund-requests/{id}/decline',
    attempt: async (fixture, who) => {
      const id = await replaceRefundRequest(fixture, 'open')
      return call('POST', `/api/operations/refund-requests/${id}/decline`, () => ({ reason: 'They met' }))(fixture, who)
    },
    expected: { ...everyOperator('409 REFUND_REQUEST_WITH_SELLER'), viewer: '403 ROLE_NEEDED' },
  },
  ...DISPUTE_ROWS,
  ...BOOK_ROWS,
  {
    operation: 'change an operator’s role',
    calls: 'PUT /operations/operators',
    attempt: changeRole(({ people }) => ({ email: people.viewer.email, role: null })),
    expected: { ...everyOperator('403 ROLE_NEEDED'), owner: '200' },
  },
  {
    operation: 'assign an unknown role',
    calls: 'PUT /operations/operators',
    attempt: changeRole(({ people }) => ({ email: people.viewer.email, role: 'emperor' })),
    expected: everyOperator('400 INVALID_INPUT'),
  },
  {
    operation: 'assign a role to an unconfirmed address',
    calls: 'PUT /operations/operators',
    attempt: async (fixture, who) => {
      const { id, email } = fixture.people.newcomer
      await fixture.sql('UPDATE "user" SET email_verified = false WHERE id = $1', [id])
      return changeRole(() => ({ email, role: 'owner' }))(fixture, who)
    },
    expected: { ...everyOperator('403 ROLE_NEEDED'), owner: '409 ACCOUNT_NOT_CONFIRMED' },
  },
  {
    operation: 'remove the role of the only owner',
    calls: 'PUT /operations/operators',
    attempt: changeRole(({ people }) => ({ email: people.owner.email, role: null })),
    expected: { ...everyOperator('403 ROLE_NEEDED'), owner: '409 LAST_OWNER' },
  },
]

export const operationsPermissions: readonly PermissionRow[] = toRows(
  null,
  ROWS.map((row) => ({ ...row, isForOperators: true })),
)

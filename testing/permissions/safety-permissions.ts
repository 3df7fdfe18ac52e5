import { randomUUID } from 'node:crypto'

import { toVisibilityOutcome } from '../people/outcome.ts'
import type { Person } from '../people/test-client.ts'
import type { PermissionFixture } from './permission-fixture.ts'
import { call, forEveryone, type PermissionRow, toRows } from './permission-row.ts'

type WhoTo = (fixture: PermissionFixture, who: Person | null) => string

/** Blocks a person, then deletes the block: later rows need contact between these people. */
const block = (whoTo: WhoTo) => async (fixture: PermissionFixture, who: Person | null) => {
  const came = await call('POST', '/api/blocks', () => ({ person_id: whoTo(fixture, who) }))(fixture, who)
  await fixture.sql('DELETE FROM blocks')
  return came
}

/** Tries to lift a block that the receiver made. Returns `ends` or `stays` for this block, or the call's refusal. */
async function tryUnblocking(fixture: PermissionFixture, who: Person | null): Promise<string> {
  const { sql, people, bystander } = fixture
  await sql('INSERT INTO blocks (blocker_id, blocked_id) VALUES ($1, $2)', [people.receiver.id, bystander.id])
  const came = await call('DELETE', `/api/blocks/${bystander.id}`)(fixture, who)
  const left = await sql('DELETE FROM blocks RETURNING 1')
  if (came !== '200') return came
  return left.length === 0 ? 'ends' : 'stays'
}

/** Objects to a decision about the receiver, then deletes the decision's statement. */
async function objectToStatement(fixture: PermissionFixture, who: Person | null): Promise<string> {
  const { sql, people } = fixture
  const [row] = await sql<{ decision_id: string }>(
    `INSERT INTO statements (decision_id, account_id, kind, facts, ground, language, mailed_at)
     VALUES (uuidv7(), $1, 'warn', 'What happened', 'Our rules', 'en', now()) RETURNING decision_id`,
    [people.receiver.id],
  )
  const path = `/api/statements/${row?.decision_id}/object`
  const came = await call('POST', path, () => ({ text: 'I did not' }))(fixture, who)
  await sql('DELETE FROM statements')
  return came
}

const report =
  (subjectOf: (fixture: PermissionFixture, who: Person | null) => object | Promise<object>) =>
  async (fixture: PermissionFixture, who: Person | null) => {
    const came = await call('POST', '/api/reports', async () => ({
      subject: await subjectOf(fixture, who),
      category: 'spam',
    }))(fixture, who)
    await fixture.sql('DELETE FROM report_cases')
    return came
  }

export const safetyPermissions: readonly PermissionRow[] = toRows(null, [
  ...[
    {
      operation: 'block someone public',
      attempt: block(({ bystander }) => bystander.id),
      expected: { everyoneElse: '200' },
    },
    {
      operation: 'block someone private without contacts',
      attempt: block(({ hermit }) => hermit.id),
      expected: { everyoneElse: '403 PROFILE_NOT_PUBLIC' },
    },
    {
      operation: 'block an unknown person',
      attempt: block(() => randomUUID()),
      expected: { everyoneElse: '404 PROFILE_NOT_FOUND' },
    },
    {
      operation: 'block themselves',
      attempt: block((_, who) => who?.id ?? randomUUID()),
      expected: { everyoneElse: '400 BLOCK_OF_SELF' },
    },
  ].map((row) => ({ ...row, calls: 'POST /blocks' })),
  {
    operation: 'unblock a person whom the receiver blocked: that block',
    calls: 'DELETE /blocks/{person_id}',
    attempt: tryUnblocking,
    expected: { receiver: 'ends', everyoneElse: 'stays' },
  },
  {
    operation: 'read the decisions about them',
    calls: 'GET /statements',
    attempt: call('GET', '/api/statements'),
    expected: { suspended: '200', everyoneElse: '200' },
  },
  {
    operation: 'object to a decision about the receiver',
    calls: 'POST /statements/{decision_id}/object',
    attempt: objectToStatement,
    expected: { receiver: '200', suspended: '404 STATEMENT_NOT_FOUND', everyoneElse: '404 STATEMENT_NOT_FOUND' },
  },
  {
    operation: 'find the receiver’s blocks in their own list',
    calls: 'GET /blocks',
    attempt: async (fixture, who) => {
      const { sql, people, bystander, site } = fixture
      await sql('INSERT INTO blocks (blocker_id, blocked_id) VALUES ($1, $2)', [people.receiver.id, bystander.id])
      const answer = await site.api<{ items: { person_id: string }[] }>(who, 'GET', '/api/blocks')
      await sql('DELETE FROM blocks')
      return toVisibilityOutcome(answer, ({ items }) => items.some(({ person_id }) => person_id === bystander.id))
    },
    expected: { receiver: 'shown', everyoneElse: 'left out' },
  },
  ...[
    {
      operation: 'report a public profile',
      attempt: report(({ bystander }) => ({ kind: 'profile', id: bystander.id })),
      expected: { ...forEveryone('200'), suspended: '403 SUSPENDED' },
    },
    {
      operation: 'report a private profile',
      attempt: report(({ hermit }) => ({ kind: 'profile', id: hermit.id })),
      expected: { ...forEveryone('403 PROFILE_NOT_PUBLIC'), suspended: '403 SUSPENDED' },
    },
    {
      operation: 'report themselves',
      attempt: report(({ bystander }, who) => ({ kind: 'profile', id: who?.id ?? bystander.id })),
      expected: {
        anonymous: '200',
        suspended: '403 SUSPENDED',
        newcomer: '404 PROFILE_NOT_FOUND',
        everyoneElse: '400 REPORT_OF_SELF',
      },
    },
    {
      operation: 'report a request',
      attempt: report(async ({ pendingRequest }) => ({ kind: 'request', id: await pendingRequest() })),
      expected: { suspended: '403 SUSPENDED', sender: '200', receiver: '200', everyoneElse: '404 REQUEST_NOT_FOUND' },
    },
    {
      operation: 'report a room',
      attempt: report(({ open }) => ({ kind: 'room', id: open.id })),
      expected: { suspended: '403 SUSPENDED', receiver: '200', partner: '200', everyoneElse: '404 ROOM_NOT_FOUND' },
    },
    {
      operation: 'report the partner’s message',
      attempt: report(({ open }) => ({ kind: 'message', id: open.id, seq: 1 })),
      expected: {
        suspended: '403 SUSPENDED',
        receiver: '200',
        partner: '400 REPORT_OF_SELF',
        everyoneElse: '404 ROOM_NOT_FOUND',
      },
    },
    {
      operation: 'report an unknown message',
      attempt: report(({ open }) => ({ kind: 'message', id: open.id, seq: 9999 })),
      expected: {
        suspended: '403 SUSPENDED',
        receiver: '404 REPORTED_IS_GONE',
        partner: '404 REPORTED_IS_GONE',
        everyoneElse: '404 ROOM_NOT_FOUND',
      },
    },
    {
      operation: 'report the partner’s file',
      attempt: report(({ closed }) => ({ kind: 'file', id: closed.id, seq: 1 })),
      expected: {
        suspended: '403 SUSPENDED',
        receiver: '200',
        partner: '400 REPORT_OF_SELF',
        everyoneElse: '404 ROOM_NOT_FOUND',
      },
    },
  ].map((row) => ({ ...row, calls: 'POST /reports' })),
])

import { randomUUID } from 'node:crypto'

import type { ConnectionRequest } from '@kundig/contract/connection-requests/connection-requests.contract'

import { toVisibilityOutcome } from '../people/outcome.ts'
import type { Person } from '../people/test-client.ts'
import type { PermissionFixture } from './permission-fixture.ts'
import { call, forEveryone, type Expected, type PermissionRow, toRows } from './permission-row.ts'

const HIDDEN = '404 REQUEST_NOT_FOUND'
const DECISIONS = ['accept', 'reject', 'withdraw'] as const
type Decision = (typeof DECISIONS)[number]

const ask =
  (body: (fixture: PermissionFixture, who: Person | null) => object) =>
  (fixture: PermissionFixture, who: Person | null) =>
    call('POST', '/api/connection-requests', () => ({ message: 'May I ask you something?', ...body(fixture, who) }))(
      fixture,
      who,
    )

const inList = (list: string) => async (fixture: PermissionFixture, who: Person | null) => {
  const sought = await fixture.pendingRequest()
  const answer = await fixture.site.api<{ items: ConnectionRequest[] }>(who, 'GET', `/api/connection-requests/${list}`)
  return toVisibilityOutcome(answer, ({ items }) => items.some(({ id }) => id === sought))
}

const findDecider = (decision: Decision): 'sender' | 'receiver' => (decision === 'withdraw' ? 'sender' : 'receiver')

const toExpected = (decision: Decision, answer: string): Expected => ({
  ...(findDecider(decision) === 'sender'
    ? { sender: answer, receiver: '403 FORBIDDEN' }
    : { sender: '403 FORBIDDEN', receiver: answer }),
  everyoneElse: HIDDEN,
})

const decide = (decision: Decision, before?: Decision) => async (fixture: PermissionFixture, who: Person | null) => {
  const id = await fixture.pendingRequest()
  if (before !== undefined) {
    await fixture.site.must(fixture.people[findDecider(before)], 'POST', `/api/connection-requests/${id}/${before}`)
  }
  return call('POST', `/api/connection-requests/${id}/${decision}`)(fixture, who)
}

export const requestPermissions: readonly PermissionRow[] = [
  ...toRows(
    'Create connection request',
    [
      {
        operation: 'create a request to someone public',
        attempt: async (fixture: PermissionFixture, who: Person | null) => {
          const { sql, bystander } = fixture
          await sql('DELETE FROM connection_requests WHERE receiver_id = $1', [bystander.id])
          return ask(() => ({ receiver_id: bystander.id }))(fixture, who)
        },
        expected: { newcomer: '403 PROFILE_REQUIRED', everyoneElse: '201' },
      },
      {
        operation: 'create a request to themselves',
        attempt: ask((_, who) => ({ receiver_id: who?.id ?? randomUUID() })),
        expected: { everyoneElse: '400 REQUEST_TO_SELF' },
      },
      {
        operation: 'create a request to someone private without contacts',
        attempt: ask(({ hermit }) => ({ receiver_id: hermit.id })),
        expected: { newcomer: '403 PROFILE_REQUIRED', everyoneElse: '403 PROFILE_NOT_PUBLIC' },
      },
      {
        operation: 'create a request to an unknown person',
        attempt: ask(() => ({ receiver_id: randomUUID() })),
        expected: { newcomer: '403 PROFILE_REQUIRED', everyoneElse: '404 PROFILE_NOT_FOUND' },
      },
      {
        operation: 'create a request in another person’s name',
        attempt: ask(({ bystander, people }) => ({ receiver_id: bystander.id, sender_id: people.sender.id })),
        expected: forEveryone('400 INVALID_INPUT'),
      },
    ].map((row) => ({ ...row, calls: 'POST /connection-requests' })),
  ),

  ...toRows('Create connection request', [
    {
      operation: 'ask someone public a question without an account',
      calls: 'POST /questions',
      attempt: call('POST', '/api/questions', ({ bystander }) => ({
        receiver_id: bystander.id,
        message: 'May I ask you something?',
        full_name: 'Visitor',
        email: `${randomUUID()}@example.com`,
      })),
      expected: forEveryone('201'),
    },
    {
      operation: 'confirm a question that was already sent',
      calls: 'POST /questions/{id}/send',
      attempt: call('POST', async ({ pendingRequest }) => `/api/questions/${await pendingRequest()}/send`),
      expected: { sender: '200', receiver: '200', everyoneElse: HIDDEN },
    },
  ]),

  ...toRows('Read a request', [
    {
      operation: 'read a request',
      calls: 'GET /connection-requests/{id}',
      attempt: call('GET', async ({ pendingRequest }) => `/api/connection-requests/${await pendingRequest()}`),
      expected: { sender: '200', receiver: '200', everyoneElse: HIDDEN },
    },
    // spec 4.12
    {
      operation: 'find a request among the pending ones',
      calls: 'GET /connection-requests/pending',
      attempt: inList('pending'),
      expected: { receiver: 'shown', everyoneElse: 'left out' },
    },
    {
      operation: 'read their remaining requests',
      calls: 'GET /connection-requests/allowance',
      attempt: call('GET', ({ bystander }) => `/api/connection-requests/allowance?receiver_id=${bystander.id}`),
      expected: { everyoneElse: '200' },
    },
    {
      operation: 'find a pending request among the unanswered ones',
      calls: 'GET /connection-requests/sent',
      attempt: inList('sent'),
      expected: { sender: 'shown', everyoneElse: 'left out' },
    },
    {
      operation: 'find a pending request in the history',
      calls: 'GET /connection-requests/history',
      attempt: inList('history'),
      expected: { sender: 'shown', everyoneElse: 'left out' },
    },
  ]),

  ...toRows(
    'Accept, reject, withdraw',
    DECISIONS.flatMap((decision) =>
      [
        {
          operation: `${decision} a pending request`,
          attempt: decide(decision),
          expected: toExpected(decision, '200'),
        },
        ...DECISIONS.map((before) => ({
          operation: `${decision} a request after ${before === 'accept' ? 'an' : 'a'} ${before}`,
          attempt: decide(decision, before),
          expected: toExpected(decision, before === 'withdraw' ? '409 REQUEST_WITHDRAWN' : '409 REQUEST_DECIDED'),
        })),
        {
          operation: `${decision} an unknown request`,
          attempt: call('POST', () => `/api/connection-requests/${randomUUID()}/${decision}`),
          expected: { everyoneElse: HIDDEN },
        },
      ].map((row) => ({ ...row, calls: `POST /connection-requests/{id}/${decision}` })),
    ),
  ),
]

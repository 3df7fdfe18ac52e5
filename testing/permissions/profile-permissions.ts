import { randomUUID } from 'node:crypto'

import type { OwnProfile, Profile } from '@kundig/contract/profiles/profiles.contract'

import { createPlainImage } from '../files/made-files.ts'
import { toOutcome, toVisibilityOutcome } from '../people/outcome.ts'
import { A_PROFILE, toCookieHeader, type Person } from '../people/test-client.ts'
import type { PermissionFixture } from './permission-fixture.ts'
import { call, forEveryone, type PermissionRow, toRows } from './permission-row.ts'

const receivers = ({ people }: PermissionFixture): string => `/api/profiles/${people.receiver.id}`
const mine = { ...A_PROFILE, full_name: 'The Receiver', is_public: false }
const COUNTERPARTS_ONLY = {
  anonymous: '403 PROFILE_NOT_PUBLIC',
  sender: '200',
  receiver: '200',
  partner: '200',
  everyoneElse: '403 PROFILE_NOT_PUBLIC',
}

const listed = (of: (fixture: PermissionFixture) => Person) => async (fixture: PermissionFixture, who: Person | null) =>
  toVisibilityOutcome(await fixture.site.api<{ items: Profile[] }>(who, 'GET', '/api/profiles?limit=60'), ({ items }) =>
    items.some(({ id }) => id === of(fixture).id),
  )

const seesSecrets =
  (path: (fixture: PermissionFixture) => string | Promise<string>) =>
  async (fixture: PermissionFixture, who: Person | null) =>
    toVisibilityOutcome(
      await fixture.site.api<OwnProfile>(who, 'GET', await path(fixture)),
      (body) => 'email' in body || /@|acct_|cus_/u.test(JSON.stringify(body)),
    )

async function uploadPicture(fixture: PermissionFixture, who: Person | null): Promise<string> {
  const picture = await createPlainImage(9, 9, 'teal').png().toBuffer()
  const answer = await fetch(`${fixture.site.url}${receivers(fixture)}/picture`, {
    method: 'PUT',
    headers: { 'content-type': 'image/png', ...(who ? { cookie: toCookieHeader(who) } : {}) },
    body: new Uint8Array(picture),
  })
  return toOutcome({ status: answer.status, body: await answer.json() })
}

async function viewPicture(fixture: PermissionFixture, who: Person | null): Promise<string> {
  const { site, people } = fixture
  const read = (): Promise<Profile> => site.must<Profile>(people.receiver, 'GET', receivers(fixture))
  if ((await read()).profile_picture_url === null) await uploadPicture(fixture, people.receiver)
  const { profile_picture_url: path } = await read()
  const answer = await fetch(`${site.url}${path}`, { headers: who ? { cookie: toCookieHeader(who) } : {} })
  if (answer.status === 200) return `200 ${answer.headers.get('content-type')}`
  return toOutcome({ status: answer.status, body: await answer.json() })
}

export const profilePermissions: readonly PermissionRow[] = [
  ...toRows('Join the waiting list', [
    {
      operation: 'join the waiting list',
      calls: 'POST /waiting-list',
      attempt: call('POST', '/api/waiting-list', () => ({
        full_name: 'Ada',
        email: `${randomUUID()}@example.com`,
        category: 'education',
        consent: true,
      })),
      expected: forEveryone('200'),
    },
    {
      operation: 'read an invitation with a wrong code',
      calls: 'POST /waiting-list/invitation',
      attempt: call('POST', '/api/waiting-list/invitation', () => ({ code: 'x'.repeat(43) })),
      expected: forEveryone('400 INVITATION_INVALID'),
    },
    // spec 3.7
    {
      operation: 'read the waiting list',
      attempt: call('GET', '/api/waiting-list'),
      expected: forEveryone('404 NOT_FOUND'),
    },
    ...['/api/waiting-list/1', '/rpc/waitingList/list', '/api/waitinglist'].map((path) => ({
      operation: `read the waiting list at ${path}`,
      attempt: call('GET', path),
      expected: forEveryone('404 NOT_FOUND'),
    })),
  ]),

  ...toRows('Public list, public profile', [
    {
      operation: 'read the categories',
      calls: 'GET /categories',
      attempt: call('GET', '/api/categories'),
      expected: forEveryone('200'),
    },
    {
      operation: 'find someone public in the public list',
      calls: 'GET /profiles',
      attempt: listed(({ bystander }) => bystander),
      expected: forEveryone('shown'),
    },
    {
      operation: 'find someone private in the public list',
      calls: 'GET /profiles',
      attempt: listed(({ people }) => people.receiver),
      expected: forEveryone('left out'),
    },
    {
      operation: 'find someone private without contacts in the public list',
      calls: 'GET /profiles',
      attempt: listed(({ hermit }) => hermit),
      expected: forEveryone('left out'),
    },
    {
      operation: 'read a public profile',
      calls: 'GET /profiles/{id}',
      attempt: call('GET', ({ bystander }) => `/api/profiles/${bystander.id}`),
      expected: forEveryone('200'),
    },
    {
      operation: 'read an unknown profile',
      calls: 'GET /profiles/{id}',
      attempt: call('GET', () => `/api/profiles/${randomUUID()}`),
      expected: forEveryone('404 PROFILE_NOT_FOUND'),
    },
  ]),

  ...toRows('Profile of someone private', [
    // spec 2.77
    {
      operation: 'read a private profile',
      calls: 'GET /profiles/{id}',
      attempt: call('GET', receivers),
      expected: COUNTERPARTS_ONLY,
    },
    {
      operation: 'read the private profile of someone without contacts',
      calls: 'GET /profiles/{id}',
      attempt: call('GET', ({ hermit }) => `/api/profiles/${hermit.id}`),
      expected: forEveryone('403 PROFILE_NOT_PUBLIC'),
    },
    {
      operation: 'see the picture of someone private',
      attempt: viewPicture,
      expected: {
        ...COUNTERPARTS_ONLY,
        sender: '200 image/webp',
        receiver: '200 image/webp',
        partner: '200 image/webp',
      },
    },
  ]),

  ...toRows('Email, Stripe ids', [
    {
      operation: 'read the email address or Stripe ids in a public profile',
      calls: 'GET /profiles/{id}',
      attempt: seesSecrets(({ people }) => `/api/profiles/${people.stranger.id}`),
      expected: { ...forEveryone('left out'), stranger: 'shown' },
    },
    {
      operation: "read a counterpart's email address or Stripe ids",
      calls: 'GET /profiles/{id}',
      attempt: seesSecrets(receivers),
      expected: { ...COUNTERPARTS_ONLY, sender: 'left out', receiver: 'shown', partner: 'left out' },
    },
    {
      operation: 'find an email address or Stripe ids in the public list',
      calls: 'GET /profiles',
      attempt: seesSecrets(() => '/api/profiles?limit=60'),
      expected: forEveryone('left out'),
    },
    {
      operation: "read the sender's email address or Stripe ids in a request",
      calls: 'GET /connection-requests/{id}',
      attempt: seesSecrets(async ({ pendingRequest }) => `/api/connection-requests/${await pendingRequest()}`),
      expected: { sender: 'left out', receiver: 'left out', everyoneElse: '404 REQUEST_NOT_FOUND' },
    },
    {
      operation: "read the partner's email address or Stripe ids in a room",
      calls: 'GET /chat-rooms/{id}',
      attempt: seesSecrets(({ open }) => `/api/chat-rooms/${open.id}`),
      expected: { receiver: 'left out', partner: 'left out', everyoneElse: '404 ROOM_NOT_FOUND' },
    },
    {
      operation: "read a seller's or buyer's email address or Stripe ids in a room",
      calls: 'GET /chat-rooms/{id}',
      attempt: seesSecrets(({ deal }) => `/api/chat-rooms/${deal.room.id}`),
      expected: { seller: 'left out', buyer: 'left out', everyoneElse: '404 ROOM_NOT_FOUND' },
    },
    ...[
      'email',
      'stripe_account_id',
      'stripe_customer_id',
      'stripeConnectAccountId',
      'profile_picture_url',
      'created_at',
    ].map((field) => ({
      operation: `write ${field} into the receiver's profile`,
      calls: 'PUT /profiles/{id}',
      attempt: call('PUT', receivers, () => ({ ...mine, [field]: 'x@example.com' })),
      expected: forEveryone('400 INVALID_INPUT'),
    })),
  ]),

  ...toRows(
    'Write profile, picture',
    [
      {
        operation: "write the receiver's profile",
        calls: 'PUT /profiles/{id}',
        attempt: call('PUT', receivers, () => mine),
      },
      { operation: "write the receiver's picture", calls: 'PUT /profiles/{id}/picture', attempt: uploadPicture },
      {
        operation: "remove the receiver's picture",
        calls: 'DELETE /profiles/{id}/picture',
        attempt: call('DELETE', (fixture) => `${receivers(fixture)}/picture`),
      },
    ].map((row) => ({ ...row, expected: { receiver: '200', everyoneElse: '403 FORBIDDEN' } })),
  ),
]

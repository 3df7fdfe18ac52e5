import { randomUUID } from 'node:crypto'

import type { Device } from '@kundig/contract/auth/auth.contract'

import { toOutcome, toVisibilityOutcome } from '../people/outcome.ts'
import type { Person } from '../people/test-client.ts'
import type { PermissionFixture } from './permission-fixture.ts'
import { call, forEveryone, type PermissionRow, toRows } from './permission-row.ts'

async function readMailedCode({ mails, people }: PermissionFixture): Promise<string> {
  const [mail = ''] = await mails(people.receiver.email)
  return /\?code=([\w-]+)/u.exec(mail)?.[1] ?? ''
}

/** Ends sessions as the caller. Returns `is over` if this ended the receiver's session, otherwise `lives`. */
const tryEndingSessions = (path: string) => async (fixture: PermissionFixture, who: Person | null) => {
  const { site, people } = fixture
  const there = await site.signIn(people.receiver)
  // The call uses a new session, because the call may end the session that it uses.
  const came = toOutcome(await site.api(who && (await site.signIn(who)), 'POST', `/api/sessions/${path}`))
  const lives = (await site.session(there)) !== null
  if (who) who.cookies = (await site.signIn(who)).cookies
  return came === '200' ? (lives ? 'lives' : 'is over') : came
}

export const accountPermissions: readonly PermissionRow[] = [
  ...toRows('Payment methods, onboarding, sessions, export, delete', [
    {
      operation: 'read the current session: the answer is',
      calls: 'GET /session',
      attempt: async ({ site }, who) => {
        const session = await site.session(who)
        if (session === null) return 'none'
        return session.user.id === who?.id && session.user.email === who.email ? 'their own' : 'another'
      },
      expected: { anonymous: 'none', everyoneElse: 'their own' },
    },
    {
      operation: 'accept an unpublished version of the terms',
      calls: 'POST /session/terms',
      attempt: call('POST', '/api/session/terms', () => ({ version: 1_000_000 })),
      expected: { anonymous: '401 NO_SESSION', everyoneElse: '409 TERMS_NOT_CURRENT' },
    },
    {
      operation: "find the receiver's session in their own list of devices",
      calls: 'GET /sessions',
      attempt: async ({ site, people }, who) => {
        const id = (await site.session(people.receiver))?.session_id
        return toVisibilityOutcome(await site.api<{ items: Device[] }>(who, 'GET', '/api/sessions'), ({ items }) =>
          items.some((device) => device.id === id),
        )
      },
      expected: { receiver: 'shown', everyoneElse: 'left out' },
    },
    {
      operation: 'end a session of the receiver',
      calls: 'DELETE /sessions/{id}',
      attempt: async (fixture, who) => {
        const session = await fixture.site.session(await fixture.site.signIn(fixture.people.receiver))
        return call('DELETE', `/api/sessions/${session?.session_id}`)(fixture, who)
      },
      expected: { receiver: '200', everyoneElse: '404 SESSION_NOT_FOUND' },
    },
    {
      operation: 'end an unknown session',
      calls: 'DELETE /sessions/{id}',
      attempt: call('DELETE', () => `/api/sessions/${randomUUID()}`),
      expected: { everyoneElse: '404 SESSION_NOT_FOUND' },
    },
    ...['revoke-others', 'revoke-all'].map((path) => ({
      operation: `end sessions by ${path}: a session of the receiver then`,
      calls: `POST /sessions/${path}`,
      attempt: tryEndingSessions(path),
      expected: { receiver: 'is over', everyoneElse: 'lives' },
    })),
    {
      operation: 'change the password with the receiver’s current password',
      calls: 'POST /password',
      attempt: call('POST', '/api/password', ({ people: { receiver } }) => ({
        current_password: receiver.password,
        new_password: receiver.password,
      })),
      expected: { everyoneElse: '200' },
    },
    {
      operation: 'change their email address with the receiver’s current password',
      calls: 'POST /email-change',
      attempt: call('POST', '/api/email-change', ({ people: { receiver } }) => ({
        email: `${randomUUID()}@example.com`,
        current_password: receiver.password,
      })),
      expected: { everyoneElse: '200' },
    },
    {
      operation: 'check whether a mailed code belongs to their account: it is',
      calls: 'POST /email-verification/check',
      attempt: async (fixture, who) => {
        const code = await readMailedCode(fixture)
        const answer = await fixture.site.api<{ is_own: boolean }>(who, 'POST', '/api/email-verification/check', {
          code,
        })
        if (answer.status >= 300) return toOutcome(answer)
        return answer.body.is_own ? 'their own' : 'another’s'
      },
      expected: { ...forEveryone('another’s'), receiver: 'their own' },
    },
    {
      operation: 'confirm the receiver’s address with its mailed code, without the password',
      calls: 'POST /email-verification/confirm',
      attempt: async (fixture, who) => {
        const code = await readMailedCode(fixture)
        return call('POST', '/api/email-verification/confirm', () => ({ code }))(fixture, who)
      },
      expected: { ...forEveryone('403 PASSWORD_NEEDED'), receiver: '200' },
    },
    {
      operation: 'request another confirmation mail for their address',
      calls: 'POST /email-verification',
      attempt: call('POST', '/api/email-verification'),
      expected: { everyoneElse: '200' },
    },
    {
      operation: 'read whether their account has a second factor',
      calls: 'GET /second-factor',
      attempt: async ({ site }, who) =>
        toVisibilityOutcome(await site.api<{ is_on: boolean }>(who, 'GET', '/api/second-factor'), ({ is_on }) => is_on),
      expected: { everyoneElse: 'left out' },
    },
    ...(['verify', 'enable', 'disable'] as const).map((path) => ({
      operation: `send a code to /second-factor/${path} without a second factor`,
      calls: `POST /second-factor/${path}`,
      attempt: call('POST', `/api/second-factor/${path}`, () => ({ code: '123456' })),
      expected: { everyoneElse: '409 SECOND_FACTOR_OFF' },
    })),
    {
      operation: 'create recovery codes without a second factor',
      calls: 'POST /second-factor/recovery-codes',
      attempt: call('POST', '/api/second-factor/recovery-codes', () => ({})),
      expected: { everyoneElse: '409 SECOND_FACTOR_OFF' },
    },
    {
      operation: 'set up a second factor with another account’s password',
      calls: 'POST /second-factor/setup',
      attempt: async (fixture, who) => {
        if (who) await fixture.sql('UPDATE "user" SET email_verified = true WHERE id = $1', [who.id])
        const body = () => ({ current_password: `${fixture.people.receiver.password}, or not` })
        return call('POST', '/api/second-factor/setup', body)(fixture, who)
      },
      expected: { everyoneElse: '403 WRONG_PASSWORD' },
    },
    {
      operation: 'export personal data: their own is',
      calls: 'GET /account/data',
      attempt: async ({ site }, who) =>
        toVisibilityOutcome(
          await site.api<{ account: { id: string } }>(who, 'GET', '/api/account/data'),
          ({ account }) => account.id === who?.id,
        ),
      expected: { suspended: 'shown', everyoneElse: 'shown' },
    },
    // Addresses that delete or export another person's account must not exist.
    ...(['GET', 'POST', 'DELETE'] as const).flatMap((method) =>
      (['users/{id}', 'export/{id}', 'profiles/{id}/export'] as const).map((path) => ({
        operation: `${method} /api/${path} of the receiver`,
        attempt: call(method, ({ people }) => `/api/${path.replace('{id}', people.receiver.id)}`),
        expected: forEveryone('404 NOT_FOUND'),
      })),
    ),
  ]),

  ...toRows(null, [
    {
      operation: 'read the other sign-in methods',
      calls: 'GET /sign-in-providers',
      attempt: call('GET', '/api/sign-in-providers'),
      expected: forEveryone('200'),
    },
    {
      operation: 'read whether this browser’s login waits for a second factor',
      calls: 'GET /second-factor/challenge',
      attempt: call('GET', '/api/second-factor/challenge'),
      expected: forEveryone('200'),
    },
    {
      operation: 'look up common passwords',
      calls: 'GET /common-passwords/{prefix}',
      attempt: call('GET', '/api/common-passwords/abc'),
      expected: forEveryone('200'),
    },
    {
      operation: 'request a login code',
      calls: 'POST /sign-in-code',
      attempt: call('POST', '/api/sign-in-code', () => ({ email: `${randomUUID()}@example.com` })),
      expected: forEveryone('200'),
    },
    {
      operation: 'request a reset link',
      calls: 'POST /password-reset',
      attempt: call('POST', '/api/password-reset', () => ({ email: `${randomUUID()}@example.com` })),
      expected: forEveryone('200'),
    },
    {
      operation: 'verify an unknown reset code',
      calls: 'POST /password-reset/verify',
      attempt: call('POST', '/api/password-reset/verify', () => ({ code: randomUUID() })),
      expected: forEveryone('400 RESET_CODE_INVALID'),
    },
    {
      operation: 'set a password with an unknown reset code',
      calls: 'POST /password-reset/confirm',
      attempt: call('POST', '/api/password-reset/confirm', ({ people }) => ({
        code: randomUUID(),
        password: people.receiver.password,
      })),
      expected: forEveryone('400 RESET_CODE_INVALID'),
    },
    {
      operation: 'reject an address with an unknown code',
      calls: 'POST /email-verification/reject',
      attempt: call('POST', '/api/email-verification/reject', () => ({ code: randomUUID() })),
      expected: forEveryone('400 VERIFICATION_CODE_INVALID'),
    },
  ]),
]

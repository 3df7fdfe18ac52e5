// @module-tag slow
import { randomUUID } from 'node:crypto'

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { type Answer, type Failure, keepCookies, PASSWORD, type Person } from '@kundig/testing/people/test-client'
import { createTestApp, type TestApp } from '@kundig/testing/server/test-app'

import type { AppOptions } from '../../src/app-options.ts'
import { toClientNetwork } from '../../src/platform/limits/client-network.ts'

/** Starts an app for one limit, because all tests have the same address and would share counters. */
const apps: TestApp[] = []
async function limitedApp(options: Partial<AppOptions> = {}): Promise<TestApp> {
  // Refusals must come from a limit, not from a lack of connections or hashing slots.
  const app = await createTestApp({ attemptLimitFactor: 1, databasePool: 40, passwordWaitMs: 60_000, ...options })
  apps.push(app)
  return app
}
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close()
})

const TOO_MANY = {
  status: 429,
  body: {
    defined: true,
    code: 'TOO_MANY_ATTEMPTS',
    status: 429,
    message: 'Too many attempts. Please try again later.',
    data: { kind: 'AUTH_ERROR' },
  },
}
const WRONG = 'Wrong-Password-1'
const newEmail = (): string => `${randomUUID()}@example.com`
const CODE_PATHS = [
  '/api/password-reset/verify',
  '/api/email-verification/check',
  '/api/email-verification/confirm',
  '/api/email-verification/reject',
]
const from = (address: string): Record<string, string> => ({ 'x-forwarded-for': address })
/** Attempts count by the address of the connection; behind this proxy, by the address in the proxy's header. */
const BEHIND_PROXY = { trustedProxies: ['127.0.0.1/32'] }

const signIn = (
  app: TestApp,
  email: string,
  password: string,
  headers: Record<string, string> = {},
  person: Person | null = null,
): Promise<Answer<Failure>> => app.api(person, 'POST', '/api/auth/sign-in/email', { email, password }, headers)

async function statuses(answers: Promise<Answer<Failure>>[]): Promise<Record<number, number>> {
  const counts: Record<number, number> = {}
  for (const { status } of await Promise.all(answers)) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

function expectTooMany(answer: Answer<Failure>, withinS: number): void {
  const retryAfter = Number(answer.headers.get('retry-after'))
  const body = structuredClone(answer.body) as Failure & { data?: { retry_after_s?: number } }
  expect(body.data?.retry_after_s ?? retryAfter).toBe(retryAfter)
  delete body.data?.retry_after_s
  expect({ status: answer.status, body }).toEqual(TOO_MANY)
  expect(retryAfter).toBeGreaterThan(0)
  expect(retryAfter).toBeLessThanOrEqual(withinS)
}

describe('sign-in', () => {
  it('allows ten wrong passwords for one account in a parallel burst, then refuses right ones too', async () => {
    const app = await limitedApp()
    const { email } = await app.signUp()
    expect(await statuses(times(15, () => signIn(app, email, WRONG)))).toEqual({ 401: 10, 429: 5 })
    expectTooMany(await signIn(app, email, WRONG), 900)
    expectTooMany(await signIn(app, email, PASSWORD), 900)
    expect((await signIn(app, newEmail(), WRONG)).status).toBe(401)
  })

  it('treats an address without an account like one with an account', async () => {
    const app = await limitedApp()
    const { email } = await app.signUp()
    const unknown = newEmail()
    for (const address of [email, unknown]) {
      expect(await statuses(times(12, () => signIn(app, address, WRONG)))).toEqual({ 401: 10, 429: 2 })
    }
    const [one, other] = [await signIn(app, email, WRONG), await signIn(app, unknown, WRONG)]
    expect(one.body).toEqual(other.body)
    expect([...one.headers.keys()].toSorted()).toEqual([...other.headers.keys()].toSorted())
  })

  it('allows thirty failures from one address, also with a forged X-Forwarded-For', async () => {
    const app = await limitedApp()
    const forged = times(35, (index) => signIn(app, newEmail(), WRONG, from(`198.51.100.${index}`)))
    expect(await statuses(forged)).toEqual({ 401: 30, 429: 5 })
    expectTooMany(
      await signIn(app, newEmail(), WRONG, { 'x-real-ip': '198.51.100.99', forwarded: 'for=198.51.100.99' }),
      600,
    )
  })

  it('counts only by the address that a trusted proxy adds', async () => {
    const app = await limitedApp(BEHIND_PROXY)
    // The client wrote the first address; the proxy appended the second.
    const burst = times(32, (index) => signIn(app, newEmail(), WRONG, from(`198.51.100.${index}, 203.0.113.7`)))
    expect(await statuses(burst)).toEqual({ 401: 30, 429: 2 })
    expect((await signIn(app, newEmail(), WRONG, from('203.0.113.8'))).status).toBe(401)
  })

  it('counts an IPv6 network of one customer as one address', async () => {
    const app = await limitedApp(BEHIND_PROXY)
    const burst = times(32, (index) => signIn(app, newEmail(), WRONG, from(`2001:db8:1:2::${index + 1}`)))
    expect(await statuses(burst)).toEqual({ 401: 30, 429: 2 })
    expect((await signIn(app, newEmail(), WRONG, from('2001:db8:1:3::1'))).status).toBe(401)
  })

  it('does not count successes', async () => {
    const app = await limitedApp()
    const person = await app.signUp()
    for (const _ of times(35, () => null)) expect((await signIn(app, person.email, PASSWORD)).status).toBe(200)
  })

  it('admits the owner from a known device while others exhaust the limits of account and address', async () => {
    const app = await limitedApp()
    const owner = await app.signUp()
    await app.must(owner, 'POST', '/api/auth/sign-out', {})
    expect([...owner.cookies.keys()]).toEqual(['kundig.device'])
    await statuses(times(40, () => signIn(app, owner.email, WRONG)))
    expectTooMany(await signIn(app, owner.email, PASSWORD), 900)
    expect((await signIn(app, owner.email, PASSWORD, {}, owner)).status).toBe(200)
    expect(await app.session(owner)).not.toBe(null)
  })

  it('limits a known device too, and treats it as unknown for other accounts', async () => {
    const app = await limitedApp(BEHIND_PROXY)
    const [attacker, victim] = [await app.signUp(), await app.signUp()]
    attacker.cookies.delete('kundig.session_token')
    victim.cookies.delete('kundig.session_token')
    expect(await statuses(times(12, () => signIn(app, victim.email, WRONG, {}, victim)))).toEqual({ 401: 10, 429: 2 })
    await statuses(times(12, (index) => signIn(app, victim.email, WRONG, from(`198.51.100.${index}`))))
    expectTooMany(await signIn(app, victim.email, PASSWORD, {}, attacker), 900)
  })

  it('recognises one browser for several accounts, but not by a forged device cookie', async () => {
    const app = await limitedApp()
    const [one, other] = [await app.signUp(), await app.signUp()]
    const browser: Person = { ...one, cookies: new Map() }
    const planted = 'A'.repeat(43)
    const first = await signIn(app, one.email, PASSWORD, { cookie: `kundig.device=${planted}` })
    keepCookies(browser, first.headers.getSetCookie())
    const name = browser.cookies.get('kundig.device')
    expect(name).toMatch(/^[\w-]{43}$/u)
    expect(name).not.toBe(planted)
    browser.cookies.delete('kundig.session_token')
    expect((await signIn(app, other.email, PASSWORD, {}, browser)).status).toBe(200)
    expect(browser.cookies.get('kundig.device')).toBe(name)
    const rows = await app.sql<{ device_hash: string }>(
      'SELECT device_hash FROM known_devices GROUP BY device_hash HAVING count(*) = 2',
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.device_hash).not.toContain(name)
    const cookie = first.headers.getSetCookie().find((line) => line.startsWith('kundig.device=')) ?? ''
    expect(cookie).toContain('HttpOnly')
    expect(cookie).toContain('SameSite=Lax')
  })

  it('admits the owner from a browser that reset the password, while strangers stay refused', async () => {
    const app = await limitedApp()
    const { email } = await app.signUp()
    await app.mails(email)
    await statuses(times(12, () => signIn(app, email, WRONG)))
    const fresh: Person = { id: '', email, password: '', cookies: new Map() }
    expectTooMany(await signIn(app, email, PASSWORD, {}, fresh), 900)
    await app.must(fresh, 'POST', '/api/password-reset', { email })
    const code = /\?oobCode=([\w-]+)/u.exec((await app.mails(email, 2))[1]?.text ?? '')?.[1]
    await app.must(fresh, 'POST', '/api/password-reset/verify', { code })
    expect([...fresh.cookies.keys()]).toEqual([])
    await app.must(fresh, 'POST', '/api/password-reset/confirm', { code, password: 'Another-Good-One-8' })
    expect([...fresh.cookies.keys()]).toEqual(['kundig.device'])
    expect((await signIn(app, email, 'Another-Good-One-8', {}, fresh)).status).toBe(200)
    expectTooMany(await signIn(app, email, 'Another-Good-One-8'), 900)
  })

  it('is still limited after a restart of the server', async () => {
    const app = await limitedApp()
    const { email } = await app.signUp()
    await statuses(times(11, () => signIn(app, email, WRONG)))
    await app.restart()
    expect((await signIn(app, email, WRONG)).status).toBe(429)
  })

  it('is allowed again after the time window', async () => {
    const app = await limitedApp()
    const { email } = await app.signUp()
    await statuses(times(11, () => signIn(app, email, WRONG)))
    await app.sql('UPDATE rate_limits SET expire = expire - 900000')
    // A server that has just refused does not read the counter again for a second.
    await expect.poll(async () => (await signIn(app, email, PASSWORD)).status).toBe(200)
  })

  it('is refused while attempts cannot be counted', async () => {
    const app = await limitedApp()
    const { email } = await app.signUp()
    await app.sql('ALTER TABLE rate_limits RENAME TO elsewhere')
    const answer = await signIn(app, email, PASSWORD)
    expect(answer.status).toBe(500)
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  it('is answered with 503 while no connection to the database is free', async () => {
    const app = await limitedApp({ databasePool: 2, passwordWaitMs: 1000 })
    const { email } = await app.signUp()
    await app.sql('BEGIN')
    await app.sql('LOCK TABLE rate_limits IN ACCESS EXCLUSIVE MODE')
    let refused = 0
    const attempts = [
      ...times(6, () => signIn(app, email, WRONG)),
      ...times(6, () => app.api(null, 'POST', '/api/password-reset/verify', { code: 'x' })),
    ].map(async (attempt) => {
      const { status, body } = await attempt
      const answer = `${status} ${body.code}`
      if (answer === '503 UNAVAILABLE') refused++
      return answer
    })
    await expect.poll(() => refused).toBeGreaterThanOrEqual(8)
    await app.sql('ROLLBACK')
    const answers = await Promise.all(attempts)
    expect(answers.filter((answer) => !/^(?:503 UNAVAILABLE|401 .*|400 RESET_CODE_INVALID)$/u.test(answer))).toEqual([])
  })

  it('stores no readable address in the counters', async () => {
    const app = await limitedApp()
    const { email } = await app.signUp()
    await signIn(app, email, WRONG)
    const rows = await app.sql<{ key: string }>('SELECT key FROM rate_limits')
    expect(rows.length).toBeGreaterThan(2)
    expect(JSON.stringify(rows)).not.toMatch(/@|127\.0\.0\.1/u)
  })
})

describe('other attempts', () => {
  it('sign-ups from one address are limited to twenty', async () => {
    const app = await limitedApp()
    const signUps = times(22, () =>
      app.api(null, 'POST', '/api/auth/sign-up/email', { email: newEmail(), password: PASSWORD, name: '' }),
    )
    expect(await statuses(signUps)).toEqual({ 200: 20, 429: 2 })
  })

  const askReset = (app: TestApp, email: string, headers: Record<string, string> = {}): Promise<Answer<Failure>> =>
    app.api(null, 'POST', '/api/password-reset', { email }, headers)

  it('reset mails to one address are limited to three, with and without an account', async () => {
    const app = await limitedApp()
    const { email } = await app.signUp()
    for (const address of [email, newEmail()]) {
      for (const _ of times(3, () => null)) expect((await askReset(app, address)).status).toBe(200)
      expectTooMany(await askReset(app, address), 3600)
    }
  })

  it('reset mails from one network address are limited to ten, also with a forged X-Forwarded-For', async () => {
    const app = await limitedApp()
    const asked = times(12, (index) => askReset(app, newEmail(), from(`198.51.100.${index}`)))
    expect(await statuses(asked)).toEqual({ 200: 10, 429: 2 })
  })

  it('confirmation mails are limited to three per account', async () => {
    const app = await limitedApp()
    const person = await app.signUp()
    const asked = times(5, () => app.api(person, 'POST', '/api/email-verification'))
    expect(await statuses(asked)).toEqual({ 200: 3, 429: 2 })
  })

  it('mails for changes of address are limited to five per account, and two per new address', async () => {
    const app = await limitedApp()
    const owner = await app.signUp()
    const change = (person: Person, email: string): Promise<Answer<Failure>> =>
      app.api(person, 'POST', '/api/email-change', { email, current_password: PASSWORD })
    const asking = await app.signUp()
    expect(await statuses(times(3, () => change(asking, owner.email)))).toEqual({ 200: 2, 429: 1 })
    // Mails from other accounts count too, because the limit protects the mailbox.
    expect((await change(await app.signUp(), owner.email)).status).toBe(429)
    expect(await statuses(times(3, () => app.api(owner, 'POST', '/api/email-verification')))).toEqual({ 200: 3 })
    await app.sql('DELETE FROM rate_limits')
    expect(await statuses(times(3, () => askReset(app, owner.email)))).toEqual({ 200: 3 })

    const other = await app.signUp()
    expect(await statuses(times(7, () => change(other, newEmail())))).toEqual({ 200: 5, 429: 2 })
  })

  it('codes of all kinds from one network address share a limit of thirty, over /api and /rpc', async () => {
    const app = await limitedApp()
    const tries = times(32, (index) => {
      const path = CODE_PATHS[index % CODE_PATHS.length] ?? ''
      return app.api(null, 'POST', path, { code: randomUUID() })
    })
    expect(await statuses(tries)).toEqual({ 400: 30, 429: 2 })
    const answer = await app.api(null, 'POST', '/rpc/auth/verifyResetCode', { json: { code: 'x' } })
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it.each([
    ['open Google', '/api/auth/google/start'],
    ['return from Google', '/api/auth/callback/google?code=made-up&state=made-up'],
  ])('windows that %s are limited to sixty per network address; further windows show our page', async (_what, path) => {
    const app = await limitedApp({ google: 'pretend' })
    const visit = async (): Promise<boolean> => {
      const answer = await fetch(`${app.url}${path}`, { redirect: 'manual' })
      expect(answer.status).toBe(302)
      return answer.headers.get('location') === '/auth/popup?error=TOO_MANY_ATTEMPTS'
    }
    const refused = await Promise.all(times(64, visit))
    expect(refused.filter(Boolean)).toHaveLength(4)
    // Cross-site requests cannot use up a person's attempts.
    await app.sql('DELETE FROM rate_limits')
    const foreign = times(64, () =>
      fetch(`${app.url}/api/auth/google/start`, { redirect: 'manual', headers: { 'sec-fetch-site': 'cross-site' } }),
    )
    await Promise.all(foreign)
    expect(await app.sql('SELECT 1 FROM rate_limits')).toEqual([])
  })

  it('wrong current passwords for a change of password are limited to ten', async () => {
    const app = await limitedApp()
    const person = await app.signUp()
    const change = (current: string): Promise<Answer<Failure>> =>
      app.api(person, 'POST', '/api/password', { current_password: current, new_password: 'Another-Good-One-8' })
    expect(await statuses(times(12, () => change(WRONG)))).toEqual({ 403: 10, 429: 2 })
    expectTooMany(await change(PASSWORD), 900)
  })

  it('wrong current passwords for changes of password and address share a limit of ten', async () => {
    const app = await limitedApp()
    const [person, guesser] = [await app.signUp(), await app.signUp()]
    const change = (who: Person, email: string, current_password = PASSWORD): Promise<Answer<Failure>> =>
      app.api(who, 'POST', '/api/email-change', { email, current_password })
    expect(await statuses(times(5, () => change(person, 'new@example.com')))).toEqual({ 200: 2, 429: 3 })
    expect(await statuses(times(12, () => change(guesser, 'other@example.com', WRONG)))).toEqual({ 403: 10, 429: 2 })
  })
})

describe('the network by which a client is counted', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['2001:DB8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::5', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['nonsense', 'nonsense'],
  ])('the address %s belongs to the network %s', (address, network) => {
    expect(toClientNetwork(address)).toBe(network)
  })
})

describe('redirects of sign-in endpoints', () => {
  const ENDPOINTS = [
    ['POST', '/api/auth/sign-in/email', { email: 'a@example.com', password: PASSWORD }],
    ['POST', '/api/auth/sign-up/email', { email: 'a@example.com', password: PASSWORD }],
    ['POST', '/api/auth/sign-out', {}],
    ['POST', '/api/password-reset', { email: 'a@example.com' }],
    ['POST', '/api/password-reset/verify', { code: 'x' }],
    ['POST', '/api/password-reset/confirm', { code: 'x', password: PASSWORD }],
    ...CODE_PATHS.slice(1).map((path) => ['POST', path, { code: 'x' }] as const),
    ['POST', '/api/password', { current_password: PASSWORD, new_password: PASSWORD }],
    ['POST', '/api/email-change', { email: 'a@example.com', current_password: PASSWORD }],
  ] as const
  const FIELDS = ['callbackURL', 'redirectTo', 'errorCallbackURL', 'newUserCallbackURL', 'callback_url']

  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp({ attemptLimitFactor: 1000 })
  })
  afterAll(() => app.close())

  it.each(ENDPOINTS)('%s %s accepts no address of another site', async (method, path, body) => {
    for (const field of FIELDS) {
      const inBody = await app.api(null, method, path, { ...body, [field]: 'https://evil.example/' })
      expect([400, 401]).toContain(inBody.status)
      const inQuery = await app.api(null, method, `${path}?${field}=https://evil.example/`, body)
      expect(inQuery.headers.get('location')).toBe(null)
      expect(JSON.stringify([inBody.body, inQuery.body])).not.toContain('evil')
    }
  })
})

describe('the origin of a sign-in', () => {
  it('from another site is refused, without counting as a wrong password', async () => {
    const app = await limitedApp()
    const { email } = await app.signUp()
    const foreign = { origin: 'https://evil.example' }
    expect(await statuses(times(15, () => signIn(app, email, WRONG, foreign)))).toEqual({ 403: 15 })
    expect((await signIn(app, email, PASSWORD)).status).toBe(200)
  })

  it('is optional, because clients other than browsers send none', async () => {
    const app = await limitedApp()
    const person = await app.signUp()
    expect((await signIn(app, person.email, PASSWORD)).status).toBe(200)
    expect((await signIn(app, person.email, PASSWORD, {}, person)).status).toBe(200)
  })
})

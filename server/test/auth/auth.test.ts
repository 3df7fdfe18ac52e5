/* oxlint-disable max-lines -- one subject, on one server that takes seconds to start */
import { createHash, randomUUID } from 'node:crypto'
import { type IncomingHttpHeaders, request as httpRequest } from 'node:http'
import { inspect } from 'node:util'

import { pino } from 'pino'
import { describe, expect, it, onTestFinished, vi } from 'vitest'

import { holdTransaction } from '@kundig/testing/database/held-transaction'
import { giveRole } from '@kundig/testing/people/operators'
import { type Answer, toCookieHeader, type Failure, PASSWORD, type Person } from '@kundig/testing/people/test-client'
import { createTestApp } from '@kundig/testing/server/test-app'
import { useTestApp } from '@kundig/testing/server/use-test-app'

const app = useTestApp()

const newEmail = (): string => `${randomUUID()}@example.com`
const signUp = (email: string, password: string): Promise<Answer<Failure>> =>
  app.api(null, 'POST', '/api/auth/sign-up/email', { email, password, name: '' })
const signIn = (email: string, password: string): Promise<Answer<Failure>> =>
  app.api(null, 'POST', '/api/auth/sign-in/email', { email, password })

function withHost(
  host: string,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: unknown,
): Promise<{ status: number; headers: IncomingHttpHeaders; text: string }> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      `${app.url}${path}`,
      { method, headers: { ...headers, host, 'content-type': 'application/json' } },
      (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }))
      },
    )
    request.once('error', reject)
    request.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

describe('passwords', () => {
  // spec 5.4, 5.5, 5.10, 9.3
  it.each([
    ['', 'FIELD_REQUIRED', 'This field is required'],
    ['alllowercase', 'PASSWORD_WEAK', 'Password is too weak'],
    [
      'Sh0rt!x',
      'PASSWORD_TOO_SHORT',
      'Password must contain at least 8 characters, including uppercase, lowercase, numbers, and special characters',
    ],
    ['Kundig-2026', 'PASSWORD_COMMON', expect.any(String) as string],
    [`Aa1!${'x'.repeat(125)}`, 'PASSWORD_TOO_LONG', expect.any(String) as string],
  ])('%j is refused for a new account', async (password, code, message) => {
    const email = newEmail()
    expect(await signUp(email, password)).toMatchObject({
      status: 400,
      body: { code, message, data: { field: 'password' } },
    })
    expect(await app.sql('SELECT 1 FROM "user" WHERE email = $1', [email])).toEqual([])
  })

  it('common passwords are listed by a prefix of their digest, and never all together', async () => {
    const digest = createHash('sha256').update('password1').digest('hex')
    const { digests } = await app.must<{ digests: string[] }>(
      null,
      'GET',
      `/api/common-passwords/${digest.slice(0, 3)}`,
    )
    expect(digests).toContain(digest.slice(3))
    expect(digests.length).toBeLessThan(100)
    for (const prefix of ['', 'a', 'ab', 'abcd', 'ABC', 'xyz', '%2e%2e']) {
      expect((await app.api(null, 'GET', `/api/common-passwords/${prefix}`)).status).toBeGreaterThanOrEqual(400)
    }
  })

  it('a password of 128 characters is compared in full', async () => {
    const password = `Aa1!${'x'.repeat(124)}`
    const email = newEmail()
    expect((await signUp(email, password)).status).toBe(200)
    expect((await signIn(email, password)).status).toBe(200)
    for (const other of [password.slice(0, 72), `${password.slice(0, -1)}y`]) {
      expect((await signIn(email, other)).status).toBe(401)
    }
    // A password above the maximum is refused before the account is looked up.
    expect((await signIn(email, `${password}x`)).status).toBe(400)
  })

  it('another Unicode form of the same password logs in', async () => {
    const email = newEmail()
    expect((await signUp(email, 'Pass\u00E9-Word-1'.normalize('NFC'))).status).toBe(200)
    expect((await signIn(email, 'Pass\u00E9-Word-1'.normalize('NFD'))).status).toBe(200)
  })

  it('are stored as argon2id, never in plain text', async () => {
    const person = await app.signUp()
    const [row] = await app.sql<{ password: string }>('SELECT password FROM account WHERE user_id = $1', [person.id])
    expect(row?.password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/u)
  })
})

describe('concurrent sign-ups with one address', () => {
  // spec 7.2
  it('create one account, and refuse the other sign-ups because the address is taken', async () => {
    const email = newEmail()
    const answers = await Promise.all(Array.from({ length: 8 }, () => signUp(email, PASSWORD)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect(answer).toMatchObject({ status: 422, body: { code: 'EMAIL_TAKEN', data: { field: 'email' } } })
    }
    const accounts = 'SELECT 1 FROM "user" u JOIN account a ON u.id = a.user_id WHERE u.email = $1'
    expect(await app.sql(accounts, [email])).toHaveLength(1)
  })

  it('refuse a late sign-up because the address is taken, and log no error', async () => {
    const lines: string[] = []
    const logged = await createTestApp({
      logger: pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }),
    })
    onTestFinished(() => logged.close())
    const email = newEmail()
    // An uncommitted account is invisible, and the index makes later sign-ups wait.
    const account = await holdTransaction(logged.databaseUrl, [
      `INSERT INTO "user" (id, name, email) VALUES (uuidv7(), '', $1)`,
      email,
    ])
    const signingUp = logged.api(null, 'POST', '/api/auth/sign-up/email', { email, password: PASSWORD })
    await account.untilOthersWait()
    await account.commit()
    expect(await signingUp).toMatchObject({ status: 422, body: { code: 'EMAIL_TAKEN', data: { field: 'email' } } })
    const written = lines.map((line) => JSON.parse(line) as { level: number; msg: string })
    expect(written.filter(({ level }) => level >= 40)).toEqual([])
    expect(written.filter(({ msg }) => msg === 'sign-up refused')).toHaveLength(1)
    expect(lines.join('\n')).not.toContain(email)
  })
})

describe('the user agent of a session', () => {
  it('is cut to 400 characters', async () => {
    const email = newEmail()
    const answer = await app.api(
      null,
      'POST',
      '/api/auth/sign-up/email',
      { email, password: PASSWORD },
      { 'user-agent': 'x'.repeat(8000) },
    )
    expect(answer.status).toBe(200)
    const kept = await app.sql(
      'SELECT length(s.user_agent) FROM session s JOIN "user" u ON u.id = s.user_id WHERE u.email = $1',
      [email],
    )
    expect(kept).toEqual([{ length: 400 }])
  })
})

describe('signing in', () => {
  // spec 8.67
  it('answers a wrong password and an unknown address alike', async () => {
    const { email } = await app.signUp()
    const wrong = await signIn(email, 'Wrong-Password-1')
    const unknown = await signIn(newEmail(), 'Wrong-Password-1')
    expect([wrong.status, unknown.status]).toEqual([401, 401])
    expect(wrong.body).toEqual(unknown.body)
    expect(wrong.headers.getSetCookie()).toEqual(unknown.headers.getSetCookie())
  })

  // spec 5.24
  it('accepts the address in any case and with spaces around it', async () => {
    const { email } = await app.signUp()
    expect((await signIn(`  ${email.toUpperCase()} `, PASSWORD)).status).toBe(200)
  })

  // spec 7.1
  it('sets a cookie that scripts and other sites cannot use, and creates a new session each time', async () => {
    const person = await app.signUp()
    const answer = await app.api(null, 'POST', '/api/auth/sign-in/email', {
      email: person.email,
      password: person.password,
    })
    const [cookie = ''] = answer.headers.getSetCookie()
    // The token is only in the cookie: scripts of the page could read a body.
    expect(answer.body).toEqual({ ok: true })
    expect(cookie).toMatch(/^kundig\.session_token=/u)
    expect(cookie.toLowerCase()).toContain('httponly')
    expect(cookie.toLowerCase()).toContain('samesite=lax')
    expect(cookie.toLowerCase()).not.toContain('domain=')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const again = await app.signIn(person)
    expect(toCookieHeader(again)).not.toBe(toCookieHeader(person))
  })
})

describe('the input of signing up and in', () => {
  // spec 7.9
  it.each(['image', 'role', 'emailVerified', 'id', 'createdAt', 'callbackURL'])(
    'rejects the unknown field %s',
    async (field) => {
      const email = newEmail()
      const answer = await app.api(null, 'POST', '/api/auth/sign-up/email', {
        email,
        password: PASSWORD,
        name: '',
        [field]: 'x',
      })
      expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } })
      expect(await app.sql('SELECT 1 FROM "user" WHERE email = $1', [email])).toEqual([])
    },
  )

  it.each(['"__proto__": {"role": "admin"}', '"constructor": {"prototype": {"role": "admin"}}'])(
    'rejects %s',
    async (field) => {
      const answer = await app.api(
        null,
        'POST',
        '/api/auth/sign-up/email',
        `{"email": "${newEmail()}", "password": "${PASSWORD}", "name": "", ${field}}`,
      )
      expect(answer.status).toBe(400)
    },
  )

  it.each([
    ['a NUL byte in the address', { email: 'a\u0000b@example.com', password: PASSWORD }],
    ['an invalid address', { email: 'no-address', password: PASSWORD }],
    ['an address that is no text', { email: { $ne: null }, password: PASSWORD }],
    ['a password that is no text', { email: 'a@example.com', password: ['x'] }],
    ['a name', { email: 'a@example.com', password: PASSWORD, name: 'Eve' }],
    ['nothing', {}],
    ['a list', []],
    ['null', null],
  ])('is answered 400 for %s', async (_what, body) => {
    const answer = await app.api(null, 'POST', '/api/auth/sign-up/email', JSON.stringify(body))
    expect(answer.status).toBe(400)
    expect(answer.body.defined).toBe(true)
  })

  it('unused routes of the sign-in library are disabled', async () => {
    const person = await app.signUp()
    for (const path of [
      'update-user',
      'change-email',
      'change-password',
      'delete-user',
      'revoke-sessions',
      'request-password-reset',
      'reset-password',
      'sign-in/social',
      'link-social',
      'set-password',
    ]) {
      const answer = await app.api(person, 'POST', `/api/auth/${path}`, {
        name: 'x',
        image: 'x',
        newPassword: PASSWORD,
        newEmail: newEmail(),
      })
      expect(`${path} ${answer.status}`).toBe(`${path} 404`)
    }
  })
})

describe('a session', () => {
  it('identifies the same person over HTTP and on the live connection', async () => {
    const [person, other] = await Promise.all([app.profiled(), app.profiled()])
    expect(await app.session(person)).toMatchObject({ user: { id: person.id, email: person.email }, has_profile: true })
    const tab = await app.live(person)
    const { id } = await app.request(other, person)
    await expect.poll(() => tab.listEvents('request.created')).toMatchObject([{ id, receiver_id: person.id }])
  })

  it('includes the role of an operator, and no role for others', async () => {
    const person = await app.signUp()
    expect(await app.session(person)).not.toHaveProperty('role')
    await giveRole(app.sql, person, 'viewer')
    expect(await app.session(person)).toMatchObject({ role: 'viewer' })
  })

  // spec 4.3
  it('shows that a person has no profile', async () => {
    expect(await app.session(await app.signUp())).toMatchObject({ has_profile: false })
  })

  // spec 4.2, 7.4
  it('ends at sign-out with its cookie and live connections, while other sessions stay', async () => {
    const here = await app.profiled()
    const elsewhere = await app.signIn(here)
    const stolen: Person = { ...here, cookies: new Map(here.cookies) }
    const [one, two, other] = await Promise.all([app.live(here), app.live(here), app.live(elsewhere)])
    const reasons: string[] = []
    for (const tab of [one, two]) tab.socket.on('disconnect', (reason) => reasons.push(reason))

    expect((await app.api(here, 'POST', '/api/auth/sign-out', {})).status).toBe(200)
    await expect.poll(() => reasons).toEqual(['io server disconnect', 'io server disconnect'])
    for (const tab of [one, two]) expect(tab.received).toEqual([{ name: 'session.ended', payload: undefined }])

    expect(await app.session(stolen)).toBe(null)
    expect(await app.api(stolen, 'GET', '/api/chat-rooms')).toMatchObject({
      status: 401,
      body: { code: 'NO_SESSION', message: 'No authenticated user' },
    })
    await expect(app.live(stolen)).rejects.toThrow('NO_SESSION')

    expect((await app.session(elsewhere))?.user.id).toBe(here.id)
    expect(other.socket.connected).toBe(true)
    expect(other.received).toEqual([])
  })

  it('is invalid after it expires, over HTTP and live', async () => {
    const person = await app.signUp()
    await app.sql("UPDATE session SET expires_at = now() - interval '1 second' WHERE user_id = $1", [person.id])
    expect(await app.session({ ...person, cookies: new Map(person.cookies) })).toBe(null)
    await expect(app.live(person)).rejects.toThrow('NO_SESSION')
    expect((await app.api(person, 'GET', '/api/connection-requests/pending')).status).toBe(401)
  })

  it('is prolonged when it is used, and sets a new cookie', async () => {
    const person = await app.signUp()
    await app.sql("UPDATE session SET expires_at = now() + interval '1 day' WHERE user_id = $1", [person.id])
    const answer = await app.api(person, 'GET', '/api/session')
    expect(answer.headers.getSetCookie().join()).toContain('kundig.session_token=')
    const [row] = await app.sql<{ days: number }>(
      'SELECT extract(day FROM expires_at - now())::int AS days FROM session WHERE user_id = $1',
      [person.id],
    )
    expect(row?.days).toBeGreaterThanOrEqual(29)
  })

  it.each(['', 'x', 'x.y', '%E0%A4%A', '%00', '"', 'a'.repeat(4000), `${'A'.repeat(32)}.${'B'.repeat(43)}%3D`])(
    'cannot be forged: %j',
    async (value) => {
      const answer = await app.api(null, 'GET', '/api/session', undefined, { cookie: `kundig.session_token=${value}` })
      expect(answer).toMatchObject({ status: 200, body: null })
      await expect(app.live(null, { headers: { cookie: `kundig.session_token=${value}` } })).rejects.toThrow(
        'NO_SESSION',
      )
    },
  )

  it('a session cookie with a changed signature is refused', async () => {
    const person = await app.signUp()
    const [[name, value] = ['', '']] = person.cookies
    const token = decodeURIComponent(value).split('.')[0] ?? ''
    for (const forged of [token, `${token}.`, `${token}.${'A'.repeat(43)}=`]) {
      const answer = await app.api(null, 'GET', '/api/session', undefined, {
        cookie: `${name}=${encodeURIComponent(forged)}`,
      })
      expect(answer).toMatchObject({ status: 200, body: null })
    }
  })
})

describe('requests from pages of other sites', () => {
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost:1' },
    { origin: 'http://localhost.evil.example' },
    { 'sec-fetch-site': 'cross-site' },
  ]

  it.each(foreign)('cannot change anything: %j', async (headers) => {
    const person = await app.profiled()
    const email = newEmail()
    const attempts = [
      app.api(null, 'POST', '/api/auth/sign-up/email', { email, password: PASSWORD, name: '' }, headers),
      app.api(null, 'POST', '/api/auth/sign-in/email', { email: person.email, password: PASSWORD }, headers),
      app.api(person, 'POST', '/api/auth/sign-out', {}, headers),
      app.api(
        person,
        'PUT',
        `/api/profiles/${person.id}`,
        { full_name: 'Eve', bio: null, expertise: 'education', is_public: true },
        headers,
      ),
      app.api(
        person,
        'POST',
        '/rpc/connectionRequests/create',
        { json: { receiver_id: randomUUID(), message: 'Hi' } },
        headers,
      ),
      app.api(
        null,
        'POST',
        '/api/waiting-list',
        { full_name: 'Eve', email, category: 'education', consent: true },
        headers,
      ),
    ]
    for (const answer of await Promise.all(attempts)) {
      expect(answer).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
      expect(answer.headers.get('access-control-allow-origin')).toBe(null)
      expect(answer.headers.getSetCookie()).toEqual([])
    }
    expect((await app.session(person))?.user.id).toBe(person.id)
    expect(await app.sql('SELECT 1 FROM "user" WHERE email = $1', [email])).toEqual([])
  })

  it.each(foreign)('open no live connection: %j', async (headers) => {
    const person = await app.signUp()
    await expect(app.live(person, { headers })).rejects.toThrow('websocket error')
  })

  it('requests of our own pages are accepted', async () => {
    const { port } = new URL(app.url)
    for (const origin of [`http://127.0.0.1:${port}`, `http://localhost:${port}`]) {
      const person = await app.signUp()
      expect(
        (await app.api(person, 'POST', '/api/auth/sign-out', {}, { origin, 'sec-fetch-site': 'same-origin' })).status,
      ).toBe(200)
      expect((await app.live(await app.signUp(), { headers: { origin } })).socket.connected).toBe(true)
    }
  })
})

describe('a forged Host', () => {
  it('a forged Host header does not change the answers', async () => {
    const person = await app.signUp()
    const headers = {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example;proto=https',
    }
    const answers = [
      await withHost('evil.example', 'POST', '/api/auth/sign-in/email', headers, {
        email: person.email,
        password: PASSWORD,
      }),
      await withHost('evil.example', 'GET', '/api/session', { ...headers, cookie: toCookieHeader(person) }),
      await withHost('evil.example', 'GET', '/api/openapi.json', headers),
      await withHost('evil.example', 'GET', '/api/profiles', headers),
    ]
    for (const answer of answers) {
      expect(answer.status).toBe(200)
      expect(JSON.stringify([answer.headers, answer.text])).not.toContain('evil')
    }
    expect(answers[0]?.headers['set-cookie']?.join()).not.toContain('Secure')
    expect(answers[1]?.text).toContain(person.id)
  })

  it('a foreign origin stays foreign with a forged Host header', async () => {
    const answer = await withHost('evil.example', 'POST', '/api/waiting-list', { origin: 'http://evil.example' }, {})
    expect(answer.status).toBe(403)
  })
})

describe('every answer', () => {
  it('carries the security headers', async () => {
    const { headers } = await app.api(null, 'GET', '/api/profiles')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('content-security-policy')).toMatch(/script-src 'self'(?:;|$)/u)
    expect(headers.get('permissions-policy')).toMatch(/\bcamera=\(\), [\s\S]*\bpayment=\(\)/u)
    expect(headers.get('x-powered-by')).toBe(null)
  })

  it('a missing resource is answered with 404', async () => {
    for (const path of [
      '/api/nothing',
      '/rpc/nothing',
      '/api/auth/nothing',
      '/rpc/auth/__proto__',
      '/api/constructor',
    ]) {
      expect((await app.api(null, 'GET', path)).status).toBe(404)
    }
  })
})

it('a failed query is logged without its values', async () => {
  const lines: string[] = []
  const printed = vi.spyOn(console, 'error').mockImplementation((...args: unknown[]) => {
    lines.push(inspect(args))
  })
  const broken = await createTestApp({
    logger: pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) }),
  })
  try {
    const email = newEmail()
    await broken.signUp(email)
    await broken.sql('ALTER TABLE session RENAME COLUMN token TO other')
    const answer = await broken.api(null, 'POST', '/api/auth/sign-in/email', { email, password: PASSWORD })
    expect(answer.body).toMatchObject({ status: 500, code: 'UNEXPECTED' })
    expect(lines.join('\n')).toContain('session')
    for (const secret of [email, 'params', PASSWORD]) expect(lines.join('\n')).not.toContain(secret)
  } finally {
    printed.mockRestore()
    await broken.close()
  }
})

import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { type Client, toCookieHeader, createClient, PASSWORD, type Person } from '@kundig/testing/people/test-client'
import { type ChildServer, startChild } from '@kundig/testing/server/child-server'
import { createTestDatabase, TEST_SECRET, type TestDatabase } from '@kundig/testing/server/test-app'

import { findFreePort } from '../../../src/platform/http/free-port.ts'

// The server runs in a separate process, because better-auth checks no origins inside a test runner.
let database: TestDatabase
let server: ChildServer
let client: Client
let port: number
beforeAll(async () => {
  database = await createTestDatabase()
  port = await findFreePort()
  server = startChild('@kundig/testing/server/server-process', {
    DATABASE_URL: database.url,
    PORT: String(port),
    AUTH_SECRET: TEST_SECRET,
    ATTEMPT_LIMIT_FACTOR: '1000',
    LOG_LEVEL: 'error',
  })
  await server.printed('ready')
  client = createClient(`http://127.0.0.1:${port}`)
})
afterAll(async () => {
  server.signal('SIGKILL')
  await server.ended
  await database.drop()
})

/** Writes with a session cookie: to better-auth and to our procedures, over REST and RPC. */
const writes = (person: Person): [method: string, path: string, body: unknown][] => [
  ['POST', '/api/auth/sign-in/email', { email: person.email, password: PASSWORD }],
  ['POST', '/api/auth/sign-up/email', { email: `${randomUUID()}@example.com`, password: PASSWORD, name: '' }],
  ['POST', '/api/email-verification', undefined],
  ['POST', '/rpc/auth/endOtherSessions', {}],
  ['POST', '/api/auth/sign-out', {}],
]
const own = (): string => `http://localhost:${port}`

describe('a write with a session cookie', () => {
  it('a program’s write without an Origin header is accepted by every kind of route', async () => {
    const person = await client.signUp()
    for (const [method, path, body] of writes(person)) {
      expect(`${path} ${(await client.api(person, method, path, body)).status}`).toBe(`${path} 200`)
    }
    expect(await client.session(person)).toBe(null)
  })

  it('a write from our own pages is accepted by every kind of route', async () => {
    const person = await client.signUp()
    for (const [method, path, body] of writes(person)) {
      const { status } = await client.api(person, method, path, body, {
        origin: own(),
        'sec-fetch-site': 'same-origin',
      })
      expect(`${path} ${status}`).toBe(`${path} 200`)
    }
  })

  it.each([{ origin: 'https://evil.example' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }])(
    'a write from a page of another site gets the same refusal from every kind of route: %j',
    async (headers) => {
      const person = await client.signUp()
      for (const [method, path, body] of writes(person)) {
        const answer = await client.api(person, method, path, body, { ...headers })
        expect(answer).toMatchObject({ status: 403, body: { defined: true, code: 'FORBIDDEN', status: 403 } })
      }
      expect((await client.session(person))?.user.id).toBe(person.id)
    },
  )
})

describe('a refusal of the sign-in provider', () => {
  // spec 8.6
  it('has the same shape as our other refusals, and its own code', async () => {
    const { email } = await client.signUp()
    const answers = [
      await client.api(null, 'POST', '/api/auth/sign-in/email', { email, password: 'Wrong-Password-1' }),
      await client.api(null, 'POST', '/api/auth/sign-up/email', { email, password: PASSWORD, name: '' }),
    ]
    expect(answers.map(({ status, body }) => ({ status, body }))).toEqual([
      {
        status: 401,
        body: {
          defined: true,
          code: 'WRONG_CREDENTIALS',
          status: 401,
          message: 'Authentication failed. Check your email address and password.',
          data: { kind: 'AUTH_ERROR' },
        },
      },
      {
        status: 422,
        body: {
          defined: true,
          code: 'EMAIL_TAKEN',
          status: 422,
          message: 'There is already an account with this email address. Log in instead.',
          data: { kind: 'AUTH_ERROR', field: 'email' },
        },
      },
    ])
  })

  it('has the same shape for a foreign redirect address, without a redirect', async () => {
    const person = await client.signUp()
    const answer = await client.api(person, 'POST', '/api/auth/sign-out?callbackURL=https://evil.example/', {})
    expect(answer).toMatchObject({ status: 403, body: { defined: true, code: 'FORBIDDEN' } })
    expect(JSON.stringify(answer.body)).not.toContain('evil')
    expect(toCookieHeader(person)).toContain('kundig.session_token=')
  })
})

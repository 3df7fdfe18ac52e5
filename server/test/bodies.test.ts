import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createTestApp, type TestApp } from './test-app.ts'
import type { Failure } from './test-client.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** What a missing field of the forms below is answered with. */
const FIELD_CODES = [
  'FIELD_REQUIRED',
  'EMAIL_INVALID',
  'EMAIL_REQUIRED',
  'NAME_REQUIRED',
  'CATEGORY_REQUIRED',
  'CONSENT_REQUIRED',
]

describe('a body that is no good', () => {
  const paths = [
    '/api/auth/sign-up/email',
    '/api/auth/sign-in/email',
    '/api/waiting-list',
    '/rpc/waitingList/join',
    '/api/connection-requests',
    '/rpc/chat/send',
  ]
  const bodies = [
    ['cut short', '{"email": "a@', 400],
    ['no JSON', 'email=a%40example.com', 400],
    ['200,000 deep', '['.repeat(200_000), 413],
    ['30,000 deep', `${'['.repeat(30_000)}${']'.repeat(30_000)}`, 400],
    ['5,000 objects deep', `{"json": ${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}}`, 400],
    ['100 KB long', JSON.stringify({ email: 'x'.repeat(100_000) }), 413],
    ['empty', '', 400],
    ['null', 'null', 400],
    ['a number', '7', 400],
    ['a prototype', '{"__proto__": {"email": "a@example.com"}}', 400],
  ] as const

  it.each(paths.flatMap((path) => bodies.map(([what, body, status]) => ({ path, what, body, status }))))(
    '$path answers one that is $what with $status',
    async ({ path, body, status }) => {
      const answer = await app.api(null, 'POST', path, body)
      // Whoever is nobody may be told so before the body is looked at.
      expect([status, 401]).toContain(answer.status)
      const { code } = (answer.body as { json?: Failure }).json ?? answer.body
      expect(['INVALID_INPUT', 'TOO_LARGE', 'NO_SESSION', ...FIELD_CODES]).toContain(code)
    },
  )

  it.each([
    ['GET', '/rpc/profiles/list?data=%7B', undefined],
    ['GET', '/rpc/profiles/list?data=7', undefined],
    ['POST', '/rpc/waitingList/join', { json: {}, meta: [[99, 'a', 'b']] }],
    ['POST', '/rpc/waitingList/join', { json: { email: 'x' }, meta: [[1, '__proto__', 'x']] }],
    ['POST', '/rpc/waitingList/join', { json: { email: 'x' }, meta: [[0, 'email']] }],
    ['POST', '/rpc/waitingList/join', { json: null, meta: [[1, 'a', 'b', 'c']] }],
    ['POST', '/rpc/waitingList/join', { json: {}, meta: 'x' }],
    ['POST', '/rpc/waitingList/join', { json: {}, maps: [['a']] }],
  ])('%s %s that cannot be read (%j) is answered with 400', async (method, path, body) => {
    expect((await app.api(null, method, path, body)).status).toBe(400)
    expect(({} as { x?: unknown }).x).toBe(undefined)
  })

  it('is none, but a query nested thousands deep: that is refused, too', async () => {
    const { status } = await app.api(null, 'GET', `/api/profiles?a${'[b]'.repeat(3000)}=1`)
    expect(status).toBe(400)
  })

  it.each([
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'x',
  ])('is refused when it is called %s', async (type) => {
    const answer = await app.api(null, 'POST', '/api/auth/sign-in/email', '{}', { 'content-type': type })
    expect(answer.status).toBe(400)
  })
})

import { randomUUID } from 'node:crypto'

import { describe, expect, it } from 'vitest'

import { toCookieHeader, type Failure, PASSWORD } from '@kundig/testing/people/test-client'
import { useTestApp } from '@kundig/testing/server/use-test-app'

const app = useTestApp()

const FIELD_CODES = [
  'FIELD_REQUIRED',
  'EMAIL_INVALID',
  'EMAIL_REQUIRED',
  'NAME_REQUIRED',
  'CATEGORY_REQUIRED',
  'CONSENT_REQUIRED',
]

describe('an invalid request', () => {
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
    '$path with a body that is $what is answered with $status',
    async ({ path, body, status }) => {
      const answer = await app.api(null, 'POST', path, body)
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
  ])('%s %s that cannot be parsed (%j) is answered with 400', async (method, path, body) => {
    expect((await app.api(null, method, path, body)).status).toBe(400)
    expect(({} as { x?: unknown }).x).toBe(undefined)
  })

  it.each([
    ['half a character', Buffer.from([0x61, 0xc3, 0x62])],
    ['a byte that no text has', Buffer.from([0x61, 0xff, 0x62])],
    ['a surrogate by itself', Buffer.from([0x61, 0xed, 0xa0, 0x80, 0x62])],
    ['a letter in more bytes than it needs', Buffer.from([0xc1, 0xa1])],
  ])('a body that is not UTF-8 (%s) is refused, and nothing is stored', async (_what, bytes) => {
    const person = await app.profiled()
    const [before, after] = JSON.stringify({
      full_name: 'Ada',
      bio: '#',
      expertise: 'education',
      is_public: true,
    }).split('#')
    const body = Buffer.concat([Buffer.from(before ?? ''), bytes, Buffer.from(after ?? '')])
    for (const [method, path] of [
      ['PUT', `/api/profiles/${person.id}`],
      ['POST', '/rpc/profiles/save'],
      ['POST', '/api/auth/sign-in/email'],
    ] as const) {
      const answer = await fetch(`${app.url}${path}`, {
        method,
        headers: { cookie: toCookieHeader(person), 'content-type': 'application/json' },
        body,
      })
      expect(answer.status).toBe(400)
    }
    const { bio } = await app.must<{ bio: string | null }>(person, 'GET', `/api/profiles/${person.id}`)
    expect(bio).not.toContain('\uFFFD')
  })

  it.each([
    '/api/profiles?query=%FF',
    '/api/profiles?query=a%C3b',
    '/api/profiles?query=%ED%A0%80',
    '/rpc/profiles/list?data=%7B%22json%22%3A%7B%22query%22%3A%22%FF%22%7D%7D',
    '/rpc/profiles/list?data=%7B%22json%22%3A%7B%22query%22%3A%22%5Cud800%22%7D%7D',
    '/api/common-passwords/%FF',
  ])('the URL %s, which is not UTF-8, is refused', async (path) => {
    expect(await app.api(null, 'GET', path)).toMatchObject({ status: 400 })
  })

  it('a request with half a surrogate pair in any text, even a password, is refused', async () => {
    const [person, other] = [await app.profiled(), await app.profiled()]
    const half = String.raw`Aa1!xxxx\ud800`
    for (const [method, path, body] of [
      ['POST', '/api/auth/sign-up/email', `{"email":"half@example.com","password":"${half}"}`],
      ['POST', '/api/auth/sign-in/email', `{"email":"half@example.com","password":"${half}"}`],
      ['POST', '/api/password', `{"current_password":"${PASSWORD}","new_password":"${half}"}`],
      ['POST', '/api/password-reset/confirm', `{"code":"${half}","password":"${PASSWORD}"}`],
      ['POST', '/api/connection-requests', `{"receiver_id":"${other.id}","message":"${half}"}`],
      [
        'PUT',
        `/api/profiles/${person.id}`,
        `{"full_name":"Ada","bio":"${half}","expertise":"education","is_public":true}`,
      ],
    ] as const) {
      expect({ path, status: (await app.api(person, method, path, body)).status }).toEqual({ path, status: 400 })
    }
  })

  it.each([
    ['/api/auth/sign-in/email', { email: `a@${'.'.repeat(19_990)}@`, password: 'x' }, 'EMAIL_INVALID'],
    ['/api/password-reset', { email: `a@${'.'.repeat(19_990)}@` }, 'EMAIL_INVALID'],
    ['/api/password-reset', { email: `${'x'.repeat(312)}@a.nl   ${' '.repeat(20)}` }, 'EMAIL_INVALID'],
    [
      '/api/waiting-list',
      { full_name: 'Ada', email: `a@${'.'.repeat(19_990)}@`, category: 'education', consent: true },
      'EMAIL_INVALID',
    ],
    [
      '/api/waiting-list',
      { full_name: '\u0315\u0316'.repeat(10_000), email: 'a@a.nl', category: 'education', consent: true },
      'NAME_TOO_LONG',
    ],
  ])('%s with a far too long text is answered with the error of the text’s field', async (path, body, code) => {
    expect(await app.api(null, 'POST', path, body)).toMatchObject({ status: 400, body: { code } })
  })

  it('an upload with a file name of 2,000 spaces is refused before the file is read', async () => {
    const [requester, other] = [await app.profiled(), await app.profiled()]
    const room = await app.room(requester, other)
    const name = encodeURIComponent(`x${' '.repeat(2000)}x.pdf`)
    const path = `/api/chat-rooms/${room.id}/files?client_id=${randomUUID()}&name=${name}`
    expect(await app.api(requester, 'POST', path, 'x')).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } })
  })

  it('a request with a query nested thousands deep is refused', async () => {
    const { status } = await app.api(null, 'GET', `/api/profiles?a${'[b]'.repeat(3000)}=1`)
    expect(status).toBe(400)
  })

  it.each([
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'x',
  ])('a request with the content type %s is refused', async (type) => {
    const answer = await app.api(null, 'POST', '/api/auth/sign-in/email', '{}', { 'content-type': type })
    expect(answer.status).toBe(400)
  })
})

describe('HEAD', () => {
  it('each operation that reads answers HEAD like GET, but without a body', async () => {
    const person = await app.profiled()
    const { paths } = await app.must<{ paths: Record<string, object> }>(null, 'GET', '/api/openapi.json')
    const read = Object.entries(paths).flatMap(([path, operations]) => ('get' in operations ? [`/api${path}`] : []))
    expect(read.length).toBeGreaterThan(40)
    for (const path of [...read, '/api/openapi.json', '/healthz', '/api/no-such']) {
      const address = app.url + path.replaceAll(/\{\w+\}/gu, randomUUID())
      const [get, head] = await Promise.all(
        ['GET', 'HEAD'].map((method) => fetch(address, { method, headers: { cookie: toCookieHeader(person) } })),
      )
      expect([path, head?.status]).toEqual([path, get?.status])
      expect(await head?.text()).toBe('')
      await get?.body?.cancel()
    }
  })

  it('operations that write do not answer HEAD, and change nothing', async () => {
    const person = await app.profiled()
    for (const path of ['/api/auth/sign-out', '/api/payments/cards/setup', '/rpc/auth/endAllSessions']) {
      const headers = { cookie: toCookieHeader(person) }
      expect((await fetch(app.url + path, { method: 'HEAD', headers })).status).toBe(404)
    }
    expect((await app.session(person))?.user.id).toBe(person.id)
  })
})

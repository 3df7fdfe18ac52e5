import { randomUUID } from 'node:crypto'
import { request } from 'node:http'

import { DEFAULT_BRANDING } from '@kundig/contract/site/branding'
import { toOutcome } from '@kundig/testing/people/outcome'
import type { Person } from '@kundig/testing/people/test-client'
import { toCookieHeader } from '@kundig/testing/people/test-client'
import { isForOperators, isForVisitors } from '@kundig/testing/permissions/permission-table'

import type { Report } from './report.ts'
import type { TestEnvironment } from './test-environment.ts'
import type { Watch } from './watch.ts'

const LABEL = { en: 'Education', nl: 'Onderwijs' }

const TOMORROW = new Date(Date.now() + 86_400_000).toISOString()

const FITTING: Record<string, object> = {
  'POST /email-change': { email: 'someone@example.com', current_password: 'Something that is typed' },
  'POST /payments/cards': { setup_intent_id: 'seti_1' },
  'POST /notifications/seen': { ids: [randomUUID()] },
  'POST /notifications/read': { ids: [randomUUID()] },
  'GET /connection-requests/allowance': { receiver_id: randomUUID() },
  'PATCH /notifications/settings': { language: 'nl' },
  'GET /operations/daily-figures': { days: 7 },
  'GET /messages': { query: 'hello' },
  'GET /operations/people': { query: 'someone@example.com' },
  'POST /operations/people/{person_id}/suspend': { ground: 'rules', rule: 'Rule 1', facts: 'Spam', days: 1 },
  'POST /operations/waiting-list/invite': { category: 'education', count: 1 },
  'PUT /operations/settings/categories': {
    version: -1,
    list: [{ id: 'education', label: LABEL, short_label: LABEL, is_hidden: false }],
  },
  'PUT /operations/settings/fee': {
    version: -1,
    percent_bp: 100,
    fixed_cents: 0,
    least_cents: 0,
    minimum_cents: 1,
    is_refunded: true,
  },
  'PUT /profiles/{id}': { full_name: 'Ann Example', bio: '', expertise: 'education', is_public: false },
  'PUT /operations/pages/{page}': { revision: 1_000_000, en: 'Text', nl: 'Tekst' },
  'POST /operations/pages/{page}/publish': { revision: 1_000_000, asks_again: false },
  'POST /operations/page-preview': { markdown: '# Text' },
  'POST /session/terms': { version: 1_000_000 },
  'PUT /operations/settings/branding': { version: -1, ...DEFAULT_BRANDING },
  'GET /operations/settings/colours': { primary: '#123456', accent: '' },
  'PUT /operations/settings/waiting-list': { version: -1, is_on: true },
  'PUT /operations/operators': { email: 'someone@example.com', role: 'owner' },
  'POST /operations/cases/{case_id}/decide': { measure: 'nothing', ground: 'rules' },
  'POST /reports': { subject: { kind: 'room', id: randomUUID() }, category: 'spam' },
  'PATCH /chat-rooms/{room_id}/messages/{seq}': { content: 'Said otherwise' },
  'PUT /chat-rooms/{room_id}/messages/{seq}/reaction': { reaction: '👍' },
  'POST /chat-rooms/{room_id}/appointments': {
    client_id: randomUUID(),
    times: [TOMORROW],
    minutes: 30,
    zone: 'Europe/Amsterdam',
  },
  'POST /chat-rooms/{room_id}/appointments/{seq}/accept': { starts_at: TOMORROW, zone: 'Europe/Amsterdam' },
  'PUT /chat-rooms/{room_id}/appointments/{seq}/link': { link: 'https://meet.example/room' },
  'POST /chat-rooms/{room_id}/payment-requests': { client_id: randomUUID(), amount: '5' },
  'POST /operations/payments/{payment_id}/refunds': { client_id: randomUUID(), amount: '5', reason: 'No meeting' },
  'POST /operations/disputes/{id}/evidence': { uncategorized_text: 'They did meet' },
  'POST /operations/refund-requests/{id}/decline': { reason: 'They did meet' },
  'POST /payment-requests/{id}/refund-requests': { client_id: randomUUID(), amount: '5', reason: 'We did not meet' },
  'POST /payment-requests/{id}/refund-requests/{refund_request_id}/decline': { reason: 'We did meet' },
  'POST /payment-requests/{id}/refunds': { client_id: randomUUID(), amount: '5', reason: 'We did not meet' },
}

/** Operations that succeed for unknown ids. They find nothing to end or read, or create a question with the id. */
const WITHOUT_TARGET = new Set([
  'DELETE /blocks/{person_id}',
  'GET /profiles/{person_id}/reviews/own',
  'POST /profiles/{person_id}/reviews/dismiss',
  'POST /questions/{id}/send',
])

interface Schema {
  type?: string
  format?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
}

interface Operation {
  method: string
  path: string
  base: string
  rpc: string | undefined
  body: Schema | undefined
}

interface Documented {
  deprecated?: boolean
  operationId?: string
  requestBody?: { content?: Record<string, { schema?: Schema }> }
}

async function readOperations(environment: TestEnvironment): Promise<Operation[]> {
  const { paths } = await environment.site.must<{ paths: Record<string, Record<string, unknown>> }>(
    null,
    'GET',
    '/api/openapi.json',
  )
  return Object.entries(paths).flatMap(([path, methods]) => {
    const servers = methods['servers'] as { url: string }[] | undefined
    const base = servers?.[0]?.url === '/' ? '' : '/api'
    return Object.entries(methods).flatMap(([method, value]) => {
      if (!/^(?:get|post|put|patch|delete)$/u.test(method)) return []
      const { deprecated, operationId, requestBody } = value as Documented
      // Former paths are excluded, because they call the same operations as the present paths.
      if (deprecated) return []
      const isProcedure = base === '/api' && !/\/(?:picture|logo|files|account\/data)$/u.test(path)
      return [
        {
          method: method.toUpperCase(),
          path,
          base,
          rpc: isProcedure && operationId !== undefined ? `/rpc/${operationId.replaceAll('.', '/')}` : undefined,
          body: requestBody?.content?.['application/json']?.schema,
        },
      ]
    })
  })
}

function buildExample(schema: Schema | undefined): unknown {
  if (schema === undefined) return undefined
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const either = schema.anyOf ?? schema.oneOf
  if (either) return buildExample(either[0])
  if (schema.type === 'object' || schema.properties) {
    return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, held]) => [name, buildExample(held)]))
  }
  if (schema.type === 'boolean') return true
  if (schema.type === 'integer' || schema.type === 'number') return 1
  if (schema.type === 'array') return []
  return schema.format === 'uuid' ? randomUUID() : 'Something that is typed'
}

const isUuid = (text: string): boolean => /^[\da-f]{8}-[\da-f-]{27}$/u.test(text)

/** Builds a URL with the parameter. Positions of messages are numbers; other parameters are ids. */
const toAddress = ({ base, path }: Operation, parameter: string): string =>
  `${base}${path.replaceAll(/\{\w+\}/gu, (name) => (name === '{seq}' && isUuid(parameter) ? '1' : parameter))}`

/** Calls every documented operation as callers without permission, and with unusual input. */
export async function attackEveryOperation(environment: TestEnvironment, report: Report, watch: Watch): Promise<void> {
  const { site } = environment
  const operations = await readOperations(environment)
  const nameOf = ({ method, path }: Operation): string => `${method} ${path}`
  const call = async (who: Person | null, one: Operation, headers: Record<string, string> = {}): Promise<string> => {
    const path = toAddress(one, one.path.startsWith('/payments/cards/') ? 'pm_1' : randomUUID())
    const fitting = FITTING[nameOf(one)]
    if (one.method === 'GET') {
      const query = new URLSearchParams({ ...fitting }).toString()
      return toOutcome(await site.api(who, 'GET', query === '' ? path : `${path}?${query}`, undefined, headers))
    }
    return toOutcome(await site.api(who, one.method, path, fitting ?? buildExample(one.body), headers))
  }
  /** Returns calls of an operation over REST, and over RPC if available. */
  const listCalls = (who: Person | null, one: Operation, json: unknown, headers: Record<string, string> = {}) => {
    const rest = { name: nameOf(one), isRpc: false, act: () => call(who, one, headers) }
    const { rpc } = one
    if (rpc === undefined) return [rest]
    const overRpc = () => site.api(who, 'POST', rpc, { json }, headers)
    return [rest, { name: `POST ${rpc}`, isRpc: true, act: overRpc }]
  }
  /** Sends a raw request, because a client would correct the input. */
  const raw = (method: string, path: string, headers: Record<string, string>, body?: string): Promise<string> =>
    new Promise((resolve, reject) => {
      // The length is set, because Node omits it for methods that usually have no body.
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
      const sent = request(site.url, { method, path, headers: { ...headers, ...length } })
      sent.on('response', (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
        response.on('end', () => {
          const status = response.statusCode ?? 0
          watch.judge(`${method} ${path.slice(0, 80)}`, status, response.headers['content-type'] ?? '', text)
          resolve(String(status))
        })
      })
      sent.on('error', reject)
      sent.end(body)
    })

  await report.exploratory('Every documented operation, without a session', async (attempt) => {
    await attempt('more than 35 operations', () => operations.length > 35, true)
    for (const [turn, one] of operations.filter((each) => !isForVisitors(nameOf(each))).entries()) {
      const refused = isForOperators(nameOf(one)) ? /^404/u : /^401/u
      const ways = listCalls(null, one, buildExample(one.body) ?? {})
      for (const { name, isRpc, act } of report.cover(ways, turn))
        await attempt(name, act, isRpc ? /^40[014]/u : refused)
    }
  })

  await report.exploratory(
    'Every documented operation, from a foreign page and by HEAD and OPTIONS',
    async (attempt) => {
      const person = await site.profiled()
      const evil = { origin: 'https://evil.example' }
      for (const [turn, one] of operations.filter(({ method }) => method !== 'GET').entries()) {
        for (const { name, act } of report.cover(listCalls(person, one, {}, evil), turn))
          await attempt(name, act, /^403/u)
      }
      for (const [turn, one] of operations.entries()) {
        const ways = ['HEAD', 'OPTIONS', 'TRACE', 'QUERY', 'PROPFIND'].flatMap((method) =>
          [toAddress(one, randomUUID()), one.rpc ?? '/rpc/auth/endAllSessions'].map((path) => ({ method, path })),
        )
        for (const { method, path } of report.cover(ways, turn)) {
          await attempt(
            `${method} ${path}`,
            () => raw(method, path, { cookie: toCookieHeader(person), ...evil }),
            /^(?:2|4)\d\d$/u,
          )
        }
      }
      await attempt('and the session lives', async () => (await site.session(person))?.user.id, person.id)
      await attempt(
        'no card was saved',
        async () => (await site.must<{ items: object[] }>(person, 'GET', '/api/payments/cards')).items,
        [],
      )
    },
  )

  await report.exploratory('Every documented operation, with invalid requests: never a 5xx', async (attempt) => {
    const someone = await site.profiled()
    const refused = /^4\d\d$/u
    let person = await site.signIn(someone)
    for (const [turn, one] of operations.entries()) {
      // Signs in again only if an operation ended the session, because a sign-in costs more than all attempts.
      if ((await site.session(person)) === null) person = await site.signIn(someone)
      const headers = { cookie: toCookieHeader(person), 'content-type': 'application/json' }
      const example = buildExample(one.body)
      const json = JSON.stringify(example ?? {})
      const inside = (extra: string): string => (json === '{}' ? `{${extra}}` : `${json.slice(0, -1)},${extra}}`)
      const texts = json.replaceAll(/"(?:Something that is typed|[\da-f]{8}-[\da-f-]{27})"/gu, '"a\\u0000b"')
      const bodies: [string, string][] = [
        ['200k deep', '['.repeat(200_000)],
        ['30k deep', `${'['.repeat(30_000)}${']'.repeat(30_000)}`],
        ['__proto__', inside('"__proto__":{"admin":true}')],
        ['constructor', inside('"constructor":{"prototype":{"admin":true}}')],
        ['an unknown field', inside('"unknown_field":1')],
        ['NUL in texts', texts],
        ['a list', '[1,2,3]'],
        ['null', 'null'],
        ['half of it', json.slice(0, -1)],
        ['lone surrogates', json.replaceAll('Something', String.raw`\ud800`)],
        ['texts as objects', json.replaceAll(/"Something that is typed"/gu, '{"$gt":""}')],
      ]
      if (one.method !== 'GET') {
        const path = toAddress(one, randomUUID())
        for (const [what, body] of report.cover(bodies, turn)) {
          const wanted = one.body && /proto|deep|unknown|constructor|half|list/u.test(what) ? refused : /^[24]\d\d$/u
          await attempt(`${nameOf(one)}: ${what}`, () => raw(one.method, path, headers, body), wanted)
        }
        await attempt(
          `${nameOf(one)}: another type`,
          () => raw(one.method, path, { ...headers, 'content-type': 'application/xml' }, '<a/>'),
          /^[24]\d\d$/u,
        )
      }
      const parameters = [
        '%E0%A4%A',
        '%zz',
        '%00',
        'a%00b',
        'x'.repeat(201),
        'x'.repeat(5000),
        '..%2f..%2f',
        '%ED%A0%80',
        "'%20OR%201=1--",
        '%F0%9F%A6%89',
        randomUUID().toUpperCase(),
        '__proto__',
        'constructor',
        '-1',
        '1e400',
        '%252e%252e',
      ]
      for (const parameter of one.path.includes('{') ? report.cover(parameters, turn) : []) {
        const isDone = WITHOUT_TARGET.has(nameOf(one)) && /^[\dA-F]{8}-/u.test(parameter)
        await attempt(
          `${nameOf(one)}: ${parameter.slice(0, 20)}`,
          () => raw(one.method, toAddress(one, parameter), headers, one.method === 'GET' ? undefined : json),
          isDone ? /^2\d\d$/u : /^[34]\d\d$/u,
        )
      }
      const queries = ['?%', '?a=%zz', '?a=%00', `?a${'[b]'.repeat(2000)}=1`, '?__proto__[x]=1', '?limit[]=1&limit[]=2']
      for (const query of report.cover(queries, turn)) {
        const path = toAddress(one, randomUUID())
        await attempt(
          `${nameOf(one)}${query.slice(0, 20)}`,
          () => raw(one.method, path + query, headers, one.method === 'GET' ? undefined : json),
          /^[234]\d\d$/u,
        )
      }
      const envelopes = [
        '{"json":{"__proto__":{"x":1}}}',
        '{"json":{},"meta":[[1,"__proto__","x"]]}',
        '{"json":null,"meta":[[99,"a"]]}',
        '{"json":{},"maps":[["a"]]}',
        '[]',
        `{"json":${'['.repeat(9000)}${']'.repeat(9000)}}`,
      ]
      for (const wild of report.cover(envelopes, turn)) {
        if (one.rpc !== undefined)
          await attempt(
            `${one.rpc}: ${wild.slice(0, 30)}`,
            () => raw('POST', one.rpc ?? '', headers, wild),
            /^[24]\d\d$/u,
          )
      }
    }
  })
}

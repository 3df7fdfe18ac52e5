import { array, assert, asyncProperty, boolean, constant, dictionary, integer, letrec, oneof, string } from 'fast-check'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { decodeForm } from '../src/http/form-body.ts'
import { startInbox } from './test-simulator.ts'
import type { Inbox } from './test-simulator.ts'

let inbox: Inbox
let stripe: Stripe

beforeAll(async () => {
  inbox = await startInbox()
  const { hostname, port } = new URL(inbox.url)
  stripe = new Stripe('sk_test_form', {
    host: hostname,
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  })
})
afterAll(() => inbox.close())

async function encoded(params: object): Promise<string> {
  inbox.received.length = 0
  // The inbox answers with an empty body, which the SDK cannot read.
  await stripe.rawRequest('POST', '/v1/anything', params as Record<string, unknown>).catch(() => undefined)
  return inbox.received[0]?.body ?? ''
}

function expected(value: unknown): unknown {
  if (value === null) return ''
  if (typeof value !== 'object') return `${value as boolean | number | string}`
  const entries = Object.entries(value).filter(([, inner]) => !isEmpty(inner))
  return Object.fromEntries(entries.map(([key, inner]) => [key, expected(inner)]))
}

/** The SDK writes nothing for an empty list or map. */
function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.values(value).every(isEmpty)
}

const key = string({ minLength: 1, maxLength: 12 }).filter((name) => !/[[\]]/.test(name) && name !== '__proto__')
const leaf = oneof(string({ unit: 'grapheme' }), integer(), boolean(), constant(null))
const { tree } = letrec<{ tree: unknown }>((tie) => ({
  tree: oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    array(tie('tree'), { maxLength: 4 }),
    dictionary(key, tie('tree'), { maxKeys: 4, noNullPrototype: true }),
  ),
}))

test('parameters that the SDK has encoded are decoded to the same values', async () => {
  await assert(
    asyncProperty(dictionary(key, tree, { maxKeys: 5, noNullPrototype: true }), async (params) => {
      expect(plain(decodeForm(await encoded(params)))).toEqual(expected(params))
    }),
    { numRuns: 200 },
  )
})

test('parameters may be named like methods of a JavaScript object', () => {
  expect(plain(decodeForm('metadata[constructor]=a&metadata[toString]=b&hasOwnProperty=c'))).toEqual({
    metadata: { constructor: 'a', toString: 'b' },
    hasOwnProperty: 'c',
  })
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  decodeForm('__proto__[polluted]=1')
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
})

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}

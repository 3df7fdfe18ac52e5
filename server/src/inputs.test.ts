// @module-tag slow
import { fastifyCookie } from '@fastify/cookie'
import { fastify } from 'fastify'
import { describe, expect, it } from 'vitest'

import { checkFile, cleanFileName } from '@kundig/contract/chat/file-rules'
import { SITE_PAGE_MAX } from '@kundig/contract/operations/site-pages'
import { DEFAULT_CATEGORIES } from '@kundig/contract/profiles/default-categories'
import { RAW_LIMITS } from '@kundig/contract/raw-limits'
import { readExpertFilter } from '@kundig/contract/site/public-pages'
import { truncate } from '@kundig/contract/texts/truncating'
import { HOSTILE_TEXTS } from '@kundig/testing/inputs/hostile-texts'
import { listInputFields } from '@kundig/testing/inputs/input-fields'
import { hasSuperlinearCost } from '@kundig/testing/server/processor-time'

import { isBearer } from './features/auth/sessions/session.service.ts'
import { decodeCursor } from './platform/database/cursor.ts'
import { parseByteRange } from './platform/http/files/byte-range.ts'
import { formatContentDisposition } from './platform/http/files/content-disposition.ts'
import { matchesEntityTag } from './platform/http/files/entity-tag.ts'
import { isPageRequest, hasMalformedPath } from './platform/http/http-server.ts'
import { createOrigins, isForeign } from './platform/http/origins.ts'
import { chooseEncoding, readPreferences } from './platform/http/pages/preferences.ts'

const fields = listInputFields()
/** Maximum size of a request body and of a live packet (bytes). */
const LARGEST = 64 * 1024
/** Node's maximum size of an address, or of all headers together. */
const LARGEST_HEADER = 16 * 1024
/** Maximum length of a raw message, which is the longest field that people can send. */
const LONGEST = RAW_LIMITS.message

/** Returns the hostile texts whose processing cost grows faster than their length. */
const slowFor = (work: (text: string) => unknown, length: number): string[] =>
  HOSTILE_TEXTS.filter(({ of }) =>
    hasSuperlinearCost((units) => {
      const text = of(units)
      return () => work(text)
    }, length),
  ).map(({ name }) => name)

describe('every field of every operation and live event', () => {
  it('the text fields of all operations and live events are found', () => {
    const names = fields.map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining([
        'auth.requestReset: email',
        'auth.confirmReset: password',
        'profiles.list: query',
        'profiles.save: full_name',
        'profiles.save: expertise: value',
        'waitingList.join: email',
        'connectionRequests.create: message',
        'chat.messages: limit',
        'chat.resume: rooms: room_id',
        'payments.ask: description',
        'live message.send: content',
        'signIn: password',
        'function createPayment: description',
        'upload: name',
      ]),
    )
  })

  it.each(fields)('$name has a raw maximum, and rejects a longer text', ({ name, read, rawMax }) => {
    // Only owners' texts about the site may be longer.
    expect(rawMax ?? 0).toBeLessThanOrEqual(name.startsWith('operations.') ? SITE_PAGE_MAX : LONGEST)
    for (const letter of ['x', '1', ' ', '\u0301']) {
      expect(read(letter.repeat((rawMax ?? 100) + 1)).success).toBe(false)
      expect(read(letter.repeat(LARGEST)).success).toBe(false)
    }
  })

  it.each(fields)('$name rejects half a surrogate pair', ({ read }) => {
    for (const text of ['\uD800', 'x\uDC00', 'Aa1!xxxx\uD83D', '\uD83Da@example.com']) {
      expect(read(text).success).toBe(false)
    }
  })
})

const origins = createOrigins(undefined, 3000)
/** Fake request: the tested code reads only headers and address. */
const requestWith = (headers: object): never => ({ headers, cookies: {}, method: 'GET', url: '/' }) as never
const server = fastify()
await server.register(fastifyCookie)

describe('the parsing of other request parts', () => {
  it.each<[string, (text: string) => unknown, number]>([
    ['the name of a file', cleanFileName, RAW_LIMITS.fileName],
    ['the type of a file', (type) => checkFile({ name: 'x.pdf', type, size: 1 }), LARGEST_HEADER],
    ['a file to be read again, by name', (name) => formatContentDisposition('attachment', name), RAW_LIMITS.fileName],
    [
      'an address',
      (url) => [isPageRequest({ method: 'GET', url }), hasMalformedPath({ originalUrl: url })],
      LARGEST_HEADER,
    ],
    [
      'the query of a public page',
      (query) => readExpertFilter(new URLSearchParams(`q=${query}&category=${query}`), DEFAULT_CATEGORIES),
      LARGEST_HEADER,
    ],
    [
      'what a browser accepts',
      (header) => {
        const request = requestWith({ 'accept-language': header, 'accept-encoding': header })
        return [readPreferences(request), chooseEncoding(request)]
      },
      LARGEST_HEADER,
    ],
    ['cookies', (cookie) => server.parseCookie(cookie), LARGEST_HEADER],
    ['an origin', (origin) => isForeign({ origin, 'sec-fetch-site': origin }, origins), LARGEST_HEADER],
    ['a host', (host) => origins.isOtherName(host), LARGEST_HEADER],
    ['a bearer token', (token) => [isBearer(token), isBearer(`Bearer ${token}`)], LARGEST_HEADER],
    ['a range', (range) => silently(() => parseByteRange(range, 1000)), LARGEST_HEADER],
    ['what a browser holds', (tag) => matchesEntityTag(requestWith({ 'if-none-match': tag }), '"x"'), LARGEST_HEADER],
    ['a cursor', (cursor) => silently(() => decodeCursor(cursor)), LARGEST_HEADER],
    ['a text that is shown cut', (text) => truncate(text, 120), RAW_LIMITS.message],
  ])('takes time linear in the length of %s', { timeout: 120_000 }, (_name, read, length) => {
    expect(slowFor(read, length)).toEqual([])
  })
})

function silently(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}

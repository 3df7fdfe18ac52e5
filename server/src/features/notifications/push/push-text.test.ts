import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { encodePush, PUSH_MAX_BYTES } from './push-text.ts'

const PUSH = { title: 'Ada wrote to you', path: '/dashboard?tab=chats&room=1', tag: 'room:1' }

describe('the text of a push', () => {
  it('is unchanged if it is short', () => {
    expect(JSON.parse(encodePush({ ...PUSH, body: 'Hello', silent: true, badge: 3 }))).toEqual({
      ...PUSH,
      body: 'Hello',
      silent: true,
      badge: 3,
    })
  })

  it('is never longer than 3 kB, and loses only the ends of title and body', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 5000, size: 'max' })
    fc.assert(
      fc.property(text, fc.option(text, { nil: undefined }), (title, body) => {
        const encoded = encodePush({ ...PUSH, title, ...(body === undefined ? {} : { body }) })
        expect(Buffer.byteLength(encoded)).toBeLessThanOrEqual(PUSH_MAX_BYTES)
        const sent = JSON.parse(encoded) as { title: string; body?: string; path: string; tag: string }
        expect(sent).toMatchObject({ path: PUSH.path, tag: PUSH.tag })
        expect(title.startsWith(sent.title.replace(/…$/u, ''))).toBe(true)
        expect((body ?? '').startsWith((sent.body ?? '').replace(/…$/u, ''))).toBe(true)
      }),
      { numRuns: 200 },
    )
  })

  it('a long push body is shortened, and the title is kept', () => {
    const encoded = encodePush({ ...PUSH, body: 'é"\\\n😀'.repeat(2000) })
    const sent = JSON.parse(encoded) as { title: string; body: string }
    expect(sent.title).toBe(PUSH.title)
    expect(sent.body).toMatch(/…$/u)
    expect(sent.body).not.toMatch(/\p{Cs}/u)
    expect(Buffer.byteLength(encoded)).toBeGreaterThan(PUSH_MAX_BYTES - 30)
  })
})

import { expect, it } from 'vitest'

import { isKeyed, keyed } from './secrets.ts'

const [OLD, NEW, OTHER] = ['the old secret', 'the new secret', 'another secret']

it('accepts signatures of each secret, and nothing else', () => {
  expect(isKeyed([NEW, OLD], 'text', keyed(NEW, 'text'))).toBe(true)
  expect(isKeyed([NEW, OLD], 'text', keyed(OLD, 'text'))).toBe(true)
  expect(isKeyed([NEW], 'text', keyed(OLD, 'text'))).toBe(false)
  expect(isKeyed([NEW, OLD], 'text', keyed(OTHER, 'text'))).toBe(false)
  expect(isKeyed([NEW, OLD], 'another text', keyed(NEW, 'text'))).toBe(false)
  expect(isKeyed([NEW, OLD], 'text', Buffer.alloc(0))).toBe(false)
  expect(isKeyed([NEW, OLD], 'text', keyed(NEW, 'text').subarray(1))).toBe(false)
})

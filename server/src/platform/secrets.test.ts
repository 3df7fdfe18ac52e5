import { expect, it } from 'vitest'

import { hasValidHmac, computeHmac } from './secrets.ts'

const [OLD, NEW, OTHER] = ['the old secret', 'the new secret', 'another secret']

it('accepts signatures by each listed secret, and no other signature', () => {
  expect(hasValidHmac([NEW, OLD], 'text', computeHmac(NEW, 'text'))).toBe(true)
  expect(hasValidHmac([NEW, OLD], 'text', computeHmac(OLD, 'text'))).toBe(true)
  expect(hasValidHmac([NEW], 'text', computeHmac(OLD, 'text'))).toBe(false)
  expect(hasValidHmac([NEW, OLD], 'text', computeHmac(OTHER, 'text'))).toBe(false)
  expect(hasValidHmac([NEW, OLD], 'another text', computeHmac(NEW, 'text'))).toBe(false)
  expect(hasValidHmac([NEW, OLD], 'text', Buffer.alloc(0))).toBe(false)
  expect(hasValidHmac([NEW, OLD], 'text', computeHmac(NEW, 'text').subarray(1))).toBe(false)
})

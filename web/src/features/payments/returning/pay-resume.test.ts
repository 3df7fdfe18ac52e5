import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { forgetPaying, rememberPaying, rememberedPaying, consumePaying } from './pay-resume.ts'

const PAYING = { roomId: 'r1', paymentRequestId: 'p1' }

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('what was being paid is taken up in its room, and once only', () => {
  rememberPaying(PAYING)
  expect(consumePaying('another')).toBeNull()
  expect(rememberedPaying()).toEqual(PAYING)
  expect(consumePaying('r1')).toEqual(PAYING)
  expect(consumePaying('r1')).toBeNull()
})

test('what was given up is not taken up', () => {
  rememberPaying(PAYING)
  forgetPaying()
  expect(consumePaying('r1')).toBeNull()
})

test.each(['', 'not json', 'null', '[]', '{"roomId":1,"paymentRequestId":"p1"}', '{"roomId":"r1"}'])(
  'storage that holds %j is nothing to take up',
  (text) => {
    sessionStorage.setItem('kundig-paying', text)
    expect(rememberedPaying()).toBeNull()
  },
)

test('without storage, paying goes on without a way back', () => {
  const refuse = (): never => {
    throw new DOMException('blocked', 'SecurityError')
  }
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  rememberPaying(PAYING)
  expect(consumePaying('r1')).toBeNull()
  forgetPaying()
})

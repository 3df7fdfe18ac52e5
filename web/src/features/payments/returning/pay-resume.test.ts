import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { stubSessionStorage } from '../../../../test/session-storage.ts'
import { forgetPaying, rememberPaying, rememberedPaying, consumePaying } from './pay-resume.ts'

const PAYING = { userId: 'anna', roomId: 'r1', paymentRequestId: 'p1' }

beforeEach(stubSessionStorage)
afterEach(() => vi.unstubAllGlobals())

test('what was being paid is taken up in its room, and once only', () => {
  rememberPaying(PAYING)
  expect(consumePaying('anna', 'another')).toBeNull()
  expect(rememberedPaying('anna')).toEqual(PAYING)
  expect(consumePaying('anna', 'r1')).toEqual(PAYING)
  expect(consumePaying('anna', 'r1')).toBeNull()
})

test('whoever logs in next in this tab takes up nothing of it, and leaves it to whom it belongs', () => {
  rememberPaying(PAYING)
  for (const other of ['bram', null]) {
    expect(rememberedPaying(other)).toBeNull()
    expect(consumePaying(other, 'r1')).toBeNull()
  }
  expect(consumePaying('anna', 'r1')).toEqual(PAYING)
})

test('what was given up is not taken up', () => {
  rememberPaying(PAYING)
  forgetPaying()
  expect(consumePaying('anna', 'r1')).toBeNull()
})

test.each([
  '',
  'not json',
  'null',
  '[]',
  '{"userId":"anna","roomId":1,"paymentRequestId":"p1"}',
  '{"userId":"anna","roomId":"r1"}',
])('storage that holds %j is nothing to take up', (text) => {
  sessionStorage.setItem('kundig-paying', text)
  expect(rememberedPaying('anna')).toBeNull()
})

test('without storage, paying goes on without a way back', () => {
  const refuse = (): never => {
    throw new DOMException('blocked', 'SecurityError')
  }
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  rememberPaying(PAYING)
  expect(consumePaying('anna', 'r1')).toBeNull()
  forgetPaying()
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { stubSessionStorage } from '../../../../test/session-storage.ts'
import {
  forgetStartedPayment,
  rememberStartedPayment,
  readStartedPayment,
  consumeStartedPayment,
} from './pay-resume.ts'

const PAYING = { userId: 'anna', roomId: 'r1', paymentRequestId: 'p1' }

beforeEach(stubSessionStorage)
afterEach(() => vi.unstubAllGlobals())

test('an interrupted payment resumes only once, in its room', () => {
  rememberStartedPayment(PAYING)
  expect(consumeStartedPayment('anna', 'another')).toBeNull()
  expect(readStartedPayment('anna')).toEqual(PAYING)
  expect(consumeStartedPayment('anna', 'r1')).toEqual(PAYING)
  expect(consumeStartedPayment('anna', 'r1')).toBeNull()
})

test('another person who logs in in this tab does not resume the payment of its buyer', () => {
  rememberStartedPayment(PAYING)
  for (const other of ['bram', null]) {
    expect(readStartedPayment(other)).toBeNull()
    expect(consumeStartedPayment(other, 'r1')).toBeNull()
  }
  expect(consumeStartedPayment('anna', 'r1')).toEqual(PAYING)
})

test('a payment that was given up does not resume', () => {
  rememberStartedPayment(PAYING)
  forgetStartedPayment()
  expect(consumeStartedPayment('anna', 'r1')).toBeNull()
})

test.each([
  '',
  'not json',
  'null',
  '[]',
  '{"userId":"anna","roomId":1,"paymentRequestId":"p1"}',
  '{"userId":"anna","roomId":"r1"}',
])('ignores storage that holds %j', (text) => {
  sessionStorage.setItem('kundig-paying', text)
  expect(readStartedPayment('anna')).toBeNull()
})

test('works without resuming when storage is unavailable', () => {
  const refuse = (): never => {
    throw new DOMException('blocked', 'SecurityError')
  }
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  rememberStartedPayment(PAYING)
  expect(consumeStartedPayment('anna', 'r1')).toBeNull()
  forgetStartedPayment()
})

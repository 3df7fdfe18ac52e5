import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { stubSessionStorage } from '../../../../test/session-storage.ts'
import { consumeInterruptedRequest, rememberInterruptedRequest, readInterruptedRequest } from './ask-resume.ts'

beforeEach(stubSessionStorage)
afterEach(() => vi.unstubAllGlobals())

test('a person who left a room to become a seller returns once to that room’s form', () => {
  rememberInterruptedRequest({ userId: 'anna', roomId: 'r1' })
  expect(consumeInterruptedRequest('anna', 'another')).toBe(false)
  expect(readInterruptedRequest('anna')).toEqual({ userId: 'anna', roomId: 'r1' })
  expect(consumeInterruptedRequest('anna', 'r1')).toBe(true)
  expect(consumeInterruptedRequest('anna', 'r1')).toBe(false)
})

test('another person who logs in in this tab is not led to the room', () => {
  rememberInterruptedRequest({ userId: 'anna', roomId: 'r1' })
  for (const other of ['bram', null]) {
    expect(readInterruptedRequest(other)).toBeNull()
    expect(consumeInterruptedRequest(other, 'r1')).toBe(false)
  }
  expect(consumeInterruptedRequest('anna', 'r1')).toBe(true)
})

test.each(['', 'null', '{}', '{"userId":1,"roomId":"r1"}', 'not JSON'])(
  'ignores %j from another version or program',
  (stored) => {
    sessionStorage.setItem('kundig-asking', stored)
    expect(readInterruptedRequest('anna')).toBeNull()
  },
)

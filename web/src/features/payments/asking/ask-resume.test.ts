import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { stubSessionStorage } from '../../../../test/session-storage.ts'
import { consumeAsking, rememberAsking, readRememberedAsking } from './ask-resume.ts'

beforeEach(stubSessionStorage)
afterEach(() => vi.unstubAllGlobals())

test('a person who left a room to become a seller returns once to that room’s form', () => {
  rememberAsking({ userId: 'anna', roomId: 'r1' })
  expect(consumeAsking('anna', 'another')).toBe(false)
  expect(readRememberedAsking('anna')).toEqual({ userId: 'anna', roomId: 'r1' })
  expect(consumeAsking('anna', 'r1')).toBe(true)
  expect(consumeAsking('anna', 'r1')).toBe(false)
})

test('another person who logs in in this tab is not led to the room', () => {
  rememberAsking({ userId: 'anna', roomId: 'r1' })
  for (const other of ['bram', null]) {
    expect(readRememberedAsking(other)).toBeNull()
    expect(consumeAsking(other, 'r1')).toBe(false)
  }
  expect(consumeAsking('anna', 'r1')).toBe(true)
})

test.each(['', 'null', '{}', '{"userId":1,"roomId":"r1"}', 'not JSON'])(
  'ignores %j from another version or program',
  (stored) => {
    sessionStorage.setItem('kundig-asking', stored)
    expect(readRememberedAsking('anna')).toBeNull()
  },
)

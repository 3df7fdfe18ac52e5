import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { type ErrorCode, Refusal } from '@kundig/contract/errors'

import { runWaitingRetries } from '../../../platform/api/retry-until-done.ts'
import { ReadMarks } from './read-marks.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const sending = () => vi.fn<(roomId: string, upToSeq: number) => Promise<void>>().mockResolvedValue(undefined)

test('sends the first read mark immediately, and then at most one per half second', async () => {
  const send = sending()
  const marks = new ReadMarks(send)
  for (let seq = 1; seq <= 9; seq++) marks.mark('one', seq)
  await vi.advanceTimersByTimeAsync(499)
  expect(send.mock.calls).toEqual([['one', 1]])
  await vi.advanceTimersByTimeAsync(1)
  expect(send.mock.calls).toEqual([
    ['one', 1],
    ['one', 9],
  ])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(send).toHaveBeenCalledTimes(2)
})

test('marks a room without messages as opened, with one call', async () => {
  const send = sending()
  const marks = new ReadMarks(send)
  marks.mark('one', 0)
  marks.mark('one', 0)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(send.mock.calls).toEqual([['one', 0]])
})

test('sends read marks of different rooms independently', async () => {
  const send = sending()
  const marks = new ReadMarks(send)
  marks.mark('one', 1)
  marks.mark('two', 7)
  await vi.advanceTimersByTimeAsync(0)
  expect(send.mock.calls).toEqual([
    ['one', 1],
    ['two', 7],
  ])
})

test('retries a read mark until the server acknowledges it, with the latest position', async () => {
  const send = sending().mockRejectedValue(new Error('operation has timed out'))
  const marks = new ReadMarks(send)
  marks.mark('one', 3)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(send.mock.calls.length).toBeGreaterThan(4)
  marks.mark('one', 4)
  send.mockClear().mockResolvedValue(undefined)
  runWaitingRetries()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(send.mock.calls).toEqual([['one', 4]])
})

test('does not resend an acknowledged or refused read mark, and never sends an earlier position', async () => {
  const send = sending()
  const marks = new ReadMarks(send)
  marks.mark('one', 5)
  await vi.advanceTimersByTimeAsync(1000)
  marks.mark('one', 5)
  marks.mark('one', 2)
  send.mockRejectedValue(new Refusal('ROOM_NOT_FOUND'))
  marks.mark('two', 1)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(send.mock.calls).toEqual([
    ['one', 5],
    ['two', 1],
  ])
})

test('keeps sending a room’s read marks after an unknown error code of a newer server', async () => {
  const send = sending().mockImplementation(async () => {
    throw new Refusal('OF_TOMORROW' as ErrorCode)
  })
  const marks = new ReadMarks(send)
  marks.mark('one', 1)
  await vi.advanceTimersByTimeAsync(10_000)
  send.mockClear().mockResolvedValue(undefined)
  marks.mark('one', 2)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(send.mock.calls).toEqual([['one', 2]])
})

test('sends no read marks after the person logged out', async () => {
  const send = sending().mockRejectedValue(new Error('Not connected'))
  const marks = new ReadMarks(send)
  marks.mark('one', 1)
  await vi.advanceTimersByTimeAsync(0)
  marks.close()
  marks.mark('two', 1)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(send).toHaveBeenCalledTimes(1)
})

import { expect, test } from 'vitest'

import { returnPauseMs } from './return-pause.ts'

test('the first try comes at any moment within the time that is given for it', () => {
  expect(returnPauseMs(0, 5000, () => 0)).toBe(0)
  expect(returnPauseMs(0, 5000, () => 0.5)).toBe(2500)
  expect(returnPauseMs(0, 5000, () => 1)).toBe(5000)
})

test('after failures pauses double from one second up to thirty, and half of each is at random', () => {
  const longest = [1, 2, 3, 4, 5, 6, 7, 100].map((failures) => returnPauseMs(failures, 5000, () => 1))
  expect(longest).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000])
  const shortest = [1, 2, 3, 4, 5, 6, 7, 100].map((failures) => returnPauseMs(failures, 5000, () => 0))
  expect(shortest).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000])
})

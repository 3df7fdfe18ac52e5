import { expect, test } from 'vitest'

import { computeReconnectPauseMs } from './return-pause.ts'

test('the first try comes at a random moment within the given time', () => {
  expect(computeReconnectPauseMs(0, 5000, () => 0)).toBe(0)
  expect(computeReconnectPauseMs(0, 5000, () => 0.5)).toBe(2500)
  expect(computeReconnectPauseMs(0, 5000, () => 1)).toBe(5000)
})

test('delays stay short while a server may be starting, then double up to thirty seconds', () => {
  const failures = [1, 2, 3, 4, 9, 10, 11, 12, 13, 100]
  const seconds = [1, 2, 4, 4, 4, 4, 8, 16, 30, 30]
  const longest = failures.map((count) => computeReconnectPauseMs(count, 5000, () => 1))
  expect(longest).toEqual(seconds.map((count) => 1000 * count))
  const shortest = failures.map((count) => computeReconnectPauseMs(count, 5000, () => 0))
  expect(shortest).toEqual(seconds.map((count) => 500 * count))
})

import { expect, it } from 'vitest'

import { createRateLimit } from './rate-limit.ts'

/** Three at once, and one comes back every two seconds. */
function limitAt() {
  let now = 0
  const limit = createRateLimit({ most: 3, windowS: 6 }, () => now)
  return {
    take: limit.take,
    after: (ms: number) => {
      now += ms
    },
  }
}

it('lets through so many at once, and no more', () => {
  const { take } = limitAt()
  expect([take('ann'), take('ann'), take('ann'), take('ann')]).toEqual([null, null, null, 2])
})

it('counts everybody apart', () => {
  const { take } = limitAt()
  for (const _ of [1, 2, 3, 4]) take('ann')
  expect(take('bob')).toBe(null)
})

it('lets one through again once it is time, one after the other', () => {
  const { take, after } = limitAt()
  for (const _ of [1, 2, 3]) take('ann')
  after(1999)
  expect(take('ann')).toBe(1)
  after(1)
  expect([take('ann'), take('ann')]).toEqual([null, 2])
})

it('does not count what it refuses: whoever goes on trying waits no longer', () => {
  const { take, after } = limitAt()
  for (let n = 0; n < 100; n++) take('ann')
  after(2000)
  expect(take('ann')).toBe(null)
})

it('saves up nothing beyond a full bucket', () => {
  const { take, after } = limitAt()
  take('ann')
  after(3_600_000)
  expect([take('ann'), take('ann'), take('ann'), take('ann')]).toEqual([null, null, null, 2])
})

it('over an hour lets through what comes back in an hour, however it is asked', () => {
  const { take, after } = limitAt()
  let passed = 0
  for (let ms = 0; ms < 3_600_000; ms += 100) {
    if (take('ann') === null) passed++
    after(100)
  }
  expect(passed).toBe(3 + 1799)
})

it('remembers a bounded number of keys, those that were used last', () => {
  const { take } = limitAt()
  for (const _ of [1, 2, 3]) take('first')
  for (let n = 0; n < 100_000; n++) take(`other ${n}`)
  for (const _ of [1, 2]) take('other 99999')
  expect(take('other 99999')).toBe(2)
  // Forgotten, as if it had never been there: that is what a bound costs.
  expect(take('first')).toBe(null)
})

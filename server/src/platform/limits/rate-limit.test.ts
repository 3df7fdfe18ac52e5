import { expect, it } from 'vitest'

import { RateLimit } from './rate-limit.ts'

function limitAt() {
  let now = 0
  const limit = new RateLimit({ most: 3, windowS: 6 }, () => now)
  return {
    consume: (key: string) => limit.consume(key),
    after: (ms: number) => {
      now += ms
    },
  }
}

it('allows a burst up to the maximum', () => {
  const { consume } = limitAt()
  expect([consume('ann'), consume('ann'), consume('ann'), consume('ann')]).toEqual([null, null, null, 2])
})

it('counts each key separately', () => {
  const { consume } = limitAt()
  for (const _ of [1, 2, 3, 4]) consume('ann')
  expect(consume('bob')).toBe(null)
})

it('allows one more after each interval', () => {
  const { consume, after } = limitAt()
  for (const _ of [1, 2, 3]) consume('ann')
  after(1999)
  expect(consume('ann')).toBe(1)
  after(1)
  expect([consume('ann'), consume('ann')]).toEqual([null, 2])
})

it('does not count refused attempts: retrying does not extend the wait', () => {
  const { consume, after } = limitAt()
  for (let n = 0; n < 100; n++) consume('ann')
  after(2000)
  expect(consume('ann')).toBe(null)
})

it('accumulates nothing beyond a full bucket', () => {
  const { consume, after } = limitAt()
  consume('ann')
  after(3_600_000)
  expect([consume('ann'), consume('ann'), consume('ann'), consume('ann')]).toEqual([null, null, null, 2])
})

it('allows over an hour only the hourly refill, however often it is called', () => {
  const { consume, after } = limitAt()
  let passed = 0
  for (let ms = 0; ms < 3_600_000; ms += 100) {
    if (consume('ann') === null) passed++
    after(100)
  }
  expect(passed).toBe(3 + 1799)
})

it('remembers a bounded number of keys, the most recently used', () => {
  const { consume } = limitAt()
  for (const _ of [1, 2, 3]) consume('first')
  for (let n = 0; n < 100_000; n++) consume(`other ${n}`)
  for (const _ of [1, 2]) consume('other 99999')
  expect(consume('other 99999')).toBe(2)
  // The first key is forgotten, because the memory is bounded.
  expect(consume('first')).toBe(null)
})

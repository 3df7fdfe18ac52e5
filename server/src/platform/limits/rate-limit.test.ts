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

it('allows one more use after each interval', () => {
  const { consume, after } = limitAt()
  for (const _ of [1, 2, 3]) consume('ann')
  after(1999)
  expect(consume('ann')).toBe(1)
  after(1)
  expect([consume('ann'), consume('ann')]).toEqual([null, 2])
})

it('does not count refused uses: retries do not extend the wait', () => {
  const { consume, after } = limitAt()
  for (let n = 0; n < 100; n++) consume('ann')
  after(2000)
  expect(consume('ann')).toBe(null)
})

it('never allows more than a full bucket, even after a long pause', () => {
  const { consume, after } = limitAt()
  consume('ann')
  after(3_600_000)
  expect([consume('ann'), consume('ann'), consume('ann'), consume('ann')]).toEqual([null, null, null, 2])
})

it('frequent retries do not increase the number of uses in an hour', () => {
  const { consume, after } = limitAt()
  let passed = 0
  for (let ms = 0; ms < 3_600_000; ms += 100) {
    if (consume('ann') === null) passed++
    after(100)
  }
  expect(passed).toBe(3 + 1799)
})

it('remembers a limited number of keys, the most recently used ones', () => {
  const { consume } = limitAt()
  for (const _ of [1, 2, 3]) consume('first')
  for (let n = 0; n < 100_000; n++) consume(`other ${n}`)
  for (const _ of [1, 2]) consume('other 99999')
  expect(consume('other 99999')).toBe(2)
  // The limit has forgotten the first key, because it remembers a limited number of keys.
  expect(consume('first')).toBe(null)
})

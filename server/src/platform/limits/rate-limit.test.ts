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

it('lets through so many at once, and no more', () => {
  const { consume } = limitAt()
  expect([consume('ann'), consume('ann'), consume('ann'), consume('ann')]).toEqual([null, null, null, 2])
})

it('counts everybody apart', () => {
  const { consume } = limitAt()
  for (const _ of [1, 2, 3, 4]) consume('ann')
  expect(consume('bob')).toBe(null)
})

it('lets one through again once it is time, one after the other', () => {
  const { consume, after } = limitAt()
  for (const _ of [1, 2, 3]) consume('ann')
  after(1999)
  expect(consume('ann')).toBe(1)
  after(1)
  expect([consume('ann'), consume('ann')]).toEqual([null, 2])
})

it('does not count what it refuses: whoever goes on trying waits no longer', () => {
  const { consume, after } = limitAt()
  for (let n = 0; n < 100; n++) consume('ann')
  after(2000)
  expect(consume('ann')).toBe(null)
})

it('saves up nothing beyond a full bucket', () => {
  const { consume, after } = limitAt()
  consume('ann')
  after(3_600_000)
  expect([consume('ann'), consume('ann'), consume('ann'), consume('ann')]).toEqual([null, null, null, 2])
})

it('over an hour lets through what comes back in an hour, however it is asked', () => {
  const { consume, after } = limitAt()
  let passed = 0
  for (let ms = 0; ms < 3_600_000; ms += 100) {
    if (consume('ann') === null) passed++
    after(100)
  }
  expect(passed).toBe(3 + 1799)
})

it('remembers a bounded number of keys, those that were used last', () => {
  const { consume } = limitAt()
  for (const _ of [1, 2, 3]) consume('first')
  for (let n = 0; n < 100_000; n++) consume(`other ${n}`)
  for (const _ of [1, 2]) consume('other 99999')
  expect(consume('other 99999')).toBe(2)
  // Forgotten completely: the cost of a bounded memory.
  expect(consume('first')).toBe(null)
})

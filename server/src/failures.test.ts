import { expect, it } from 'vitest'

import { createFailureTally } from './failures.ts'

it('counts what failed until it is taken, and keeps what could not be written down', () => {
  const tally = createFailureTally()
  tally.note('mail')
  tally.note('mail')
  const taken = tally.take()
  expect(taken.get('mail')?.count).toBe(2)
  expect(tally.take().size).toBe(0)
  tally.note('mail')
  tally.note('push')
  tally.giveBack(taken)
  expect([...tally.take()].map(([kind, { count }]) => [kind, count])).toEqual([
    ['mail', 3],
    ['push', 1],
  ])
})

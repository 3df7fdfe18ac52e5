import { expect, it } from 'vitest'

import { createFailureMetrics } from './failure-metrics.ts'

it('failure metrics are kept until they are stored', () => {
  const tally = createFailureMetrics()
  tally.record('mail')
  tally.record('mail')
  const taken = tally.take()
  expect(taken.get('mail')?.count).toBe(2)
  expect(tally.take().size).toBe(0)
  tally.record('mail')
  tally.record('push')
  tally.giveBack(taken)
  expect([...tally.take()].map(([kind, { count }]) => [kind, count])).toEqual([
    ['mail', 3],
    ['push', 1],
  ])
})

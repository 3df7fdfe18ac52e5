import { setImmediate as turn } from 'node:timers/promises'

import { expect, test, vi } from 'vitest'

import { createLogger } from '../logging/logger.ts'
import { type ChangedWithin, MissedEvents } from './missed-events.ts'

function createPeople(count: number, changed: ChangedWithin) {
  const people = Array.from({ length: count }, (_, index) => `person ${index}`)
  const notified: string[] = []
  /** Each pause (ms), with the number of people notified before the pause. */
  const pauses: { ms: number; notified: number }[] = []
  const missed = new MissedEvents({
    people: () => people,
    findTabs: (userId) => [{ emit: () => notified.push(userId) }],
    changed,
    logger: createLogger('silent'),
    pause: async (ms) => {
      pauses.push({ ms, notified: notified.length })
      await turn()
    },
  })
  return { missed, notified, people, pauses }
}

test('of thousands of people, only those whose data changed since the gap began are notified', async () => {
  const asked: { people: number; withinMs: number }[] = []
  const { missed, notified } = createPeople(2500, async (userIds, withinMs) => {
    asked.push({ people: userIds.length, withinMs })
    return new Set(userIds.filter((userId) => userId.endsWith('00')))
  })
  missed.recordGap(performance.now() - 7000)
  await vi.waitFor(() => expect(asked).toHaveLength(3))
  await vi.waitFor(() => expect(notified).toHaveLength(24))
  expect(asked.map(({ people }) => people)).toEqual([1000, 1000, 500])
  // The period covers the gap and the time limit of a commit.
  for (const { withinMs } of asked) expect(withinMs).toBeGreaterThanOrEqual(27_000)
})

test('at most two hundred tabs are notified per second, however many missed events', async () => {
  const { missed, notified, people, pauses } = createPeople(1000, async (userIds) => new Set(userIds))
  missed.recordGap(performance.now())
  await vi.waitFor(() => expect(notified).toEqual(people))
  const [first, ...others] = pauses
  expect(first).toEqual({ ms: 500, notified: 0 })
  expect(others).toEqual(Array.from({ length: 50 }, (_, index) => ({ ms: 100, notified: 20 * (index + 1) })))
})

test('all people are notified when the missed changes are unknown', async () => {
  const { missed, notified, people } = createPeople(50, () => Promise.reject(new Error('The database is away')))
  missed.recordGap(performance.now())
  await vi.waitFor(() => expect(notified).toEqual(people))
})

test('a gap during a notification causes another notification, for changes since that gap began', async () => {
  const asked: number[] = []
  const { missed, notified } = createPeople(100, async (userIds, withinMs) => {
    asked.push(Math.round(withinMs / 1000))
    return new Set(userIds)
  })
  missed.recordGap(performance.now())
  await vi.waitFor(() => expect(notified).not.toHaveLength(0))
  missed.recordGap(performance.now() - 60_000)
  await vi.waitFor(() => expect(notified).toHaveLength(200))
  expect(asked).toHaveLength(2)
  expect(asked[1]).toBeGreaterThanOrEqual(80)
})

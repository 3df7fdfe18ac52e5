import { describe, expect, it } from 'vitest'

import { worstState } from '@kundig/contract/operations/health-kinds'

import {
  judgeBackup,
  judgeBooks,
  judgeBacklog,
  judgeConnections,
  judgeDisk,
  judgeFailures,
  judgeServer,
} from './health.policy.ts'

const MINUTE_S = 60
const HOUR_S = 3600
const GB = 1e9

describe('what waits', () => {
  it.each([
    [{ count: 0, overdueS: null, stuck: 0 }, 'fine'],
    [{ count: 1000, overdueS: 30, stuck: 0 }, 'fine'],
    [{ count: 1, overdueS: 2 * MINUTE_S, stuck: 0 }, 'waits'],
    [{ count: 1, overdueS: 15 * MINUTE_S, stuck: 0 }, 'needs_somebody'],
  ])('is judged by how long it has been due, however much it is: %o', (found, state) => {
    expect(judgeBacklog(found)).toBe(state)
  })

  it('calls somebody when several were tried in vain, and not for one whose recipient is away', () => {
    expect(judgeBacklog({ count: 1, overdueS: null, stuck: 1 })).toBe('waits')
    expect(judgeBacklog({ count: 5, overdueS: null, stuck: 5 })).toBe('needs_somebody')
  })
})

describe('what a site stands on', () => {
  it.each([
    [{ freeBytes: 50 * GB, totalBytes: 100 * GB }, 'fine'],
    [{ freeBytes: 14 * GB, totalBytes: 100 * GB }, 'waits'],
    [{ freeBytes: 4 * GB, totalBytes: 100 * GB }, 'needs_somebody'],
    [{ freeBytes: 0.9 * GB, totalBytes: 2 * GB }, 'needs_somebody'],
  ])('is a disk with room: %o', (disk, state) => {
    expect(judgeDisk(disk)).toBe(state)
  })

  it.each([
    [74, 'fine'],
    [75, 'waits'],
    [90, 'needs_somebody'],
  ])('is a database with connections left: %i of 100', (used, state) => {
    expect(judgeConnections(used, 100)).toBe(state)
  })

  it.each([
    [24 * HOUR_S, 1000 * HOUR_S, 'fine'],
    [27 * HOUR_S, 1000 * HOUR_S, 'waits'],
    [51 * HOUR_S, 1000 * HOUR_S, 'needs_somebody'],
    [null, 1000 * HOUR_S, 'needs_somebody'],
    [null, HOUR_S, 'waits'],
  ])('is a backup of the last night, but on its first days: %s s old on a site of %i s', (age, siteAge, state) => {
    expect(judgeBackup(age, siteAge)).toBe(state)
  })

  it.each([
    [false, null, 'waits'],
    [false, new Date(0), 'fine'],
    [true, new Date(0), 'needs_somebody'],
  ])('is books that agree with Stripe, and were compared: differ %s, compared %s', (differs, comparedAt, state) => {
    expect(judgeBooks(differs, comparedAt)).toBe(state)
  })

  it('is servers that are there', () => {
    expect([judgeServer(10), judgeServer(45)]).toEqual(['fine', 'needs_somebody'])
  })
})

it('is a failure worth a look for a day, and calls somebody where it is no accident', () => {
  expect(judgeFailures({ lastHour: 0, lastDay: 0 })).toBe('fine')
  expect(judgeFailures({ lastHour: 0, lastDay: 3 })).toBe('waits')
  expect(judgeFailures({ lastHour: 10, lastDay: 10 })).toBe('needs_somebody')
})

it('is as bad as the worst of its parts', () => {
  expect(worstState([])).toBe('fine')
  expect(worstState(['fine', 'needs_somebody', 'waits'])).toBe('needs_somebody')
  expect(worstState(['fine', 'waits'])).toBe('waits')
})

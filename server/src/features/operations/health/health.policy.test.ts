import { describe, expect, it } from 'vitest'

import { findWorstState } from '@kundig/contract/operations/health-kinds'

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

describe('the state of a backlog', () => {
  it.each([
    [{ count: 0, overdueS: null, stuck: 0 }, 'fine'],
    [{ count: 1000, overdueS: 30, stuck: 0 }, 'fine'],
    [{ count: 1, overdueS: 2 * MINUTE_S, stuck: 0 }, 'waits'],
    [{ count: 1, overdueS: 15 * MINUTE_S, stuck: 0 }, 'needs_somebody'],
  ])('depends on the time overdue, not on the size: %o', (found, state) => {
    expect(judgeBacklog(found)).toBe(state)
  })

  it('asks for action when several jobs failed repeatedly, not for one unreachable recipient', () => {
    expect(judgeBacklog({ count: 1, overdueS: null, stuck: 1 })).toBe('waits')
    expect(judgeBacklog({ count: 5, overdueS: null, stuck: 5 })).toBe('needs_somebody')
  })
})

describe('the state of the infrastructure', () => {
  it.each([
    [{ freeBytes: 50 * GB, totalBytes: 100 * GB }, 'fine'],
    [{ freeBytes: 14 * GB, totalBytes: 100 * GB }, 'waits'],
    [{ freeBytes: 4 * GB, totalBytes: 100 * GB }, 'needs_somebody'],
    [{ freeBytes: 0.9 * GB, totalBytes: 2 * GB }, 'needs_somebody'],
  ])('depends on the free disk space: %o', (disk, state) => {
    expect(judgeDisk(disk)).toBe(state)
  })

  it.each([
    [74, 'fine'],
    [75, 'waits'],
    [90, 'needs_somebody'],
  ])('depends on the used database connections: %i of 100', (used, state) => {
    expect(judgeConnections(used, 100)).toBe(state)
  })

  it.each([
    [24 * HOUR_S, 1000 * HOUR_S, 'fine'],
    [27 * HOUR_S, 1000 * HOUR_S, 'waits'],
    [51 * HOUR_S, 1000 * HOUR_S, 'needs_somebody'],
    [null, 1000 * HOUR_S, 'needs_somebody'],
    [null, HOUR_S, 'waits'],
  ])(
    'depends on the age of the last backup, except in the first days: %s s old on a site of %i s',
    (age, siteAge, state) => {
      expect(judgeBackup(age, siteAge)).toBe(state)
    },
  )

  it.each([
    [false, null, 'waits'],
    [false, new Date(0), 'fine'],
    [true, new Date(0), 'needs_somebody'],
  ])(
    'the state of the books follows the balance check (differs: %s, compared at: %s)',
    (differs, comparedAt, state) => {
      expect(judgeBooks(differs, comparedAt)).toBe(state)
    },
  )

  it('depends on the time since the last report of a server', () => {
    expect([judgeServer(10), judgeServer(45)]).toEqual(['fine', 'needs_somebody'])
  })
})

it('frequent failures need action, and rare failures a check', () => {
  expect(judgeFailures({ lastHour: 0, lastDay: 0 })).toBe('fine')
  expect(judgeFailures({ lastHour: 0, lastDay: 3 })).toBe('waits')
  expect(judgeFailures({ lastHour: 10, lastDay: 10 })).toBe('needs_somebody')
})

it('returns the worst state of all parts as the overall state', () => {
  expect(findWorstState([])).toBe('fine')
  expect(findWorstState(['fine', 'needs_somebody', 'waits'])).toBe('needs_somebody')
  expect(findWorstState(['fine', 'waits'])).toBe('waits')
})

import { describe, expect, it } from 'vitest'

import { findOccurrence, isRepeatedTime, readTimes, resolveLocalTime, toLocalTime } from './local-times.ts'

const AMSTERDAM = 'Europe/Amsterdam'
const NEW_YORK = 'America/New_York'
const toIso = (moments: number[] | null) => moments?.map((at) => new Date(at).toISOString())

describe('local times', () => {
  it.each([
    ['winter time', '2026-12-01T14:00', AMSTERDAM, ['2026-12-01T13:00:00.000Z']],
    ['summer time', '2026-07-01T14:00', AMSTERDAM, ['2026-07-01T12:00:00.000Z']],
    ['a western zone', '2026-12-01T22:00', NEW_YORK, ['2026-12-02T03:00:00.000Z']],
    ['a zone with a quarter', '2026-12-01T12:00', 'Asia/Kathmandu', ['2026-12-01T06:15:00.000Z']],
    ['the last minute before the clock goes forward', '2026-03-29T01:59', AMSTERDAM, ['2026-03-29T00:59:00.000Z']],
    ['the skipped hour', '2026-03-29T02:00', AMSTERDAM, []],
    ['the skipped hour in New York', '2026-03-08T02:30', NEW_YORK, []],
    ['the first minute after the clock went forward', '2026-03-29T03:00', AMSTERDAM, ['2026-03-29T01:00:00.000Z']],
    ['the repeated hour', '2026-10-25T02:30', AMSTERDAM, ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z']],
    [
      'the repeated hour in New York',
      '2026-11-01T01:00',
      NEW_YORK,
      ['2026-11-01T05:00:00.000Z', '2026-11-01T06:00:00.000Z'],
    ],
    ['the hour after the repeated hour', '2026-10-25T03:00', AMSTERDAM, ['2026-10-25T02:00:00.000Z']],
  ])('converts %s', (_what, local, zone, moments) => {
    expect(toIso(resolveLocalTime(local, zone))).toStrictEqual(moments)
  })

  it.each(['', '2026-12-01', '14:00', '2026-13-01T14:00', 'tomorrow'])('refuses %j', (local) => {
    expect(resolveLocalTime(local, AMSTERDAM)).toBeNull()
  })

  it('inverts `toLocalTime`', () => {
    const at = Date.parse('2026-07-01T12:05:00Z')
    expect(toLocalTime(at, NEW_YORK)).toBe('2026-07-01T08:05')
    expect(resolveLocalTime(toLocalTime(at, NEW_YORK), NEW_YORK)).toStrictEqual([at])
  })
})

describe('typed times', () => {
  const rules = { zone: AMSTERDAM, now: Date.parse('2026-10-20T10:00:00Z') }
  const read = (...locals: string[]) =>
    readTimes(
      locals.map((local) => ({ local, which: '' })),
      rules,
    )

  it('are converted to moments when they are valid', () => {
    expect(read('2026-10-20T12:01', '2027-10-21T11:59')).toStrictEqual([
      Date.parse('2026-10-20T10:01:00Z'),
      Date.parse('2027-10-21T09:59:00Z'),
    ])
  })

  it('an invalid time is reported with its reason', () => {
    expect(read('', '2026-10-20T12:00', '2027-10-21T12:01', '2027-03-28T02:30', '2026-10-25T02:30')).toStrictEqual([
      'missing',
      'past',
      'far',
      'skipped',
      'doubled',
    ])
  })

  it('a time that equals an earlier time is reported', () => {
    expect(read('2026-10-22T09:00', '2026-10-22T10:00', '2026-10-22T09:00')[2]).toBe('twice')
  })

  it('the two moments of a repeated hour are accepted as different times', () => {
    const local = '2026-10-25T02:30'
    expect(
      readTimes(
        [
          { local, which: 'second' },
          { local, which: 'first' },
        ],
        rules,
      ),
    ).toStrictEqual([Date.parse('2026-10-25T01:30:00Z'), Date.parse('2026-10-25T00:30:00Z')])
  })

  it('a choice between two moments is ignored when the time occurs only once', () => {
    expect(readTimes([{ local: '2026-10-22T09:00', which: 'second' }], rules)).toStrictEqual([
      Date.parse('2026-10-22T07:00:00Z'),
    ])
  })
})

it('recognises a time that occurs twice', () => {
  expect(isRepeatedTime('2026-10-25T02:30', AMSTERDAM)).toBe(true)
  expect(isRepeatedTime('2026-10-25T02:30', NEW_YORK)).toBe(false)
  expect(isRepeatedTime('', AMSTERDAM)).toBe(false)
})

it.each([
  ['2026-10-24T23:59:59Z', ''],
  ['2026-10-25T00:00:00Z', 'first'],
  ['2026-10-25T00:59:59Z', 'first'],
  ['2026-10-25T01:00:00Z', 'second'],
  ['2026-10-25T01:59:59Z', 'second'],
  ['2026-10-25T02:00:00Z', ''],
])('distinguishes the two moments with the same time in the repeated hour: %s', (at, which) => {
  expect(findOccurrence(Date.parse(at), AMSTERDAM)).toBe(which)
})

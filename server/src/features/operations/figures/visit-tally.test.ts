import { describe, expect, it } from 'vitest'

import { createVisitTally, toDay, isHumanVisit, findVisitedPage } from './visit-tally.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const reply = (statusCode = 200, type = 'text/html; charset=utf-8') => ({ statusCode, getHeader: () => type })
const visit = (url: string, headers: Record<string, string> = {}, method = 'GET') => ({
  method,
  url,
  headers: { 'user-agent': FIREFOX, ...headers },
})

it('distinguishes visited pages by kind, never by profile or address parameters', () => {
  const addresses = ['/', '/?q=jan', '/profile/1', '/Dashboard/', '/account/notifications', '/login?next=x']
  expect(addresses.map(findVisitedPage)).toEqual(['landing', 'landing', 'profile', 'dashboard', 'account', 'other'])
  expect(['/operator', '/operator/figures', '/api/profiles', '/mails', '/wp-login.php'].map(findVisitedPage)).toEqual(
    Array.from({ length: 5 }, () => null),
  )
})

describe('a visit', () => {
  it.each([
    ['Googlebot', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }],
    ['a monitor', { 'user-agent': 'Mozilla/5.0 (compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)' }],
    ['a program', { 'user-agent': 'curl/8.5.0' }],
    ['one without a name', { 'user-agent': '' }],
    ['a browser that fetches beforehand', { 'sec-purpose': 'prefetch;prerender' }],
    ['a script', { 'sec-fetch-dest': 'empty' }],
  ])('is not counted for %s', (_who, headers) => {
    expect(isHumanVisit(visit('/', headers))).toBe(false)
  })

  it('is counted for a person with a browser', () => {
    expect(isHumanVisit(visit('/'))).toBe(true)
    expect(isHumanVisit(visit('/', { 'sec-fetch-dest': 'document' }))).toBe(true)
  })

  it('is counted only for a page that exists, not for a refusal, a file or another method', () => {
    const tally = createVisitTally()
    tally.note(visit('/profile/1'), reply(404))
    tally.note(visit('/'), reply(200, 'application/json'))
    tally.note(visit('/', {}, 'HEAD'), reply())
    expect(tally.take()).toEqual([])
  })
})

it('visits are counted by day and page', () => {
  let now = new Date('2026-11-23T22:59:00Z')
  const tally = createVisitTally(() => now)
  tally.note(visit('/'), reply())
  tally.note(visit('/'), reply())
  const taken = tally.take()
  expect(tally.take()).toEqual([])
  tally.giveBack(taken)
  now = new Date('2026-11-23T23:01:00Z')
  tally.note(visit('/'), reply())
  expect(tally.take()).toEqual([
    { day: '2026-11-23', page: 'landing', visits: 2 },
    { day: '2026-11-24', page: 'landing', visits: 1 },
  ])
})

it('ends each day at midnight in Amsterdam, in summer and in winter', () => {
  expect(toDay(new Date('2026-10-24T21:59:59Z'))).toBe('2026-10-24')
  expect(toDay(new Date('2026-10-24T22:00:00Z'))).toBe('2026-10-25')
  expect(toDay(new Date('2026-10-25T22:59:59Z'))).toBe('2026-10-25')
  expect(toDay(new Date('2026-10-25T23:00:00Z'))).toBe('2026-10-26')
})

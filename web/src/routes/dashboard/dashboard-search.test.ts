import { expect, test } from 'vitest'

import { toDashboardPath, parseDashboardSearch } from './dashboard-search.ts'

test.each([
  [{}, {}],
  [{ tab: 'requests' }, { tab: 'requests' }],
  [
    { tab: 'chats', room: 'r1' },
    { tab: 'chats', room: 'r1' },
  ],
  [{ tab: 'requests', room: 'r1', find: 'honey', in: 'r1' }, { tab: 'requests' }],
  [
    { tab: 'chats', room: 'r1', at: '12', find: ' wet wall ', in: 'r1' },
    { tab: 'chats', room: 'r1', at: 12, find: 'wet wall', in: 'r1' },
  ],
  [{ tab: 'chats', at: '12', find: ' ', in: '' }, { tab: 'chats' }],
  [
    { tab: 'chats', room: 'r1', at: '1.5' },
    { tab: 'chats', room: 'r1' },
  ],
  [
    { tab: 'chats', room: 'r1', at: '-1' },
    { tab: 'chats', room: 'r1' },
  ],
  [{ tab: 'chats', room: 12 }, { tab: 'chats' }],
  [{ category: 'education' }, { category: 'education' }],
  [{ tab: 'explore', category: 'education' }, { category: 'education' }],
  [{ tab: 'chats', category: 'education' }, { tab: 'chats' }],
  [
    { answers_in: 'nl', town: ' Den Haag ', online: 'true', price_max: '60' },
    { answers_in: 'nl', town: 'Den Haag', online: true, price_max: 60 },
  ],
  [
    { answers_in: 'nl', online: true, price_max: 60 },
    { answers_in: 'nl', online: true, price_max: 60 },
  ],
  [{ answers_in: 'xx', town: ' ', online: 'yes', price_max: '4' }, {}],
  [{ tab: 'chats', answers_in: 'nl' }, { tab: 'chats' }],
  [{ category: 'toString' }, {}],
  [{ category: 12 }, {}],
  [{ tab: 'nonsense', room: 'r1', other: 1 }, {}],
  [{ error: 'stripe-error' }, { error: 'stripe-error' }],
  [{ error: 'stripe-onboarding-failed' }, { error: 'stripe-onboarding-failed' }],
  [{ tab: 'requests', error: 'something else' }, { tab: 'requests' }],
])('reads the address %j as %j', (search, read) => {
  expect(parseDashboardSearch(search)).toEqual(read)
})

test.each([
  [{}, '/dashboard'],
  [{ category: 'education' }, '/dashboard?category=education'],
  [{ town: 'Den Haag', price_max: 60 }, '/dashboard?town=Den%20Haag&price_max=60'],
  [{ tab: 'chats', room: 'r1' }, '/dashboard?tab=chats&room=r1'],
  [
    { tab: 'chats', room: 'r1', at: 12, find: 'wet & cold', in: 'r1' },
    '/dashboard?tab=chats&room=r1&at=12&find=wet%20%26%20cold&in=r1',
  ],
] as const)('writes the state %j as %s, and reads the same state from it', (state, path) => {
  expect(toDashboardPath(state)).toBe(path)
  expect(parseDashboardSearch(Object.fromEntries(new URL(path, 'https://kundig.example').searchParams))).toEqual(state)
})

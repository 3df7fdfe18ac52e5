import { expect, test } from 'vitest'

import { dashboardSearch } from './dashboard-search.ts'

test.each([
  [{}, {}],
  [{ tab: 'requests' }, { tab: 'requests' }],
  [
    { tab: 'chats', room: 'r1' },
    { tab: 'chats', room: 'r1' },
  ],
  [{ tab: 'requests', room: 'r1' }, { tab: 'requests' }],
  [{ tab: 'chats', room: 12 }, { tab: 'chats' }],
  [{ tab: 'nonsense', room: 'r1', other: 1 }, {}],
  [{ error: 'stripe-error' }, { error: 'stripe-error' }],
  [{ error: 'stripe-onboarding-failed' }, { error: 'stripe-onboarding-failed' }],
  [{ tab: 'requests', error: 'something else' }, { tab: 'requests' }],
])('the address %j is read as %j', (search, read) => {
  expect(dashboardSearch(search)).toEqual(read)
})

import { expect, it } from 'vitest'

import { canChangeStatus, REQUEST_STATUSES } from './request-life-cycle.ts'

const moves = REQUEST_STATUSES.flatMap((from) => REQUEST_STATUSES.map((to) => ({ from, to })))

// spec 3.9, 4.8
it('a request is pending, then accepted or rejected, and never changes again', () => {
  expect(moves.filter(({ from, to }) => canChangeStatus(from, to))).toEqual([
    { from: 'pending', to: 'accepted' },
    { from: 'pending', to: 'rejected' },
  ])
})

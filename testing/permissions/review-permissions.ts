import { randomUUID } from 'node:crypto'

import { call, forEveryone, type PermissionRow, toRows } from './permission-row.ts'

export const reviewPermissions: readonly PermissionRow[] = toRows(null, [
  {
    operation: 'read the reviews of someone public',
    calls: 'GET /profiles/{person_id}/reviews',
    attempt: call('GET', ({ bystander }) => `/api/profiles/${bystander.id}/reviews`),
    expected: forEveryone('200'),
  },
  {
    operation: 'read the reviews of someone private without contacts',
    calls: 'GET /profiles/{person_id}/reviews',
    attempt: call('GET', ({ hermit }) => `/api/profiles/${hermit.id}/reviews`),
    expected: forEveryone('403 PROFILE_NOT_PUBLIC'),
  },
  {
    operation: 'read their own review',
    calls: 'GET /profiles/{person_id}/reviews/own',
    attempt: call('GET', ({ hermit }) => `/api/profiles/${hermit.id}/reviews/own`),
    expected: { everyoneElse: '200' },
  },
  {
    operation: 'review someone without having paid them',
    calls: 'PUT /profiles/{person_id}/reviews/own',
    attempt: call(
      'PUT',
      ({ hermit }) => `/api/profiles/${hermit.id}/reviews/own`,
      () => ({ rating: 5 }),
    ),
    expected: { everyoneElse: '403 REVIEW_WITHOUT_PAYMENT' },
  },
  {
    operation: 'dismiss a review prompt',
    calls: 'POST /profiles/{person_id}/reviews/dismiss',
    attempt: call('POST', ({ hermit }) => `/api/profiles/${hermit.id}/reviews/dismiss`),
    expected: { everyoneElse: '200' },
  },
  {
    operation: 'answer a review that does not exist',
    calls: 'PUT /reviews/{review_id}/answer',
    attempt: call('PUT', `/api/reviews/${randomUUID()}/answer`, () => ({ text: 'Thank you' })),
    expected: { everyoneElse: '404 REVIEW_NOT_FOUND' },
  },
])

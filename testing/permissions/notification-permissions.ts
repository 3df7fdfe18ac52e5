import { toOutcome, toVisibilityOutcome } from '../people/outcome.ts'
import type { Person } from '../people/test-client.ts'
import type { PermissionFixture } from './permission-fixture.ts'
import { call, forEveryone, type PermissionRow, toRows } from './permission-row.ts'

async function resetLatestNotification({ sql, people }: PermissionFixture): Promise<string> {
  const [entry] = await sql<{ id: string }>(
    `UPDATE notifications SET seen_at = NULL, read_at = NULL
     WHERE id = (SELECT id FROM notifications WHERE user_id = $1 ORDER BY id DESC LIMIT 1) RETURNING id`,
    [people.receiver.id],
  )
  if (!entry) throw new Error('the receiver has no notification')
  return entry.id
}

const mark = (path: 'seen' | 'read') => async (fixture: PermissionFixture, who: Person | null) => {
  const id = await resetLatestNotification(fixture)
  const came = toOutcome(await fixture.site.api(who, 'POST', `/api/notifications/${path}`, { ids: [id] }))
  if (came !== '200') return came
  const [entry] = await fixture.sql<{ marked: boolean }>(
    `SELECT ${path}_at IS NOT NULL AS marked FROM notifications WHERE id = $1`,
    [id],
  )
  return entry?.marked === true ? 'is marked' : 'stays as it is'
}

export const notificationPermissions: readonly PermissionRow[] = toRows(null, [
  {
    operation: 'find an entry of the receiver’s bell in their own bell',
    calls: 'GET /notifications',
    attempt: async (fixture, who) => {
      const id = await resetLatestNotification(fixture)
      const answer = await fixture.site.api<{ items: { id: string }[] }>(who, 'GET', '/api/notifications')
      return toVisibilityOutcome(answer, ({ items }) => items.some((entry) => entry.id === id))
    },
    expected: { receiver: 'shown', everyoneElse: 'left out' },
  },
  ...(['seen', 'read'] as const).map((path) => ({
    operation: `mark an entry of the receiver’s bell as ${path}: it`,
    calls: `POST /notifications/${path}`,
    attempt: mark(path),
    expected: { receiver: 'is marked', everyoneElse: 'stays as it is' },
  })),
  {
    operation: 'read their notification settings',
    calls: 'GET /notifications/settings',
    attempt: call('GET', '/api/notifications/settings'),
    expected: { everyoneElse: '200' },
  },
  {
    operation: 'change their notification settings',
    calls: 'PATCH /notifications/settings',
    attempt: call('PATCH', '/api/notifications/settings', () => ({ previews: false })),
    expected: { everyoneElse: '200' },
  },
  {
    operation: 'subscribe to pushes on a server without pushes',
    calls: 'POST /notifications/subscriptions',
    attempt: call('POST', '/api/notifications/subscriptions', () => ({
      endpoint: 'https://push.example.com/1',
      keys: { p256dh: 'x', auth: 'x' },
    })),
    expected: { everyoneElse: '409 PUSH_UNAVAILABLE' },
  },
  {
    operation: 'unsubscribe a browser from pushes',
    calls: 'POST /notifications/subscriptions/remove',
    attempt: call('POST', '/api/notifications/subscriptions/remove', () => ({
      endpoint: 'https://push.example.com/1',
    })),
    expected: { everyoneElse: '200' },
  },
  {
    operation: 'list their muted rooms',
    calls: 'GET /notifications/muted-rooms',
    attempt: call('GET', '/api/notifications/muted-rooms'),
    expected: { everyoneElse: '200' },
  },
  {
    operation: 'mute the room of the partner and the receiver',
    calls: 'POST /notifications/muted-rooms',
    attempt: call('POST', '/api/notifications/muted-rooms', ({ open }) => ({ room_id: open.id, time: '1h' })),
    expected: { partner: '200', receiver: '200', everyoneElse: '404 ROOM_NOT_FOUND' },
  },
  {
    operation: 'open a forged unsubscribe link',
    attempt: call(
      'POST',
      ({ people }) => `/unsubscribe?user=${people.receiver.id}&topics=messages&key=${'x'.repeat(43)}`,
    ),
    expected: forEveryone('404 NOT_FOUND'),
  },
])

import { expect, it } from 'vitest'

import type { Room } from '@kundig/contract/chat/chat.contract'
import type { Notification } from '@kundig/contract/notifications/notifications.contract'

import { findReadNotificationTags, type Readable } from './read-tags.ts'

function createReadable(unreadCount: number, readSeq: number, isRead: boolean): Readable {
  return {
    rooms: [{ id: 'a', unread_count: unreadCount, read_seq: readSeq } as Room],
    bell: [{ id: 'n', kind: 'request_received', subject_id: 's', read: isRead } as Notification],
    unread: unreadCount + (isRead ? 0 : 1),
  }
}

it.each<[string, Readable, Readable | undefined, string[]]>([
  [
    'the notifications of all read items at the start',
    createReadable(0, 3, true),
    undefined,
    ['room:a', 'request_received:s', 'digest'],
  ],
  ['no notification of an unread item at the start', createReadable(2, 3, false), undefined, []],
  ['the notification of a chat when it is read', createReadable(0, 5, false), createReadable(2, 3, false), ['room:a']],
  [
    'the notification of a chat when its unread messages were deleted',
    createReadable(0, 3, false),
    createReadable(2, 3, false),
    ['room:a'],
  ],
  [
    'the notification of an entry when it is read, and the digest with the last entry',
    createReadable(0, 3, true),
    createReadable(0, 3, false),
    ['request_received:s', 'digest'],
  ],
  [
    'no notification when a push arrives before its live event',
    createReadable(0, 3, true),
    createReadable(0, 3, true),
    [],
  ],
])('closes %s', (_, now, before, tags) => {
  expect([...findReadNotificationTags(now, before)]).toEqual(tags)
})

import type { Room } from '@kundig/contract/chat/chat.contract'
import type { Notification } from '@kundig/contract/notifications/notifications.contract'
import { DIGEST_TAG, toEventTag, toRoomTag } from '@kundig/contract/notifications/push-payload'

export interface Readable {
  rooms: readonly Room[]
  /** Number of unread messages and bell entries on the server. */
  unread: number
  bell: readonly Notification[]
}

/**
 * Returns the tags of system notifications about rooms and entries that were read since `before`, or at any time.
 * An unread count of zero is not enough: a notification that arrives before its live event must stay.
 */
export function findReadNotificationTags(now: Readable, before?: Readable): Set<string> {
  const roomsBefore = new Map(before?.rooms.map((room) => [room.id, room]))
  const readBefore = new Set(before?.bell.flatMap(({ id, read }) => (read ? id : [])))
  const rooms = now.rooms.filter(({ id, unread_count, read_seq = 0 }) => {
    if (unread_count > 0) return false
    const earlier = roomsBefore.get(id)
    return !earlier || earlier.unread_count > 0 || (earlier.read_seq ?? 0) < read_seq
  })
  const entries = now.bell.filter(({ id, read }) => read && !readBefore.has(id))
  const isAllRead = now.unread === 0 && (before === undefined || before.unread > 0)
  return new Set([
    ...rooms.map(({ id }) => toRoomTag(id)),
    ...entries.map(({ kind, subject_id }) => toEventTag(kind, subject_id)),
    ...(isAllRead ? [DIGEST_TAG] : []),
  ])
}

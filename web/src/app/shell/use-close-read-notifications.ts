import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

import { roomsQuery } from '../../features/chat/cache/chat.queries.ts'
import { countUnread, listBellEntries } from '../../features/notifications/bell-cache.ts'
import { bellQuery } from '../../features/notifications/notifications.queries.ts'
import { findReadNotificationTags, type Readable } from './read-tags.ts'

const loadPushes = () => import('../../features/notifications/pushes/push-subscription.ts')

/** Closes system notifications about messages and entries that were read here or on another device. */
export function useCloseReadNotifications(): void {
  const rooms = useQuery(roomsQuery).data
  const bell = useInfiniteQuery(bellQuery).data
  const before = useRef<Readable>(undefined)
  useEffect(() => {
    if (!rooms || !bell) return
    const now = { rooms: rooms.items, unread: rooms.unread_total + countUnread(bell), bell: listBellEntries(bell) }
    const tags = findReadNotificationTags(now, before.current)
    before.current = now
    if (tags.size === 0 || !('Notification' in window) || Notification.permission !== 'granted') return
    void loadPushes()
      .then(({ closeNotifications }) => closeNotifications((tag) => tags.has(tag)))
      .catch(() => undefined)
  }, [rooms, bell])
}

import type { Notification } from '@kundig/contract/notifications/notifications.contract'

import type { LiveServer } from '../../platform/live/live-server.ts'

export function createNotificationEvents(live: Pick<LiveServer, 'emitToUser'>) {
  return {
    created: (userId: string, notification: Notification, unread: number): void =>
      live.emitToUser(userId, 'notification.created', { notification, unread }),
    read: (userId: string, ids: readonly string[] | null, unread: number): void =>
      live.emitToUser(userId, 'notifications.read', { ids, unread }),
  }
}

export type NotificationEvents = ReturnType<typeof createNotificationEvents>

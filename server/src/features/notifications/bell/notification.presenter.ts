import { type Notification, notification } from '@kundig/contract/notifications/notifications.contract'
import type { Profile } from '@kundig/contract/profiles/profiles.contract'

import { toWire } from '../../../platform/wire/to-wire.ts'
import type { NotificationRow } from './notification.repository.ts'

const toNotification = toWire(notification)

export function presentNotification(row: NotificationRow, actor: Profile | null): Notification {
  return {
    ...toNotification(row),
    actor,
    seen: row.seenAt !== null,
    read: row.readAt !== null,
  }
}

import type { Notification } from '@kundig/contract/notifications/notifications.contract'
import type { Profile } from '@kundig/contract/profiles/profiles.contract'

import type { NotificationRow } from './notification.repository.ts'

/** An entry of the bell, for the one whom it tells something. */
export function presentNotification(row: NotificationRow, actor: Profile | null): Notification {
  return {
    id: row.id,
    kind: row.kind,
    subject_id: row.subjectId,
    room_id: row.roomId,
    actor,
    amount: row.amount,
    currency: row.currency,
    seen: row.seenAt !== null,
    read: row.readAt !== null,
    created_at: row.createdAt.toISOString(),
  }
}

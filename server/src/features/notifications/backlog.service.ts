import { COUNTED_AT_MOST } from '@kundig/contract/operations/health-kinds'

import type { Backlogs } from '../../backlog.ts'
import type { Database } from '../../platform/database/database.ts'
import { countDeliveries, countEvents, countPendingPushes, countUnread } from './backlog.repository.ts'

export const createNotificationBacklogs = ({ db }: { db: Database }): Backlogs => ({
  mails: () => countDeliveries(db, 'mail', COUNTED_AT_MOST),
  pushes: () => countDeliveries(db, 'push', COUNTED_AT_MOST),
  owed_pushes: () => countPendingPushes(db, COUNTED_AT_MOST),
  events: () => countEvents(db, COUNTED_AT_MOST),
  unread: () => countUnread(db, COUNTED_AT_MOST),
})

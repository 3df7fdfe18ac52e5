import type { OwnData } from '../../own-data.ts'
import type { Database } from '../../platform/database/database.ts'
import { readByPages } from '../../platform/database/json-rows.ts'
import {
  findMutedRooms,
  findOwnAfter,
  findOwnSettings,
  findPushBrowsers,
  type OwnNotification,
} from './own-data.repository.ts'

export const ownDataOfNotifications = ({ db }: { db: Database }): OwnData => ({
  notification_settings: (userId) => findOwnSettings(db, userId),
  muted_rooms: (userId) => findMutedRooms(db, userId),
  push_browsers: (userId) => findPushBrowsers(db, userId),
  notifications: (userId) => readByPages<OwnNotification>((after, limit) => findOwnAfter(db, userId, after, limit)),
})

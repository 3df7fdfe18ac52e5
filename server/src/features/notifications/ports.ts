import type { DeliveredKind } from '@kundig/contract/notifications/notification-kinds'

import type { Executor } from '../../platform/database/database.ts'
import { selectNotificationsStamp } from './bell/notification.repository.ts'

export interface Recipients {
  /** Null while the address is unconfirmed: it may belong to another person, who must not read the notifications. */
  findConfirmedEmail: (userId: string) => Promise<string | null>
}

export interface RefundReceipts {
  findNumber: (db: Executor, refundId: string) => Promise<string | null>
}

/** True when neither person blocks the other, and the author is not restricted. */
export type CanReach = (executor: Executor, authorId: string, readerId: string) => Promise<boolean>

export type QuotedTexts = Partial<Record<DeliveredKind, (db: Executor, subjectId: string) => Promise<string | null>>>

export type CaseDeciders = (executor: Executor, userId: string) => Promise<boolean>

export const notificationStamp = selectNotificationsStamp

import type { DeliveredKind } from '@kundig/contract/notifications/notification-kinds'

import type { Executor } from '../../platform/database/database.ts'
import { selectStamp } from './bell/notification.repository.ts'

export interface Recipients {
  /** Returns the address only if its owner has confirmed it: other people must not read their notifications. */
  findConfirmedEmail: (userId: string) => Promise<string | null>
}

export interface RefundReceipts {
  findNumber: (db: Executor, refundId: string) => Promise<string | null>
}

/** True when words may reach the reader outside of the site: neither is blocked, and the author not restricted. */
export type CanReach = (executor: Executor, authorId: string, readerId: string) => Promise<boolean>

/** Texts that mails about events quote, by the event's kind and subject; null when its author wrote nothing. */
export type QuotedTexts = Partial<Record<DeliveredKind, (db: Executor, subjectId: string) => Promise<string | null>>>

export type CaseDeciders = (executor: Executor, userId: string) => Promise<boolean>

/** Shows chat whether a person's bell has changed: part of a resume. */
export const notificationStamp = selectStamp

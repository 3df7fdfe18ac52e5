import type { DeliveredKind } from '@kundig/contract/notifications/notification-kinds'

import type { Executor } from '../../platform/database/database.ts'
import { selectStamp } from './bell/notification.repository.ts'

/** Account data that notifications need; the feature that stores accounts implements it. */
export interface Recipients {
  /**
   * Returns the address of an account, if its owner has confirmed it: other people must not read their notifications.
   */
  findConfirmedEmail: (userId: string) => Promise<string | null>
}

/** Receipt data that notifications need. */
export interface RefundReceipts {
  /** Returns the number of a refund's receipt; null while there is none. */
  findNumber: (db: Executor, refundId: string) => Promise<string | null>
}

/**
 * True when one person's words may reach another outside of the site: neither is blocked, and the author not
 * restricted.
 */
export type CanReach = (executor: Executor, authorId: string, readerId: string) => Promise<boolean>

/** Texts that mails about events quote, by the event's kind and subject; null when its author wrote nothing. */
export type QuotedTexts = Partial<Record<DeliveredKind, (db: Executor, subjectId: string) => Promise<string | null>>>

/** True for operators who may decide cases now. */
export type CaseDeciders = (executor: Executor, userId: string) => Promise<boolean>

/** Shows chat whether a person's bell has changed: part of a resume. */
export const notificationStamp = selectStamp

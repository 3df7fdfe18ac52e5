import type { DeliveredKind } from '@kundig/contract/notifications/notification-kinds'

import type { Executor } from '../../platform/database/database.ts'
import { selectStamp } from './bell/notification.repository.ts'

/** What notifications must know of accounts: whoever keeps those fills it in. */
export interface Recipients {
  /** The address of an account, if its owner has confirmed it: nobody else is to read what happens to them. */
  confirmedEmailOf: (userId: string) => Promise<string | null>
}

/** What notifications must know of receipts. */
export interface RefundReceipts {
  /** The number of a refund's receipt; null as long as there is none. */
  numberOf: (db: Executor, refundId: string) => Promise<string | null>
}

/** True where one person's words may reach another outside of the site: neither is blocked, and the author not restricted. */
export type CanReach = (executor: Executor, authorId: string, readerId: string) => Promise<boolean>

/** Texts that mails about events quote, by the event's kind and subject; null where its author wrote nothing. */
export type QuotedTexts = Partial<Record<DeliveredKind, (db: Executor, subjectId: string) => Promise<string | null>>>

/** True for operators who may decide cases now. */
export type CaseDeciders = (executor: Executor, userId: string) => Promise<boolean>

/** Whether a person's bell has changed, for chat: part of what it answers to whoever was away. */
export const notificationStamp = selectStamp

import type { PaymentOfMessage } from '@kundig/contract/chat/payment-message'

import type { Executor, Fragment } from '../../platform/database/database.ts'

/** Payment request of a message, with the time of its last change. */
export interface PaymentAttachment extends PaymentOfMessage {
  updatedAt: Date
}

/** Port to the payment requests of messages, which another feature owns. */
export interface PaymentAttachments {
  /** Returns those between two positions of a room, both included, by position. */
  between: (
    executor: Executor,
    roomId: string,
    firstSeq: number,
    lastSeq: number,
  ) => Promise<ReadonlyMap<number, PaymentAttachment>>
  /** Subquery for the one at a position, as JSON for `read`; null without one. */
  select: (roomId: Fragment, seq: Fragment) => Fragment
  read: (selected: unknown) => PaymentAttachment | null
}

/** Subqueries for the state of other features' data, as texts that change with the data. */
export interface Stamps<Stamp = Fragment> {
  requests: Stamp
  seller: Stamp
  notifications: Stamp
}

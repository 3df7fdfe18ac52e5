import type { PaymentOfMessage } from '@kundig/contract/chat/payment-message'

import type { Executor, Fragment } from '../../platform/database/database.ts'

/** The payment request that a message stands for, and when it last changed. */
export interface PaymentAttachment extends PaymentOfMessage {
  updatedAt: Date
}

/** Where chat gets the payment requests of messages from: it does not know whose they are. */
export interface PaymentAttachments {
  /** Those from one place in a room to another, both included, by place. */
  between: (
    executor: Executor,
    roomId: string,
    firstSeq: number,
    lastSeq: number,
  ) => Promise<ReadonlyMap<number, PaymentAttachment>>
  /** A subquery for the one at a place, as JSON that `read` understands; null where there is none. */
  select: (roomId: Fragment, seq: Fragment) => Fragment
  read: (selected: unknown) => PaymentAttachment | null
}

/** Subqueries that say how what else a person is shown stands, as a text that is another one whenever that is. */
export interface Stamps<Stamp = Fragment> {
  requests: Stamp
  seller: Stamp
  notifications: Stamp
}

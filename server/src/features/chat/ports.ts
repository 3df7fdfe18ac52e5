import type { PaymentOfMessage } from '@kundig/contract/chat/payment-message'

import type { Executor, Fragment } from '../../platform/database/database.ts'

export interface PaymentAttachment extends PaymentOfMessage {
  updatedAt: Date
}

export interface PaymentAttachments {
  between: (
    executor: Executor,
    roomId: string,
    firstSeq: number,
    lastSeq: number,
  ) => Promise<ReadonlyMap<number, PaymentAttachment>>
  /** Selects the payment as JSON for `read`; null without a payment. */
  select: (roomId: Fragment, seq: Fragment) => Fragment
  read: (selected: unknown) => PaymentAttachment | null
}

export interface Stamps<Stamp = Fragment> {
  requests: Stamp
  seller: Stamp
  notifications: Stamp
}

import type { PaymentOfMessage } from '@kundig/contract/payments/payment-message'

import type { Executor, Fragment } from '../../platform/database/database.ts'
import type { MessageWithFile } from './message.repository.ts'

/** The payment request that a message stands for, and when it last changed. */
export interface PaymentPart extends PaymentOfMessage {
  updatedAt: Date
}

/** Where chat gets the payment requests in messages from: it does not know whose they are. */
export interface PaymentParts {
  /** Those from one place in a room to another, both included, by place. */
  between: (
    executor: Executor,
    roomId: string,
    firstSeq: number,
    lastSeq: number,
  ) => Promise<ReadonlyMap<number, PaymentPart>>
  /** A subquery for the one at a place, as JSON that `read` understands; null where there is none. */
  select: (roomId: Fragment, seq: Fragment) => Fragment
  read: (selected: unknown) => PaymentPart | null
}

/** A message with all that it can carry besides its text. */
export interface WholeMessage extends MessageWithFile {
  payment: PaymentPart | null
}

/**
 * Adds their payment requests to messages of one room, in either order: by places, as their files are found.
 */
export async function withPayments(
  payments: PaymentParts,
  executor: Executor,
  messages: readonly MessageWithFile[],
): Promise<WholeMessage[]> {
  const [one, other] = [messages[0]?.message, messages.at(-1)?.message]
  if (!one || !other) return []
  const [first, last] = [Math.min(one.seq, other.seq), Math.max(one.seq, other.seq)]
  const bySeq = await payments.between(executor, one.roomId, first, last)
  return messages.map((message) => ({ ...message, payment: bySeq.get(message.message.seq) ?? null }))
}

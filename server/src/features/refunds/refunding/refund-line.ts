import type { RefundEvent } from '@kundig/contract/refunds/refund-event'

import type { AfterCommit, Transaction } from '../../../platform/database/database.ts'
import type { PaymentMessageService } from '../../chat/messages/payment-message.service.ts'
import type { PublishedRow } from '../../payments/settlement/payment-request.repository.ts'

/** English texts for clients that do not know `refund_event`. */
const CONTENTS: Record<RefundEvent['step'], (amount: string) => string> = {
  requested: (amount) => `Refund requested: ${amount}`,
  withdrawn: (amount) => `Refund request withdrawn: ${amount}`,
  declined: (amount) => `Refund declined: ${amount}`,
  refunded: (amount) => `Refunded: ${amount}`,
  failed: (amount) => `Refund failed: ${amount}`,
}

/** Adds a message about a refund's step to the room. Call once, in the transaction that stores the step. */
export async function addRefundLine(
  messages: Pick<PaymentMessageService, 'addRefundEvent'>,
  tx: Transaction,
  afterCommit: AfterCommit,
  { roomId, seq, buyerId, sellerId, currency }: PublishedRow,
  step: Pick<RefundEvent, 'step' | 'amount' | 'by'>,
): Promise<void> {
  const amount = new Intl.NumberFormat('en', { style: 'currency', currency }).format(step.amount / 100)
  await messages.addRefundEvent(tx, afterCommit, {
    roomId,
    senderId: step.by === 'buyer' ? buyerId : sellerId,
    replyTo: seq,
    content: CONTENTS[step.step](amount),
    refundEvent: { ...step, currency },
  })
}

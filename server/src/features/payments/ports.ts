import type { PaymentAttachments } from '../chat/ports.ts'
import { endingOf } from './payment-request.presenter.ts'
import { findBetween, readSelected, selectAt, type AttachedRequest } from './payment-request.repository.ts'

/** The payment requests in messages, for chat: by places, on the index that keeps them one to a message. */
export const paymentAttachments: PaymentAttachments = {
  between: async (executor, roomId, firstSeq, lastSeq) => {
    const rows = await findBetween(executor, roomId, firstSeq, lastSeq)
    return new Map(rows.flatMap((row) => (row.seq === null ? [] : [[row.seq, attachmentOf(row)] as const])))
  },
  select: selectAt,
  read: (selected) => {
    const row = readSelected(selected)
    return row && attachmentOf(row)
  },
}

function attachmentOf(row: AttachedRequest) {
  const { id, amount, currency, status, description, stripeCustomerId, updatedAt } = row
  return {
    id,
    amount,
    currency,
    status,
    description,
    ended_by: endingOf(row),
    new_card_only: stripeCustomerId === null,
    updatedAt,
  }
}

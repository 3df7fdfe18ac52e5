import type { PaymentParts } from '../chat/ports.ts'
import { endingOf } from './payment-request.presenter.ts'
import { findBetween, readSelected, selectAt, type ShownPart } from './payment-request.repository.ts'

/** The payment requests in messages, for chat: by places, on the index that keeps them one to a message. */
export const paymentParts: PaymentParts = {
  between: async (executor, roomId, firstSeq, lastSeq) => {
    const rows = await findBetween(executor, roomId, firstSeq, lastSeq)
    return new Map(rows.flatMap((row) => (row.seq === null ? [] : [[row.seq, partOf(row)] as const])))
  },
  select: selectAt,
  read: (selected) => {
    const row = readSelected(selected)
    return row && partOf(row)
  },
}

function partOf(row: ShownPart) {
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

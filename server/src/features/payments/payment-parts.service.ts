import type { PaymentParts } from '../chat/message-parts.service.ts'
import { findBetween, findNewestPlaces } from './payment-request.repository.ts'

/** The payment requests in messages, for chat: by places, on the index that keeps them one to a message. */
export const paymentParts: PaymentParts = {
  between: async (executor, roomId, firstSeq, lastSeq) => {
    const rows = await findBetween(executor, roomId, firstSeq, lastSeq)
    return new Map(
      rows.flatMap(({ seq, id, amount, currency, status, description, updatedAt }) =>
        seq === null ? [] : [[seq, { id, amount, currency, status, description, updatedAt }] as const],
      ),
    )
  },
  newestUpTo: findNewestPlaces,
}

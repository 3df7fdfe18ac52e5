import type { Executor, Transaction } from '../../platform/database/database.ts'
import type { PublishedRow } from '../payments/settlement/payment-request.repository.ts'
import { findById } from './refunding/refund-request.repository.ts'

export interface RefundReceipts {
  /** Issues the missing receipts of a payment's succeeded refunds. Must be the transaction's last write. */
  issueOfRefunds: (tx: Transaction, request: PublishedRow) => Promise<void>
}

export const quotedRefundReasons = {
  refund_requested: async (db: Executor, id: string): Promise<string | null> =>
    (await findById(db, id))?.reason ?? null,
  refund_declined: async (db: Executor, id: string): Promise<string | null> => {
    const declined = await findById(db, id)
    return declined?.declinedBy === 'seller' ? declined.answer : null
  },
}

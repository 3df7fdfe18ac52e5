import type { DomainEvents } from '../../../domain-events.ts'
import type { AfterCommit, Transaction } from '../../../platform/database/database.ts'
import type { PublishedRow } from '../../payments/settlement/payment-request.repository.ts'
import { grantOpenRequest } from './refund-request.repository.ts'

/** Marks the open request as answered by a refund, of any amount and by any person. Call under the payment's lock. */
export async function answerRequestWithRefund(
  tx: Transaction,
  afterCommit: AfterCommit,
  domainEvents: Pick<DomainEvents, 'dismiss'>,
  { id, sellerId }: PublishedRow,
  refundId: string,
): Promise<void> {
  const granted = await grantOpenRequest(tx, id, refundId)
  if (granted === undefined) return
  await domainEvents.dismiss(tx, afterCommit, {
    recipientId: sellerId,
    kinds: ['refund_requested'],
    subjectId: granted,
  })
}

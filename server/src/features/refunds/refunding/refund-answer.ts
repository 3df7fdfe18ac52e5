import type { DomainEvents } from '../../../domain-events.ts'
import type { AfterCommit, Transaction } from '../../../platform/database/database.ts'
import type { PublishedRow } from '../../payments/settlement/payment-request.repository.ts'
import { grantOpen } from './refund-request.repository.ts'

/** Any refund answers what the buyer of the payment asks for, whoever makes it, and however much it is. Under the payment's lock. */
export async function answerByRefund(
  tx: Transaction,
  afterCommit: AfterCommit,
  domainEvents: Pick<DomainEvents, 'settle'>,
  { id, sellerId }: PublishedRow,
  refundId: string,
): Promise<void> {
  const granted = await grantOpen(tx, id, refundId)
  if (granted === undefined) return
  await domainEvents.settle(tx, afterCommit, {
    recipientId: sellerId,
    kinds: ['refund_requested'],
    subjectId: granted,
  })
}

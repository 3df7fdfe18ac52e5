import type { Stripe } from 'stripe'

import type { Work } from '../core/call.ts'
import { emit } from '../events/events.ts'
import type { Stored } from '../store/object-kinds.ts'
import { insertObject, listObjects, newId, saveObject } from '../store/object-store.ts'

/**
 * Takes back a part of a transfer.
 * @param transfer locked
 * @param how `amount` in cents, no more than is left; the refund that it belongs to, if any
 */
export async function reversePart(
  work: Work,
  transfer: Stored<'transfer'>,
  { amount, refundId, metadata }: { amount: number; refundId: string | null; metadata: Record<string, string> },
): Promise<Stripe.TransferReversal> {
  const { data } = transfer
  const reversal: Stripe.TransferReversal = {
    id: newId('trr'),
    object: 'transfer_reversal',
    amount,
    balance_transaction: null,
    created: work.tx.nowS,
    currency: data.currency,
    destination_payment_refund: newId('pyr'),
    metadata,
    source_refund: refundId,
    transfer: data.id,
  }
  await insertObject(work.tx, 'transfer_reversal', { data: reversal, hidden: {} }, data.id)
  data.amount_reversed += amount
  data.reversed = data.amount_reversed === data.amount
  data.reversals.data = (await listObjects(work.tx, 'transfer_reversal', data.id, { limit: 10 })).data
  await saveObject(work.tx, transfer)
  await emit(work, 'transfer.reversed', data)
  return reversal
}

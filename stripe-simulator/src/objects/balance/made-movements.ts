import type { Stripe } from 'stripe'

import type { Work } from '../../core/call.ts'
import { insertObject, createId } from '../../store/object-store.ts'
import { bookMovement, createStripeFee } from './balance-entries.ts'
import type { Movement } from './balance-entries.ts'

/** Movement of money that no other object of the simulator causes. `fee` is in cents. */
export interface MadeMovement extends Omit<Movement, 'feeDetails'> {
  fee: number
}

/** Books a movement of any type, even an unknown type. Top-ups and reserves get a source object. */
export async function makeMovement(work: Work, { fee, ...made }: MadeMovement): Promise<Stripe.BalanceTransaction> {
  const description = made.description ?? made.type
  const source = made.source ?? createSourceId(made.type)
  const movement = await bookMovement(work, {
    ...made,
    source,
    feeDetails: [createStripeFee(fee, made.currency, description)],
  })
  if (made.source === null && source !== null) await insertSourceObject(work, source, movement)
  return movement
}

function createSourceId(type: string): string | null {
  if (type === 'topup') return createId('tu')
  return type === 'reserve_transaction' || type === 'reserved_funds' ? createId('rsv') : null
}

async function insertSourceObject({ tx }: Work, id: string, movement: Stripe.BalanceTransaction): Promise<void> {
  const { amount, currency, description } = movement
  if (movement.type !== 'topup') {
    const data: Stripe.ReserveTransaction = { id, object: 'reserve_transaction', amount, currency, description }
    await insertObject(tx, 'reserve_transaction', { data, hidden: {} }, null)
    return
  }
  const data: Stripe.Topup = {
    id,
    object: 'topup',
    amount,
    balance_transaction: movement.id,
    created: tx.nowS,
    currency,
    description,
    expected_availability_date: movement.available_on,
    failure_code: null,
    failure_message: null,
    initiated_by: 'user',
    livemode: false,
    metadata: {},
    source: null,
    statement_descriptor: null,
    status: 'succeeded',
    transfer_group: null,
  }
  await insertObject(tx, 'topup', { data, hidden: {} }, null)
}

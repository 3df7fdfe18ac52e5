import { createInvalidRequestError, createNoSuchError } from '../../core/api-error.ts'
import type { Work } from '../../core/call.ts'
import { findReadyMadeCard } from '../../core/cards.ts'
import type { Transaction } from '../../core/sql.ts'
import { emitEvent } from '../../events/events.ts'
import type { Stored } from '../../store/object-kinds.ts'
import { findObject, getObject, insertObject, lockObject, saveObject } from '../../store/object-store.ts'
import { createCardMethod } from './new-card-method.ts'

const SPENT =
  'This PaymentMethod was previously used without being attached to a Customer or was detached from a Customer, and may not be used again.'

/**
 * Locks a payment method. A ready-made method such as `pm_card_visa` becomes a new payment method.
 * @throws ApiError 400 if the payment method may not be used again
 */
export async function lockMethod(work: Work, id: string, param = 'payment_method'): Promise<Stored<'payment_method'>> {
  const card = findReadyMadeCard(id, work.tx.nowMs)
  if (card !== undefined) {
    const made = createCardMethod(card, {}, work.tx, work.settings.secretKey)
    await insertObject(work.tx, 'payment_method', made, null)
    return made
  }
  const method = await lockObject(work.tx, 'payment_method', id, param)
  if (method.hidden.spent) throw createInvalidRequestError(SPENT, { param })
  return method
}

/** Attaches a payment method to a customer. @throws ApiError 400 if attached to another customer, or unusable */
export async function attachMethod(work: Work, id: string, customerId: string): Promise<Stored<'payment_method'>> {
  await getObject(work.tx, 'customer', customerId, 'customer')
  const method = await lockMethod(work, id)
  await attachLockedMethod(work, method, customerId)
  return method
}

export async function attachLockedMethod(
  work: Work,
  method: Stored<'payment_method'>,
  customerId: string,
): Promise<void> {
  if (method.data.customer === customerId) return
  if (method.data.customer !== null) {
    throw createInvalidRequestError('The payment method you provided has already been attached to a customer.', {
      param: 'payment_method',
    })
  }
  method.data.customer = customerId
  await saveObject(work.tx, method, customerId)
  await emitEvent(work, 'payment_method.attached', method.data)
}

/** Detaches a payment method permanently. */
export async function detachMethod(work: Work, id: string): Promise<Stored<'payment_method'>> {
  const before = await getObject(work.tx, 'payment_method', id)
  // All operations lock the customer before the payment method, to prevent deadlocks.
  const owner = before.data.customer
  const customer = typeof owner === 'string' ? await lockObject(work.tx, 'customer', owner, 'customer') : undefined
  const method = await lockObject(work.tx, 'payment_method', id)
  if (method.data.customer === null) {
    throw createInvalidRequestError(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
      {
        param: 'payment_method',
      },
    )
  }
  method.data.customer = null
  method.hidden.spent = true
  await saveObject(work.tx, method, null)
  if (customer !== undefined && customer.data.invoice_settings.default_payment_method === id) {
    customer.data.invoice_settings.default_payment_method = null
    await saveObject(work.tx, customer)
    await emitEvent(work, 'customer.updated', customer.data)
  }
  await emitEvent(work, 'payment_method.detached', method.data)
  return method
}

/** @throws ApiError 400 `resource_missing` if the payment method is not the customer's */
export async function requireOwnMethod(tx: Transaction, id: string, customerId: string, param: string): Promise<void> {
  const method = await findObject(tx, 'payment_method', id)
  if (method === undefined) throw createNoSuchError('PaymentMethod', id, param)
  if (method.data.customer === customerId) return
  throw createInvalidRequestError(
    `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
    { code: 'resource_missing', param },
  )
}

import type { z } from 'zod'

import { createInvalidRequestError } from '../../core/api-error.ts'
import type { Call } from '../../core/call.ts'
import type { Decline } from '../../core/cards.ts'
import type { Stored } from '../../store/object-kinds.ts'
import { insertObject } from '../../store/object-store.ts'
import type { methodDetails } from '../customers/new-card-method.ts'
import { createCardMethod } from '../customers/new-card-method.ts'

export const OPEN_STATUSES = ['requires_payment_method', 'requires_confirmation', 'requires_action']

interface Given {
  payment_method?: string | undefined
  payment_method_data?: z.output<typeof methodDetails> | undefined
}

/**
 * Payment method of a confirmation: a new card, the named payment method, or the intent's payment method.
 * @throws ApiError 400 `…_unexpected_state` without a payment method, 402 for a declined new card
 */
export async function resolvePaymentMethod(
  { tx, settings }: Call,
  { data }: Stored<'payment_intent'> | Stored<'setup_intent'>,
  { payment_method, payment_method_data }: Given,
  missing: string,
): Promise<string> {
  if (payment_method_data !== undefined) {
    const { card, ...extras } = payment_method_data
    const made = createCardMethod(card, extras, tx, settings.secretKey)
    await insertObject(tx, 'payment_method', made, null)
    return made.data.id
  }
  const id = payment_method ?? data.payment_method
  if (typeof id === 'string') return id
  throw createInvalidRequestError(missing, { code: `${data.object}_unexpected_state` })
}

export function createAuthenticationDecline(object: 'payment_intent' | 'setup_intent'): Decline {
  return {
    code: `${object}_authentication_failure`,
    decline_code: '',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  }
}

export function toFailureDetails(decline: Decline, isCardError: boolean) {
  return {
    type: isCardError ? ('card_error' as const) : ('invalid_request_error' as const),
    code: decline.code,
    ...(isCardError ? { decline_code: decline.decline_code } : {}),
    message: decline.message,
  }
}

import type { z } from 'zod'

import { invalidRequest } from '../../core/api-error.ts'
import type { Call } from '../../core/call.ts'
import type { Decline } from '../../core/cards.ts'
import type { Stored } from '../../store/object-kinds.ts'
import { insertObject } from '../../store/object-store.ts'
import type { methodDetails } from '../customers/new-card-method.ts'
import { newCardMethod } from '../customers/new-card-method.ts'

/** An intent in one of these may still be confirmed or canceled. */
export const OPEN_STATUSES = ['requires_payment_method', 'requires_confirmation', 'requires_action']

/** What a confirmation says of the payment method. */
interface Given {
  payment_method?: string | undefined
  payment_method_data?: z.output<typeof methodDetails> | undefined
}

/**
 * The payment method that an intent is confirmed with: a new one, the one that is named, or the intent's own.
 * @param missing what is said when there is none
 * @throws ApiError 400 `…_unexpected_state` when there is none, 402 for a new card that is refused
 */
export async function confirmingMethod(
  { tx, settings }: Call,
  { data }: Stored<'payment_intent'> | Stored<'setup_intent'>,
  { payment_method, payment_method_data }: Given,
  missing: string,
): Promise<string> {
  if (payment_method_data !== undefined) {
    const { card, ...extras } = payment_method_data
    const made = newCardMethod(card, extras, tx, settings.secretKey)
    await insertObject(tx, 'payment_method', made, null)
    return made.data.id
  }
  const id = payment_method ?? data.payment_method
  if (typeof id === 'string') return id
  throw invalidRequest(missing, { code: `${data.object}_unexpected_state` })
}

/** 3-D Secure was not passed: no bank has declined anything. */
export function notAuthenticated(object: 'payment_intent' | 'setup_intent'): Decline {
  return {
    code: `${object}_authentication_failure`,
    decline_code: '',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  }
}

/** What an intent keeps of a failed confirmation. */
export function failureDetails(decline: Decline, isCardError: boolean) {
  return {
    type: isCardError ? ('card_error' as const) : ('invalid_request_error' as const),
    code: decline.code,
    ...(isCardError ? { decline_code: decline.decline_code } : {}),
    message: decline.message,
  }
}

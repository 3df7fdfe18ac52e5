/** Reason for a failure at the payment provider or a bank. Each kind has its own remedy. */
export type ProviderFailure =
  /** Fields of the form are empty or wrong. The provider's form marks them. */
  | 'form_incomplete'
  | 'declined'
  | 'insufficient_funds'
  | 'expired_card'
  | 'wrong_number'
  | 'wrong_expiry'
  | 'wrong_cvc'
  | 'wrong_address'
  /** The payment exceeds the card's limit for amount or frequency. */
  | 'limit_reached'
  | 'card_not_supported'
  /** The bank could not verify the card's owner. */
  | 'authentication_failed'
  /** The bank has a temporary failure. The same card may work soon. */
  | 'try_again'
  /** A real card in test mode, or a test card in live mode. */
  | 'test_mode'
  /** The payment or setup was already finished or cancelled. */
  | 'over'
  /** The browser could not reach the provider. */
  | 'network'
  /** The provider has a failure, or limits our requests. */
  | 'unavailable'
  | 'unknown'

export interface ProviderError {
  type: string
  code?: string
  decline_code?: string
}

/**
 * Maps the decline codes of banks. Lost, stolen and suspected cards show as declined, as Stripe requires
 * (https://docs.stripe.com/declines/codes). All other codes also show as declined.
 */
const BY_DECLINE = new Map<string, ProviderFailure>([
  ['approve_with_id', 'try_again'],
  ['authentication_not_handled', 'authentication_failed'],
  ['authentication_required', 'authentication_failed'],
  ['card_not_supported', 'card_not_supported'],
  ['card_velocity_exceeded', 'limit_reached'],
  ['currency_not_supported', 'card_not_supported'],
  ['expired_card', 'expired_card'],
  ['incorrect_address', 'wrong_address'],
  ['incorrect_cvc', 'wrong_cvc'],
  ['incorrect_number', 'wrong_number'],
  ['incorrect_pin', 'authentication_failed'],
  ['incorrect_zip', 'wrong_address'],
  ['insufficient_funds', 'insufficient_funds'],
  ['invalid_cvc', 'wrong_cvc'],
  ['invalid_expiry_month', 'wrong_expiry'],
  ['invalid_expiry_year', 'wrong_expiry'],
  ['invalid_number', 'wrong_number'],
  ['invalid_pin', 'authentication_failed'],
  ['issuer_not_available', 'try_again'],
  ['live_mode_test_card', 'test_mode'],
  ['offline_pin_required', 'authentication_failed'],
  ['online_or_offline_pin_required', 'authentication_failed'],
  ['pin_try_exceeded', 'limit_reached'],
  ['processing_error', 'try_again'],
  ['reenter_transaction', 'try_again'],
  ['test_mode_live_card', 'test_mode'],
  ['testmode_decline', 'test_mode'],
  ['try_again_later', 'try_again'],
  ['withdrawal_count_limit_exceeded', 'limit_reached'],
])

/** Maps Stripe's error codes (https://docs.stripe.com/error-codes). */
const BY_CODE = new Map<string, ProviderFailure>([
  ['authentication_required', 'authentication_failed'],
  ['card_decline_rate_limit_exceeded', 'limit_reached'],
  ['card_declined', 'declined'],
  ['expired_card', 'expired_card'],
  ['incomplete', 'form_incomplete'],
  ['incorrect_address', 'wrong_address'],
  ['incorrect_cvc', 'wrong_cvc'],
  ['incorrect_number', 'wrong_number'],
  ['incorrect_zip', 'wrong_address'],
  ['insufficient_funds', 'insufficient_funds'],
  ['invalid_card_type', 'card_not_supported'],
  ['invalid_cvc', 'wrong_cvc'],
  ['invalid_expiry_month', 'wrong_expiry'],
  ['invalid_expiry_year', 'wrong_expiry'],
  ['invalid_number', 'wrong_number'],
  ['livemode_mismatch', 'test_mode'],
  ['lock_timeout', 'try_again'],
  ['payment_intent_authentication_failure', 'authentication_failed'],
  ['payment_intent_payment_attempt_expired', 'over'],
  ['payment_intent_payment_attempt_failed', 'declined'],
  ['payment_intent_unexpected_state', 'over'],
  ['postal_code_invalid', 'wrong_address'],
  ['processing_error', 'try_again'],
  ['rate_limit', 'unavailable'],
  ['setup_attempt_failed', 'declined'],
  ['setup_intent_authentication_failure', 'authentication_failed'],
  ['setup_intent_setup_attempt_expired', 'over'],
  ['setup_intent_unexpected_state', 'over'],
  ['testmode_charges_only', 'test_mode'],
])

const BY_TYPE = new Map<string, ProviderFailure>([
  ['api_connection_error', 'network'],
  ['api_error', 'unavailable'],
  ['card_error', 'declined'],
  ['rate_limit_error', 'unavailable'],
  ['validation_error', 'form_incomplete'],
])

/** Converts an error by its codes. The provider's own error text is never shown. */
export function toProviderFailure({ type, code, decline_code: declineCode }: ProviderError): ProviderFailure {
  if (type === 'validation_error') return 'form_incomplete'
  const byDecline = declineCode === undefined ? undefined : BY_DECLINE.get(declineCode)
  const byCode = code === undefined ? undefined : BY_CODE.get(code)
  return byDecline ?? byCode ?? BY_TYPE.get(type) ?? 'unknown'
}

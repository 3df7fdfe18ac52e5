export type Locale = 'en' | 'nl'

export type StripeErrorType =
  | 'api_connection_error'
  | 'api_error'
  | 'authentication_error'
  | 'card_error'
  | 'idempotency_error'
  | 'invalid_request_error'
  | 'rate_limit_error'
  | 'validation_error'

export interface IntentError {
  type: Exclude<StripeErrorType, 'validation_error'>
  code?: string
  decline_code?: string
  doc_url?: string
  message?: string
  param?: string
}

export interface NextAction {
  type: string
  redirect_to_url?: { url: string | null; return_url: string | null }
  use_stripe_sdk?: { type?: string; stripe_js?: string }
}

/** SetupIntent as visible to a publishable key; fields as in Stripe.js. */
export interface SetupIntent {
  id: string
  object: 'setup_intent'
  cancellation_reason: 'abandoned' | 'duplicate' | 'requested_by_customer' | null
  client_secret: string | null
  /** Seconds since 1970. */
  created: number
  description: string | null
  last_setup_error: IntentError | null
  livemode: boolean
  next_action: NextAction | null
  payment_method: string | null
  payment_method_types: string[]
  status:
    | 'canceled'
    | 'processing'
    | 'requires_action'
    | 'requires_confirmation'
    | 'requires_payment_method'
    | 'succeeded'
  usage: string
}

/** PaymentIntent as visible to a publishable key; fields as in Stripe.js. */
export interface PaymentIntent {
  id: string
  object: 'payment_intent'
  /** Amount in the smallest unit of the currency. */
  amount: number
  /** Seconds since 1970. */
  canceled_at: number | null
  client_secret: string | null
  created: number
  /** ISO code in lower case. */
  currency: string
  description: string | null
  last_payment_error: IntentError | null
  livemode: boolean
  next_action: NextAction | null
  payment_method: string | null
  payment_method_types: string[]
  status: SetupIntent['status'] | 'requires_capture'
}

/** Error as in Stripe.js; a declined card has `code`, `decline_code` and a message. */
export interface StripeError {
  type: StripeErrorType
  code?: string
  decline_code?: string
  doc_url?: string
  message?: string
  param?: string
  payment_intent?: PaymentIntent
  setup_intent?: SetupIntent
}

export type SetupIntentResult =
  | { setupIntent: SetupIntent; error?: undefined }
  | { setupIntent?: undefined; error: StripeError }

export type PaymentIntentResult =
  | { paymentIntent: PaymentIntent; error?: undefined }
  | { paymentIntent?: undefined; error: StripeError }

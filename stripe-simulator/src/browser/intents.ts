/** Languages that the form and its messages have. */
export type Locale = 'en' | 'nl'

/** Types of error as Stripe.js has them. */
export type StripeErrorType =
  | 'api_connection_error'
  | 'api_error'
  | 'authentication_error'
  | 'card_error'
  | 'idempotency_error'
  | 'invalid_request_error'
  | 'rate_limit_error'
  | 'validation_error'

/** What went wrong in an intent's last confirmation. */
export interface IntentError {
  type: Exclude<StripeErrorType, 'validation_error'>
  code?: string
  decline_code?: string
  doc_url?: string
  message?: string
  param?: string
}

/** What a buyer has to do next; in the page for `use_stripe_sdk`, elsewhere for `redirect_to_url`. */
export interface NextAction {
  type: string
  redirect_to_url?: { url: string | null; return_url: string | null }
  use_stripe_sdk?: { type?: string; stripe_js?: string }
}

/** A SetupIntent as a publishable key sees it; every field has the name and the meaning it has in Stripe.js. */
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

/** A PaymentIntent as a publishable key sees it; every field has the name and the meaning it has in Stripe.js. */
export interface PaymentIntent {
  id: string
  object: 'payment_intent'
  /** In the smallest unit of the currency. */
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

/** An error as Stripe.js hands it back: for a refused card `code`, `decline_code` and a message for people. */
export interface StripeError {
  type: StripeErrorType
  code?: string
  decline_code?: string
  doc_url?: string
  /** For people; in the form's language, else in that of the document. */
  message?: string
  param?: string
  /** The intent as it stands after the error, where one was involved. */
  payment_intent?: PaymentIntent
  setup_intent?: SetupIntent
}

/** Either an intent or an error, never both. */
export type SetupIntentResult =
  | { setupIntent: SetupIntent; error?: undefined }
  | { setupIntent?: undefined; error: StripeError }

/** Either an intent or an error, never both. */
export type PaymentIntentResult =
  | { paymentIntent: PaymentIntent; error?: undefined }
  | { paymentIntent?: undefined; error: StripeError }

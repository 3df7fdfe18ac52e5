import type { ProviderError } from './provider-failure.ts'
import { toProviderFailure } from './provider-failure.ts'
import type { PaymentOutcome, PaymentState, SetupOutcome } from './provider.ts'

type IntentStatus = string

interface Intent {
  id: string
  status: IntentStatus
}
interface PaymentIntent extends Intent {
  last_payment_error?: ProviderError | null
}
interface SetupIntent extends Intent {
  last_setup_error?: ProviderError | null
}

type AnyError = ProviderError & { payment_intent?: Intent; setup_intent?: Intent }

export interface SetupAnswer {
  setupIntent?: SetupIntent | undefined
  error?: AnyError | undefined
}
export interface PaymentAnswer {
  paymentIntent?: PaymentIntent | undefined
  error?: AnyError | undefined
}

const AUTHENTICATION_FAILURES = ['payment_intent_authentication_failure', 'setup_intent_authentication_failure']

/** True when the buyer closed the bank's question, so that the bank can ask again. False after a wrong answer. */
function isAbandoned({ code, payment_intent, setup_intent }: AnyError): boolean {
  const status = (payment_intent ?? setup_intent)?.status
  return code !== undefined && AUTHENTICATION_FAILURES.includes(code) && status === 'requires_action'
}

export function toSetupOutcome({ setupIntent, error }: SetupAnswer): SetupOutcome {
  if (error) {
    // A repeated confirmation, for example after a lost response, fails although the card is already saved.
    const done = error.setup_intent
    if (done?.status === 'succeeded') return { status: 'succeeded', setupIntentId: done.id }
    return isAbandoned(error) ? { status: 'abandoned' } : { status: 'failed', code: toProviderFailure(error) }
  }
  switch (setupIntent?.status) {
    case 'succeeded':
    case 'processing':
      return { status: setupIntent.status, setupIntentId: setupIntent.id }
    case 'requires_action':
    case 'requires_confirmation':
      return { status: 'abandoned' }
    case 'canceled':
      return { status: 'failed', code: 'over' }
    default:
      return { status: 'failed', code: toLastFailure(setupIntent?.last_setup_error) ?? 'unknown' }
  }
}

export function toPaymentOutcome({ paymentIntent, error }: PaymentAnswer): PaymentOutcome {
  if (error) {
    // A repeated confirmation, for example after a lost response, fails although the request is already paid.
    const status = error.payment_intent?.status
    if (status === 'succeeded' || status === 'processing') return { status }
    return isAbandoned(error) ? { status: 'abandoned' } : { status: 'failed', code: toProviderFailure(error) }
  }
  switch (paymentIntent?.status) {
    case 'succeeded':
    case 'processing':
      return { status: paymentIntent.status }
    case 'requires_action':
    case 'requires_confirmation':
      return { status: 'abandoned' }
    case 'canceled':
      return { status: 'failed', code: 'over' }
    default:
      return { status: 'failed', code: toLastFailure(paymentIntent?.last_payment_error) ?? 'unknown' }
  }
}

export function toPaymentState({ paymentIntent, error }: PaymentAnswer): PaymentState {
  if (error) return { status: 'unknown', code: toProviderFailure(error) }
  switch (paymentIntent?.status) {
    case 'succeeded':
    case 'processing':
    case 'canceled':
      return { status: paymentIntent.status }
    case 'requires_action':
      return { status: 'needs_authentication' }
    case 'requires_payment_method':
    case 'requires_confirmation':
      return { status: 'open', failure: toLastFailure(paymentIntent.last_payment_error) }
    default:
      return { status: 'unknown', code: 'unknown' }
  }
}

function toLastFailure(error: ProviderError | null | undefined) {
  return error ? toProviderFailure(error) : null
}

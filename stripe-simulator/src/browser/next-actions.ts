import { showChallengeDialog } from './challenge-dialog.ts'
import type { Appearance } from './dom-building.ts'
import { localiseError } from './form-messages.ts'
import type {
  IntentError,
  NextAction,
  PaymentIntent,
  PaymentIntentResult,
  SetupIntent,
  SetupIntentResult,
  StripeError,
} from './intents.ts'
import type { Asked, SimulatorApi } from './simulator-api.ts'

export async function finishSetup(
  api: SimulatorApi,
  intent: SetupIntent,
  appearance: Appearance,
  left?: AbortSignal,
): Promise<SetupIntentResult> {
  const { value, error } = await completeNextAction(api, intent, appearance, (secret) => api.setupIntent(secret), left)
  if (error) return { error: localiseError(error, appearance.locale) }
  const failure = toStripeError('setup_intent', value.status, value.last_setup_error)
  return failure
    ? { error: localiseError({ ...failure, setup_intent: value }, appearance.locale) }
    : { setupIntent: value }
}

export async function finishPayment(
  api: SimulatorApi,
  intent: PaymentIntent,
  appearance: Appearance,
  left?: AbortSignal,
): Promise<PaymentIntentResult> {
  const { value, error } = await completeNextAction(
    api,
    intent,
    appearance,
    (secret) => api.paymentIntent(secret),
    left,
  )
  if (error) return { error: localiseError(error, appearance.locale) }
  const failure = toStripeError('payment_intent', value.status, value.last_payment_error)
  return failure
    ? { error: localiseError({ ...failure, payment_intent: value }, appearance.locale) }
    : { paymentIntent: value }
}

async function completeNextAction<
  T extends { status: string; client_secret: string | null; next_action: NextAction | null },
>(
  api: SimulatorApi,
  intent: T,
  appearance: Appearance,
  read: (clientSecret: string) => Promise<Asked<T>>,
  left?: AbortSignal,
): Promise<Asked<T>> {
  if (intent.status !== 'requires_action' || !intent.next_action) return { value: intent }
  const { use_stripe_sdk: inPage, redirect_to_url: elsewhere } = intent.next_action
  if (inPage?.stripe_js) {
    await showChallengeDialog(toHostedAddress(api.base, inPage.stripe_js), appearance, left, api.onChallenge)
    return read(intent.client_secret ?? '')
  }
  if (elsewhere?.url) {
    location.assign(toHostedAddress(api.base, elsewhere.url))
    // The page is unloading: the promise never settles.
    return new Promise(() => {})
  }
  return { value: intent }
}

/** Moves a hosted page's address to the API's base URL: many pages forbid frames of another origin. */
function toHostedAddress(base: string, address: string): string {
  const start = address.indexOf('/hosted/')
  return start === -1 ? address : base + address.slice(start)
}

function toStripeError(
  kind: 'payment_intent' | 'setup_intent',
  status: PaymentIntent['status'],
  last: IntentError | null,
): StripeError | null {
  const unauthenticated: StripeError = { type: 'invalid_request_error', code: `${kind}_authentication_failure` }
  if (status === 'requires_action') return unauthenticated
  if (status === 'requires_payment_method') return last ?? unauthenticated
  return status === 'canceled' ? { type: 'invalid_request_error', code: `${kind}_unexpected_state` } : null
}

import type { Language } from '@kundig/contract/languages'

import type { ProviderFailure } from './provider-failure.ts'

export type SetupOutcome =
  /** After success, the caller adds the card by `client.payments.addCard({ setup_intent_id: setupIntentId })`. */
  | { status: 'succeeded'; setupIntentId: string }
  | { status: 'processing'; setupIntentId: string }
  /** The person closed the bank's question (3-D Secure), and can send the same form again. */
  | { status: 'abandoned' }
  | { status: 'failed'; code: ProviderFailure }

/** Outcome that the browser received. The server does not trust it, and reads the state from the provider. */
export type PaymentOutcome =
  | { status: 'succeeded' }
  | { status: 'processing' }
  /** The person closed the bank's question (3-D Secure). Nothing was paid, and the bank can ask again. */
  | { status: 'abandoned' }
  /** Nothing was paid. The same card or another card may still pay. */
  | { status: 'failed'; code: ProviderFailure }

export type PaymentState =
  /** The payment needs a card. `failure`: reason why the last card was refused, or null. */
  | { status: 'open'; failure: ProviderFailure | null }
  /** The bank has a question for the buyer, which `resume` shows. */
  | { status: 'needs_authentication' }
  | { status: 'processing' }
  | { status: 'succeeded' }
  | { status: 'canceled' }
  /** The provider could not be reached. */
  | { status: 'unknown'; code: ProviderFailure }

export interface FormAppearance {
  language: Language
  dark: boolean
}

export interface CardFormOptions extends FormAppearance {
  /** Secret of the payment, or of the setup that `client.payments.startCardSetup` returned. */
  clientSecret: string
  onReady: () => void
  /** Called with PROVIDER_FAILED when the form could not be shown. */
  onFailed: () => void
}

/** Card form on the page. Our code never gets the card number. */
export interface CardForm {
  focus: () => void
  /** Applies another language or theme. Typed values stay. */
  setAppearance: (look: FormAppearance) => void
  /** Removes the form and its values. A second call does nothing. */
  unmount: () => void
}

export interface SetupForm extends CardForm {
  /** Saves the card. The bank may ask a question first. @param returnUrl address to which a bank's page returns */
  confirmSetup: (options: { returnUrl: string }) => Promise<SetupOutcome>
}

export interface PaymentForm extends CardForm {
  confirmPayment: (options: { returnUrl: string }) => Promise<PaymentOutcome>
}

/** Payment provider in the browser. Loading the provider may reject, but its methods never reject. */
export interface PaymentProvider {
  mountSetupForm: (container: HTMLElement, options: CardFormOptions) => SetupForm
  mountPaymentForm: (container: HTMLElement, options: CardFormOptions) => PaymentForm
  /** Pays with a saved card. The bank may ask a question first. */
  confirmCardPayment: (clientSecret: string, paymentMethodId: string) => Promise<PaymentOutcome>
  retrievePaymentIntent: (clientSecret: string) => Promise<PaymentState>
  /** Continues a payment after the page was left or reloaded. Repeats the bank's open question. */
  resume: (clientSecret: string) => Promise<PaymentOutcome>
}

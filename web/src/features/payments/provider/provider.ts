import type { Language } from '@kundig/contract/languages'

import type { ProviderFailure } from './provider-failure.ts'

export type SetupOutcome =
  /** The server makes it the default card: `client.payments.addCard({ setup_intent_id: setupIntentId })`. */
  | { status: 'succeeded'; setupIntentId: string }
  | { status: 'processing'; setupIntentId: string }
  /** The person closed the bank's question (3-D Secure); the same form can be sent again. */
  | { status: 'abandoned' }
  | { status: 'failed'; code: ProviderFailure }

/** Outcome in the browser. The server does not trust it, and asks the provider itself. */
export type PaymentOutcome =
  | { status: 'succeeded' }
  | { status: 'processing' }
  /** The person closed the bank's question (3-D Secure): nothing was paid, and it can be asked again. */
  | { status: 'abandoned' }
  /** Nothing was paid; another card, or the same one again, may still pay. */
  | { status: 'failed'; code: ProviderFailure }

export type PaymentState =
  /** Waits for a card; `failure`: reason for refusing the last one. */
  | { status: 'open'; failure: ProviderFailure | null }
  /** The bank has a question for the buyer: `resume`. */
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
  /** Secret of the setup from `client.payments.startCardSetup`, or of the payment. */
  clientSecret: string
  onReady: () => void
  /** The form could not be shown: PROVIDER_FAILED. */
  onFailed: () => void
}

/** Card form on the page. No card number ever reaches our code. */
export interface CardForm {
  focus: () => void
  /** Applies another language or theme; typed values stay. */
  setAppearance: (look: FormAppearance) => void
  /** Removes the form and its values; a second call does nothing. */
  unmount: () => void
}

export interface SetupForm extends CardForm {
  /** Saves the card, after a question of the bank. @param returnUrl address after a bank's own page */
  confirmSetup: (options: { returnUrl: string }) => Promise<SetupOutcome>
}

export interface PaymentForm extends CardForm {
  confirmPayment: (options: { returnUrl: string }) => Promise<PaymentOutcome>
}

/** Payment provider in the browser. Only loading it can reject; its calls never do. */
export interface PaymentProvider {
  mountSetupForm: (container: HTMLElement, options: CardFormOptions) => SetupForm
  mountPaymentForm: (container: HTMLElement, options: CardFormOptions) => PaymentForm
  /** Pays with a saved card, after the bank's question if there is one. */
  confirmCardPayment: (clientSecret: string, paymentMethodId: string) => Promise<PaymentOutcome>
  retrievePaymentIntent: (clientSecret: string) => Promise<PaymentState>
  /** Continues after a page was left or reloaded: repeats the bank's question, if there is one. */
  resume: (clientSecret: string) => Promise<PaymentOutcome>
}

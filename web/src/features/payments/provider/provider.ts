import type { Language } from '@kundig/contract/languages'

import type { ProviderFailure } from './provider-failure.ts'

/** What became of saving a card. */
export type SetupOutcome =
  /** The server makes it one's default card: `client.payments.addCard({ setup_intent_id: setupIntentId })`. */
  | { status: 'succeeded'; setupIntentId: string }
  | { status: 'processing'; setupIntentId: string }
  /** The person closed the bank's question (3-D Secure); the same form can be sent again. */
  | { status: 'abandoned' }
  | { status: 'failed'; code: ProviderFailure }

/** What became of a payment. The server does not believe it: it asks the provider itself. */
export type PaymentOutcome =
  | { status: 'succeeded' }
  | { status: 'processing' }
  /** The person closed the bank's question (3-D Secure): nothing was paid, and it can be asked again. */
  | { status: 'abandoned' }
  /** Nothing was paid; another card, or the same one again, may still do it. */
  | { status: 'failed'; code: ProviderFailure }

/** How a payment stands. */
export type PaymentState =
  /** It waits for a card; `failure` is why the last one was refused, if one was. */
  | { status: 'open'; failure: ProviderFailure | null }
  /** The bank asks the buyer something: `resume`. */
  | { status: 'needs_authentication' }
  | { status: 'processing' }
  | { status: 'succeeded' }
  | { status: 'canceled' }
  /** The provider could not be asked. */
  | { status: 'unknown'; code: ProviderFailure }

export interface FormAppearance {
  language: Language
  dark: boolean
}

export interface CardFormOptions extends FormAppearance {
  /** Of the setup that `client.payments.startCardSetup` began, or of the payment. */
  clientSecret: string
  /** The form can be typed into. */
  onReady: () => void
  /** The form could not be shown: PROVIDER_FAILED. */
  onFailed: () => void
}

/** A card form on the page. No card number ever reaches our own code. */
export interface CardForm {
  /** Puts the focus into the form. */
  focus: () => void
  /** Follows the page into another language or theme; what was typed stays. */
  setAppearance: (look: FormAppearance) => void
  /** Takes the form and what was typed away; a second call does nothing. */
  unmount: () => void
}

/** A form for a card to keep. */
export interface SetupForm extends CardForm {
  /**
   * Saves the card, with the bank's question where it has one.
   * @param returnUrl where to come back to, should the bank take the person elsewhere
   */
  confirmSetup: (options: { returnUrl: string }) => Promise<SetupOutcome>
}

/** A form for a card that pays once and is not kept. */
export interface PaymentForm extends CardForm {
  /** Pays with the card; the rest as `confirmSetup`. */
  confirmPayment: (options: { returnUrl: string }) => Promise<PaymentOutcome>
}

/** The payment provider in the browser. Only loading it can reject; its calls never do. */
export interface PaymentProvider {
  mountSetupForm: (container: HTMLElement, options: CardFormOptions) => SetupForm
  mountPaymentForm: (container: HTMLElement, options: CardFormOptions) => PaymentForm
  /** Pays with a saved card, with the bank's question where it has one. */
  confirmCardPayment: (clientSecret: string, paymentMethodId: string) => Promise<PaymentOutcome>
  retrievePaymentIntent: (clientSecret: string) => Promise<PaymentState>
  /** Goes on after a page was left or reloaded: asks the bank's question again, if there is one. */
  resume: (clientSecret: string) => Promise<PaymentOutcome>
}

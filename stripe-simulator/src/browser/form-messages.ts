import type { Locale, StripeError } from './intents.ts'

const EN = {
  card: 'Card details',
  number: 'Card number',
  expiry: 'Expiry date',
  expiryHint: 'MM / YY',
  cvc: 'Security code',
  cvcHint: 'CVC',
  testCards: 'Test cards',
  testMode: 'Test mode. Use a test card, never your own.',
  filled: (name: string) => `Filled in: ${name}`,
  bank: 'Your bank',
  bankFrame: '3-D Secure, simulated',
  close: 'Close without confirming',
  loading: 'Loading…',
}

const NL: typeof EN = {
  card: 'Kaartgegevens',
  number: 'Kaartnummer',
  expiry: 'Vervaldatum',
  expiryHint: 'MM / JJ',
  cvc: 'Beveiligingscode',
  cvcHint: 'CVC',
  testCards: 'Testkaarten',
  testMode: 'Testmodus. Gebruik een testkaart, nooit je eigen kaart.',
  filled: (name) => `Ingevuld: ${name}`,
  bank: 'Je bank',
  bankFrame: '3-D Secure, nagebootst',
  close: 'Sluiten zonder te bevestigen',
  loading: 'Laden…',
}

export const FORM_MESSAGES: Record<Locale, typeof EN> = { en: EN, nl: NL }

const ERRORS: Record<string, Record<Locale, string>> = {
  incomplete_number: { en: 'Your card number is incomplete.', nl: 'Je kaartnummer is niet compleet.' },
  invalid_number: { en: 'Your card number is invalid.', nl: 'Dit kaartnummer klopt niet.' },
  incorrect_number: { en: 'Your card number is incorrect.', nl: 'Dit kaartnummer klopt niet.' },
  test_mode_live_card: {
    en: 'This is not a test card. In test mode only Stripe’s published test cards work.',
    nl: 'Dit is geen testkaart. In testmodus werken alleen de testkaarten die Stripe publiceert.',
  },
  incomplete_expiry: { en: 'Your card’s expiry date is incomplete.', nl: 'De vervaldatum is niet compleet.' },
  invalid_expiry_month: { en: 'Your card’s expiry month is invalid.', nl: 'Deze vervalmaand bestaat niet.' },
  invalid_expiry_year: { en: 'Your card’s expiry year is invalid.', nl: 'Dit vervaljaar klopt niet.' },
  invalid_expiry_month_past: { en: 'Your card’s expiry date is in the past.', nl: 'Deze kaart is al verlopen.' },
  invalid_expiry_year_past: { en: 'Your card’s expiry year is in the past.', nl: 'Deze kaart is al verlopen.' },
  expired_card: { en: 'Your card has expired.', nl: 'Je kaart is verlopen.' },
  incomplete_cvc: { en: 'Your card’s security code is incomplete.', nl: 'De beveiligingscode is niet compleet.' },
  invalid_cvc: { en: 'Your card’s security code is invalid.', nl: 'Deze beveiligingscode klopt niet.' },
  incorrect_cvc: { en: 'Your card’s security code is incorrect.', nl: 'Deze beveiligingscode klopt niet.' },
  insufficient_funds: { en: 'Your card has insufficient funds.', nl: 'Er staat te weinig saldo op je kaart.' },
  card_velocity_exceeded: {
    en: 'Your card was declined: it was used too often, or for too much.',
    nl: 'Je kaart is geweigerd: hij is te vaak of voor te veel gebruikt.',
  },
  processing_error: {
    en: 'An error occurred while processing your card. Try again in a little bit.',
    nl: 'Er ging iets mis bij het verwerken van je kaart. Probeer het zo nog eens.',
  },
  authentication_required: {
    en: 'Your card was declined. This payment has to be confirmed with your bank.',
    nl: 'Je kaart is geweigerd. Deze betaling moet je bij je bank bevestigen.',
  },
  card_declined: { en: 'Your card was declined.', nl: 'Je kaart is geweigerd.' },
  setup_intent_authentication_failure: {
    en: 'Your bank has not confirmed that it is you. Try again, or use another card.',
    nl: 'Je bank heeft niet bevestigd dat jij het bent. Probeer het opnieuw of gebruik een andere kaart.',
  },
  payment_intent_authentication_failure: {
    en: 'Your bank has not confirmed that it is you. Try again, or use another card.',
    nl: 'Je bank heeft niet bevestigd dat jij het bent. Probeer het opnieuw of gebruik een andere kaart.',
  },
  setup_intent_unexpected_state: { en: 'This can no longer be confirmed.', nl: 'Dit kan niet meer worden bevestigd.' },
  payment_intent_unexpected_state: {
    en: 'This payment can no longer be confirmed.',
    nl: 'Deze betaling kan niet meer worden bevestigd.',
  },
  api_connection_error: {
    en: 'There is no connection. Check it and try again.',
    nl: 'Er is geen verbinding. Controleer die en probeer het opnieuw.',
  },
}

export function getErrorText(locale: Locale, code: string): string | undefined {
  return ERRORS[code]?.[locale]
}

/** Translates the message of a known error, as Stripe.js does. */
export function localiseError(error: StripeError, locale: Locale): StripeError {
  const codes = [error.decline_code, error.code, error.type]
  const message = codes.map((code) => (code === undefined ? undefined : getErrorText(locale, code))).find(Boolean)
  return message === undefined ? error : { ...error, message }
}

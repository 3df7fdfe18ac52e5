import type { ErrorEntry } from '../errors/error-kinds.ts'

export const PAYMENT_ERRORS = {
  // Errors when a seller asks for money.
  AMOUNT_REQUIRED: { status: 400, kind: 'PAYMENT_ERROR', en: 'Amount is required', nl: 'Bedrag is verplicht' },
  AMOUNT_INVALID: {
    status: 400,
    kind: 'PAYMENT_ERROR',
    en: 'Enter an amount in euros, such as 19.99',
    nl: 'Vul een bedrag in euro’s in, zoals 19,99',
  },
  AMOUNT_TOO_SMALL: {
    status: 400,
    kind: 'PAYMENT_ERROR',
    en: 'Amount must be at least €0.01',
    nl: 'Het bedrag moet minstens € 0,01 zijn',
  },
  AMOUNT_TOO_LARGE: {
    status: 400,
    kind: 'PAYMENT_ERROR',
    en: 'Amount must be less than €100,000',
    nl: 'Het bedrag moet lager zijn dan € 100.000',
  },
  AMOUNT_BELOW_PROVIDER_MINIMUM: {
    status: 400,
    kind: 'PAYMENT_ERROR',
    en: 'Stripe doesn’t accept card payments this small. Request at least €0.50.',
    nl: 'Zo’n klein bedrag kan Stripe niet met een kaart innen. Vraag minstens € 0,50.',
  },
  AMOUNT_BELOW_LEAST: {
    status: 400,
    kind: 'PAYMENT_ERROR',
    en: 'This amount is too small: it is below the minimum, or the service fee would take all of it',
    nl: 'Dit bedrag is te laag: het ligt onder het minimum, of na servicekosten blijft er niets over',
  },
  SELLER_NOT_SET_UP: {
    status: 403,
    kind: 'PAYMENT_ERROR',
    en: 'Seller is not set up to receive payments',
    nl: 'De verkoper kan nog geen betalingen ontvangen',
  },
  BUYER_NOT_SET_UP: {
    status: 409,
    kind: 'PAYMENT_ERROR',
    en: 'Buyer is not set up to make payments',
    nl: 'De koper kan nog geen betalingen doen',
  },
  PAYMENT_CREATE_FAILED: {
    status: 502,
    kind: 'PAYMENT_ERROR',
    en: 'Failed to create payment',
    nl: 'Betaalverzoek maken is niet gelukt',
  },

  // Paying
  PAYMENT_REQUEST_NOT_FOUND: {
    status: 404,
    kind: 'NOT_FOUND',
    en: 'Payment request not found',
    nl: 'Betaalverzoek niet gevonden',
  },
  PAYMENT_MESSAGE_NOT_FOUND: {
    status: 404,
    kind: 'NOT_FOUND',
    en: 'Chat message not found',
    nl: 'Chatbericht niet gevonden',
  },
  PAYMENT_BUYER_ONLY: {
    status: 403,
    kind: 'PERMISSION_DENIED',
    en: 'Only the buyer can pay or update this payment request',
    nl: 'Alleen de koper kan dit betaalverzoek betalen of bijwerken',
  },
  PAYMENT_SELLER_ONLY: {
    status: 403,
    kind: 'PERMISSION_DENIED',
    en: 'Only the seller can withdraw this payment request',
    nl: 'Alleen de verkoper kan dit betaalverzoek intrekken',
  },
  PAYMENT_UNDER_WAY: {
    status: 409,
    kind: 'PAYMENT_ERROR',
    en: 'This payment request is being paid right now, so you can’t withdraw it',
    nl: 'Dit betaalverzoek wordt op dit moment betaald, dus je kunt het niet meer intrekken',
  },
  PAYMENT_DECIDED: {
    status: 409,
    kind: 'PAYMENT_ERROR',
    en: 'Payment is no longer pending',
    nl: 'Deze betaling staat niet meer open',
  },
  /** A participant is suspended. The text does not reveal the suspension. */
  PAYMENT_PAUSED: {
    status: 409,
    kind: 'PAYMENT_ERROR',
    en: 'This cannot be paid now. Please try again later.',
    nl: 'Dit kan nu niet betaald worden. Probeer het later opnieuw.',
  },
  PAYING_BLOCKED: {
    status: 403,
    kind: 'PAYMENT_ERROR',
    en: 'Too many of your cards were declined. You can’t pay or add a card for 24 hours.',
    nl: 'Te veel van je kaarten zijn geweigerd. Je kunt 24 uur niet betalen en geen kaart toevoegen.',
  },
  PAYMENT_NO_SESSION: {
    status: 401,
    kind: 'AUTH_ERROR',
    en: 'User must be logged in to make payments',
    nl: 'Log in om te betalen',
  },
  PAYMENT_FAILED: { status: 502, kind: 'PAYMENT_ERROR', en: 'Payment failed', nl: 'Betaling is niet gelukt' },
  PAYMENT_CONFIRMATION_FAILED: {
    status: 502,
    kind: 'PAYMENT_ERROR',
    en: 'Payment confirmation failed',
    nl: 'De betaling bevestigen is niet gelukt',
  },
  PAYMENT_STATUS_FAILED: {
    status: 503,
    kind: 'PAYMENT_ERROR',
    en: 'Failed to update payment status',
    nl: 'De status van de betaling bijwerken is niet gelukt',
  },
  PROVIDER_FAILED: {
    status: 503,
    kind: 'PAYMENT_ERROR',
    en: 'Payment provider failed to initialize',
    nl: 'De betaaldienst kon niet starten',
  },
  PROVIDER_UNAVAILABLE: {
    status: 503,
    kind: 'NETWORK_ERROR',
    en: 'Stripe cannot be reached right now. Nothing was charged twice; please try again.',
    nl: 'Stripe is nu niet bereikbaar. Er is niets dubbel afgeschreven; probeer het opnieuw.',
  },

  // Cards
  CUSTOMER_NOT_FOUND: {
    status: 404,
    kind: 'PAYMENT_ERROR',
    en: 'Customer account not found',
    nl: 'Klantaccount niet gevonden',
  },
  CARD_NOT_FOUND: { status: 404, kind: 'NOT_FOUND', en: 'Card not found', nl: 'Kaart niet gevonden' },
  CARD_LOOKUP_FAILED: {
    status: 502,
    kind: 'PAYMENT_ERROR',
    en: 'Failed to get payment method',
    nl: 'Betaalmethode ophalen is niet gelukt',
  },
  SETUP_INTENT_FAILED: {
    status: 502,
    kind: 'PAYMENT_ERROR',
    en: 'Failed to create setup intent',
    nl: 'Kaart toevoegen is niet gelukt',
  },
  PAYMENT_SETUP_FAILED: {
    status: 502,
    kind: 'PAYMENT_ERROR',
    en: 'Payment setup failed',
    nl: 'Betaling instellen is niet gelukt',
  },
  CARD_SETUP_FAILED: { status: 409, kind: 'PAYMENT_ERROR', en: 'Setup failed', nl: 'Instellen is niet gelukt' },

  // Sellers
  SELLER_NO_SESSION: {
    status: 401,
    kind: 'AUTH_ERROR',
    en: 'User must be logged in to become a seller',
    nl: 'Log in om verkoper te worden',
  },
  ONBOARDING_FAILED: {
    status: 502,
    kind: 'PAYMENT_ERROR',
    en: 'Seller onboarding failed',
    nl: 'Verkoper worden is niet gelukt',
  },
  ONBOARDING_UNFINISHED: {
    status: 409,
    kind: 'PAYMENT_ERROR',
    en: 'Onboarding failed',
    nl: 'Aanmelden als verkoper is niet gelukt',
  },
  ONBOARDING_CHECK_FAILED: {
    status: 502,
    kind: 'PAYMENT_ERROR',
    en: 'Error checking onboarding status.',
    nl: 'De status van je aanmelding als verkoper ophalen is niet gelukt',
  },
  SELLER_STATUS_FAILED: {
    status: 502,
    kind: 'PAYMENT_ERROR',
    en: 'Failed to check seller status',
    nl: 'Je status als verkoper ophalen is niet gelukt',
  },
  CONNECT_ACCOUNT_FAILED: {
    status: 502,
    kind: 'PAYMENT_ERROR',
    en: 'Failed to create connect account',
    nl: 'Verkopersaccount maken is niet gelukt',
  },

  // Refunds
  REFUND_SELLER_ONLY: {
    status: 403,
    kind: 'PERMISSION_DENIED',
    en: 'Only the seller can refund this payment',
    nl: 'Alleen de verkoper kan deze betaling terugbetalen',
  },
  REFUND_NOT_PAID: {
    status: 409,
    kind: 'PAYMENT_ERROR',
    en: 'This request has not been paid, so there is nothing to refund',
    nl: 'Dit verzoek is niet betaald, dus er valt niets terug te betalen',
  },
  REFUND_TOO_LARGE: {
    status: 409,
    kind: 'PAYMENT_ERROR',
    en: 'That is more than is left of this payment',
    nl: 'Dat is meer dan er van deze betaling over is',
  },
  REFUND_DISPUTED: {
    status: 409,
    kind: 'PAYMENT_ERROR',
    en: 'The buyer’s bank is looking into this payment, so it cannot be refunded now',
    nl: 'De bank van de koper onderzoekt deze betaling, dus terugbetalen kan nu niet',
  },
  REFUND_DISPUTE_LOST: {
    status: 409,
    kind: 'PAYMENT_ERROR',
    en: 'The buyer’s bank has returned this payment to the buyer, so it cannot be refunded',
    nl: 'De bank heeft deze betaling al aan de koper teruggegeven, dus terugbetalen kan niet',
  },
  REFUND_PLATFORM_ONLY: {
    status: 409,
    kind: 'PAYMENT_ERROR',
    en: 'The seller can no longer refund this part. Support can refund it from the site’s own money',
    nl: 'De verkoper kan dit deel niet meer terugbetalen. Support kan het terugbetalen van het geld van de site zelf',
  },
  REFUND_FAILED: {
    status: 502,
    kind: 'PAYMENT_ERROR',
    en: 'Stripe rejected this refund',
    nl: 'Stripe heeft deze terugbetaling geweigerd',
  },
  REFUND_REASON_REQUIRED: {
    status: 400,
    kind: 'VALIDATION_ERROR',
    en: 'Enter a reason',
    nl: 'Vul een reden in',
  },
  REFUND_BUYER_ONLY: {
    status: 403,
    kind: 'PERMISSION_DENIED',
    en: 'Only the buyer can ask for this refund',
    nl: 'Alleen de koper kan geld van deze betaling terugvragen',
  },
  REFUND_REQUEST_OPEN: {
    status: 409,
    kind: 'PAYMENT_ERROR',
    en: 'You already asked for a refund of this payment',
    nl: 'Je hebt al geld van deze betaling teruggevraagd',
  },
  REFUND_REQUESTS_USED_UP: {
    status: 409,
    kind: 'PAYMENT_ERROR',
    en: 'You have asked for a refund of this payment three times',
    nl: 'Je hebt al drie keer geld van deze betaling teruggevraagd',
  },
  REFUND_REQUEST_NOT_FOUND: {
    status: 404,
    kind: 'NOT_FOUND',
    en: 'Refund request not found',
    nl: 'Terugbetaalverzoek niet gevonden',
  },
  REFUND_REQUEST_ANSWERED: {
    status: 409,
    kind: 'PAYMENT_ERROR',
    en: 'This refund request was already answered or withdrawn',
    nl: 'Dit terugbetaalverzoek is al beantwoord of ingetrokken',
  },
  REFUND_REQUEST_WITH_SELLER: {
    status: 409,
    kind: 'PAYMENT_ERROR',
    en: 'The seller can still answer this refund request',
    nl: 'De verkoper kan dit terugbetaalverzoek nog beantwoorden',
  },
} as const satisfies Record<string, ErrorEntry>

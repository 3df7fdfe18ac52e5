import type { ErrorEntry } from '../error-kinds.ts'

/**
 * What can go wrong with refunds. No part of what every page loads: `add-refund-errors.ts` adds it to the catalogue, for the
 * server with the contract, and for a browser with the dialogs that refund.
 */
export const REFUND_ERRORS = {
  REFUND_SELLER_ONLY: {
    status: 403,
    kind: 'PERMISSION_DENIED',
    en: 'Only the seller can refund this payment',
    nl: 'Alleen de verkoper kan deze betaling terugbetalen',
  },
  REFUND_NOT_PAID: {
    status: 409,
    kind: 'PAYMENT_ERROR',
    en: 'This has not been paid, so there is nothing to refund',
    nl: 'Dit is niet betaald, dus er valt niets terug te betalen',
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
    en: 'The seller can no longer give this part back. Support can refund it from the site’s own money',
    nl: 'De verkoper kan dit deel niet meer teruggeven. Support kan het terugbetalen van het geld van de site zelf',
  },
  REFUND_FAILED: {
    status: 502,
    kind: 'PAYMENT_ERROR',
    en: 'Stripe did not take this refund',
    nl: 'Stripe heeft deze terugbetaling niet geaccepteerd',
  },
  REFUND_REASON_REQUIRED: {
    status: 400,
    kind: 'VALIDATION_ERROR',
    en: 'Say why',
    nl: 'Schrijf waarom',
  },
  REFUND_BUYER_ONLY: {
    status: 403,
    kind: 'PERMISSION_DENIED',
    en: 'Only who paid can ask for this money back',
    nl: 'Alleen wie heeft betaald kan dit geld terugvragen',
  },
  REFUND_REQUEST_OPEN: {
    status: 409,
    kind: 'PAYMENT_ERROR',
    en: 'You have already asked for money back of this payment',
    nl: 'Je hebt van deze betaling al geld teruggevraagd',
  },
  REFUND_REQUESTS_USED_UP: {
    status: 409,
    kind: 'PAYMENT_ERROR',
    en: 'You have asked three times for money back of this payment',
    nl: 'Je hebt van deze betaling al drie keer geld teruggevraagd',
  },
  REFUND_REQUEST_NOT_FOUND: {
    status: 404,
    kind: 'NOT_FOUND',
    en: 'There is no such question for money back',
    nl: 'Deze vraag om geld terug bestaat niet',
  },
  REFUND_REQUEST_ANSWERED: {
    status: 409,
    kind: 'PAYMENT_ERROR',
    en: 'This has been answered or withdrawn already',
    nl: 'Dit is al beantwoord of ingetrokken',
  },
  REFUND_REQUEST_WITH_SELLER: {
    status: 409,
    kind: 'PAYMENT_ERROR',
    en: 'The seller can still answer this',
    nl: 'De verkoper kan dit nog beantwoorden',
  },
} as const satisfies Record<string, ErrorEntry>

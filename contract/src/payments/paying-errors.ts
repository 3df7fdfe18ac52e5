import type { ErrorEntry } from '../error-kinds.ts'

/**
 * What only somebody meets who pays or adds a card. No part of what every page loads: `add-paying-errors.ts` adds it to the catalogue,
 * for the server with the contract, and for a browser with what pays and what adds a card.
 */
export const PAYING_ERRORS = {
  PAYING_BLOCKED: {
    status: 403,
    kind: 'PAYMENT_ERROR',
    en: 'Too many of your cards were declined. For 24 hours you cannot pay or add a card.',
    nl: 'Te veel van je kaarten zijn geweigerd. Je kunt 24 uur niet betalen en geen kaart toevoegen.',
  },
} as const satisfies Record<string, ErrorEntry>

import type { ErrorEntry } from '../error-kinds.ts'

/**
 * What only somebody meets who asks for money. No part of what every page loads: `add-asking-errors.ts` adds it to the catalogue,
 * for the server with the contract, and for a browser with the dialog that asks.
 */
export const ASKING_ERRORS = {
  AMOUNT_BELOW_LEAST: {
    status: 400,
    kind: 'PAYMENT_ERROR',
    en: 'This is less than can be asked for: the fee would take all of it, or it is below the minimum',
    nl: 'Dit is minder dan je kunt vragen: de kosten zouden alles opmaken, of het is onder het minimum',
  },
} as const satisfies Record<string, ErrorEntry>

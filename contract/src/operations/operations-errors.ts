import type { ErrorEntry } from '../error-kinds.ts'

/** What can go wrong with running the site; part of the catalogue in `errors.ts`. */
export const OPERATIONS_ERRORS = {
  ROLE_NEEDED: {
    status: 403,
    kind: 'PERMISSION_DENIED',
    en: 'Your role does not allow this',
    nl: 'Je rol staat dit niet toe',
  },
  NO_SUCH_ACCOUNT: {
    status: 404,
    kind: 'NOT_FOUND',
    en: 'No account has this address',
    nl: 'Geen account heeft dit adres',
  },
  ACCOUNT_NOT_CONFIRMED: {
    status: 409,
    kind: 'REQUEST_ERROR',
    en: 'This address is not confirmed yet, so it may be somebody else’s',
    nl: 'Dit adres is nog niet bevestigd, en kan dus van iemand anders zijn',
  },
  LAST_OWNER: {
    status: 409,
    kind: 'REQUEST_ERROR',
    en: 'This is the only owner. Add another one first.',
    nl: 'Dit is de enige eigenaar. Voeg eerst een andere toe.',
  },
} as const satisfies Record<string, ErrorEntry>

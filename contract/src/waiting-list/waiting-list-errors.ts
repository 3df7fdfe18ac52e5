import type { ErrorEntry } from '../errors/error-kinds.ts'

export const WAITING_LIST_ERRORS = {
  WAITING_NAME_INVALID: {
    status: 400,
    kind: 'WAITING_LIST_ERROR',
    en: 'Name contains invalid characters',
    nl: 'De naam bevat ongeldige tekens',
  },
  CONSENT_REQUIRED: {
    status: 400,
    kind: 'WAITING_LIST_ERROR',
    en: 'You must agree to be contacted.',
    nl: 'Je moet ermee instemmen dat we contact met je opnemen.',
  },
  WAITING_LIST_CLOSED: {
    status: 403,
    kind: 'WAITING_LIST_ERROR',
    en: 'The waiting list is closed',
    nl: 'De wachtlijst is gesloten',
  },
  INVITATION_INVALID: {
    status: 400,
    kind: 'WAITING_LIST_ERROR',
    en: 'This invitation was used, has expired, or is not for you',
    nl: 'Deze uitnodiging is gebruikt, verlopen of niet voor jou',
  },
  WAITING_LIST_FAILED: {
    status: 500,
    kind: 'WAITING_LIST_ERROR',
    en: 'Failed to join the waiting list',
    nl: 'Aanmelden voor de wachtlijst is niet gelukt',
  },
} as const satisfies Record<string, ErrorEntry>

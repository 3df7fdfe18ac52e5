import type { ErrorEntry } from '../errors/error-kinds.ts'

/** Errors of reviews. The review form adds these errors to the catalogue (`registerErrorTexts`). */
export const REVIEW_ERRORS = {
  RATING_INVALID: {
    status: 400,
    kind: 'VALIDATION_ERROR',
    en: 'Choose 1 to 5 stars',
    nl: 'Kies 1 tot 5 sterren',
  },
  REVIEW_WITHOUT_PAYMENT: {
    status: 403,
    kind: 'PERMISSION_DENIED',
    en: 'Only people who paid this expert can write a review',
    nl: 'Alleen wie deze expert heeft betaald, kan een review schrijven',
  },
  REVIEW_TOO_LATE: {
    status: 409,
    kind: 'REQUEST_ERROR',
    en: 'You can write or change a review up to 30 days after paying',
    nl: 'Je kunt een review schrijven of wijzigen tot 30 dagen na je betaling',
  },
  REVIEW_OF_SELF: {
    status: 400,
    kind: 'REQUEST_ERROR',
    en: 'You cannot review yourself',
    nl: 'Je kunt geen review over jezelf schrijven',
  },
  /** This text does not reveal which of the two people blocked the other. */
  REVIEW_UNAVAILABLE: {
    status: 409,
    kind: 'REQUEST_ERROR',
    en: 'You cannot review this person now',
    nl: 'Je kunt nu geen review over deze persoon schrijven',
  },
  REVIEW_REMOVED: {
    status: 409,
    kind: 'REQUEST_ERROR',
    en: 'We removed this review. You cannot change it.',
    nl: 'We hebben deze review verwijderd. Je kunt hem niet wijzigen.',
  },
  REVIEW_NOT_FOUND: {
    status: 404,
    kind: 'NOT_FOUND',
    en: 'This review no longer exists',
    nl: 'Deze review bestaat niet meer',
  },
  REVIEW_ANSWERED: {
    status: 409,
    kind: 'REQUEST_ERROR',
    en: 'You already answered this review',
    nl: 'Je hebt al op deze review gereageerd',
  },
} as const satisfies Record<string, ErrorEntry>

import type { APPOINTMENT_ERRORS } from './appointments/appointment-errors.ts'
import { AUTH_ERRORS } from './auth/auth-errors.ts'
import { CHAT_ERRORS } from './chat/chat-errors.ts'
import { CONNECTION_REQUEST_ERRORS } from './connection-requests/connection-request-errors.ts'
import type { ErrorEntry, ErrorKind } from './errors/error-kinds.ts'
import type { Language } from './languages.ts'
import { NOTIFICATION_ERRORS } from './notifications/notification-errors.ts'
import type { OPERATIONS_ERRORS } from './operations/operations-errors.ts'
import { PAYMENT_ERRORS } from './payments/payment-errors.ts'
import { PROFILE_ERRORS } from './profiles/profile-errors.ts'
import type { REVIEW_ERRORS } from './reviews/review-errors.ts'
import { SAFETY_ERRORS } from './safety/safety-errors.ts'
import { WAITING_LIST_ERRORS } from './waiting-list/waiting-list-errors.ts'

const COMMON_ERRORS = {
  UNEXPECTED: {
    status: 500,
    kind: 'UNKNOWN_ERROR',
    en: 'An unexpected error occurred',
    nl: 'Er is een onverwachte fout opgetreden',
  },
  NETWORK: {
    status: 503,
    kind: 'NETWORK_ERROR',
    en: 'Network error. Please try again.',
    nl: 'Netwerkfout. Probeer het opnieuw.',
  },
  UNAVAILABLE: {
    status: 503,
    kind: 'NETWORK_ERROR',
    en: 'We are briefly unavailable. Please try again.',
    nl: 'We zijn even niet bereikbaar. Probeer het opnieuw.',
  },
  INVALID_INPUT: {
    status: 400,
    kind: 'VALIDATION_ERROR',
    en: 'Some of the information is not valid',
    nl: 'Een deel van de gegevens klopt niet',
  },
  TOO_LARGE: {
    status: 413,
    kind: 'VALIDATION_ERROR',
    en: 'You are sending too much data at once',
    nl: 'Je verstuurt te veel gegevens in één keer',
  },
  NOT_FOUND: { status: 404, kind: 'NOT_FOUND', en: 'Not found', nl: 'Niet gevonden' },
  FORBIDDEN: {
    status: 403,
    kind: 'PERMISSION_DENIED',
    en: 'You are not allowed to do this',
    nl: 'Je mag dit niet doen',
  },
  TOO_MANY_ATTEMPTS: {
    status: 429,
    kind: 'AUTH_ERROR',
    en: 'Too many attempts. Please try again later.',
    nl: 'Te veel pogingen. Probeer het later opnieuw.',
  },
  TOO_MANY_CONNECTIONS: {
    status: 429,
    kind: 'NETWORK_ERROR',
    en: 'You have this site open in many tabs. This tab is updated a little later.',
    nl: 'Je hebt deze site in veel tabbladen open. Dit tabblad wordt iets later bijgewerkt.',
  },

  FIELD_REQUIRED: { status: 400, kind: 'VALIDATION_ERROR', en: 'This field is required', nl: 'Dit veld is verplicht' },
  TEXT_TOO_LONG: { status: 400, kind: 'VALIDATION_ERROR', en: 'This text is too long', nl: 'Deze tekst is te lang' },
  TEXT_INVALID: {
    status: 400,
    kind: 'VALIDATION_ERROR',
    en: 'This text contains invalid characters',
    nl: 'Deze tekst bevat ongeldige tekens',
  },

  ONLY_MARKUP: {
    status: 400,
    kind: 'VALIDATION_ERROR',
    en: 'Nothing would be left: markup is removed. Put code between back-ticks (`) to keep it.',
    nl: 'Er zou niets overblijven: opmaak wordt verwijderd. Zet code tussen backticks (`) om die te bewaren.',
  },

  ...AUTH_ERRORS,
  ...PROFILE_ERRORS,
  ...WAITING_LIST_ERRORS,
  ...CONNECTION_REQUEST_ERRORS,
  ...CHAT_ERRORS,
  ...PAYMENT_ERRORS,
  ...NOTIFICATION_ERRORS,
  ...SAFETY_ERRORS,
} as const satisfies Record<string, ErrorEntry>

/** All errors. Their English texts follow spec 5 and 8. `registerErrorTexts` adds the errors of `LateErrors`. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a screen that can show a late error adds it first
export const ERRORS = { ...COMMON_ERRORS } as typeof COMMON_ERRORS & LateErrors

type LateErrors = typeof OPERATIONS_ERRORS & typeof REVIEW_ERRORS & typeof APPOINTMENT_ERRORS

export function registerErrorTexts(errors: Partial<LateErrors>): void {
  Object.assign(ERRORS, errors)
}

export type ErrorCode = keyof typeof ERRORS

export interface ErrorData {
  kind: ErrorKind
  field?: string | undefined
  retry_after_s?: number | undefined
}

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(ERRORS, value)
}

export function getErrorText(code: ErrorCode, language: Language): string {
  return ERRORS[code][language]
}

/** Expected refusal by a rule. HTTP and the socket return its declared error. It is never logged as a crash. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly field: string | undefined
  readonly retryAfterS: number | undefined

  constructor(code: ErrorCode, field?: string, retryAfterS?: number) {
    super(ERRORS[code].en)
    this.name = 'Refusal'
    this.code = code
    this.field = field
    this.retryAfterS = retryAfterS
  }
}

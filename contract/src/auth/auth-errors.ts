import type { ErrorEntry } from '../error-kinds.ts'

/** What can go wrong with signing in; part of the catalogue in `errors.ts`. */
export const AUTH_ERRORS = {
  NO_SESSION: { status: 401, kind: 'AUTH_ERROR', en: 'No authenticated user', nl: 'Je bent niet ingelogd' },
  AUTHENTICATION_FAILED: {
    status: 401,
    kind: 'AUTH_ERROR',
    en: 'Authentication failed',
    nl: 'Inloggen is niet gelukt',
  },
  WRONG_CREDENTIALS: {
    status: 401,
    kind: 'AUTH_ERROR',
    en: 'Authentication failed. Check your email address and password.',
    nl: 'Inloggen is niet gelukt. Controleer je e-mailadres en wachtwoord.',
  },
  EMAIL_TAKEN: {
    status: 422,
    kind: 'AUTH_ERROR',
    en: 'There is already an account with this email address. Log in instead.',
    nl: 'Er is al een account met dit e-mailadres. Log in.',
  },
  EMAIL_INVALID: {
    status: 400,
    kind: 'VALIDATION_ERROR',
    en: 'Please enter a valid email address',
    nl: 'Vul een geldig e-mailadres in',
  },
  EMAIL_REQUIRED: { status: 400, kind: 'VALIDATION_ERROR', en: 'Email is required', nl: 'E-mailadres is verplicht' },
  EMAIL_UNCHANGED: {
    status: 400,
    kind: 'VALIDATION_ERROR',
    en: 'That is your email address already',
    nl: 'Dat is je e-mailadres al',
  },
  PASSWORD_WEAK: { status: 400, kind: 'VALIDATION_ERROR', en: 'Password is too weak', nl: 'Wachtwoord is te zwak' },
  PASSWORD_TOO_SHORT: {
    status: 400,
    kind: 'VALIDATION_ERROR',
    en: 'Password must contain at least 8 characters, including uppercase, lowercase, numbers, and special characters',
    nl: 'Het wachtwoord moet minstens 8 tekens hebben, met hoofdletters, kleine letters, cijfers en speciale tekens',
  },
  PASSWORD_COMMON: {
    status: 400,
    kind: 'VALIDATION_ERROR',
    en: 'This password is one of the first that are guessed. Please choose another one.',
    nl: 'Dit wachtwoord wordt als een van de eerste geraden. Kies een ander.',
  },
  PASSWORD_TOO_LONG: {
    status: 400,
    kind: 'VALIDATION_ERROR',
    en: 'Password must have at most 128 characters',
    nl: 'Wachtwoord mag hoogstens 128 tekens hebben',
  },

  PASSWORDS_DIFFER: {
    status: 400,
    kind: 'VALIDATION_ERROR',
    en: 'Passwords do not match',
    nl: 'De wachtwoorden zijn niet gelijk',
  },
  WRONG_PASSWORD: {
    status: 403,
    kind: 'AUTH_ERROR',
    en: 'The current password is wrong',
    nl: 'Het huidige wachtwoord klopt niet',
  },
  PASSWORD_NEEDED: {
    status: 403,
    kind: 'AUTH_ERROR',
    en: 'Enter the password of this account',
    nl: 'Vul het wachtwoord van dit account in',
  },
  NO_PASSWORD: {
    status: 409,
    kind: 'AUTH_ERROR',
    en: 'This account has no password yet. Ask for a reset link to set one.',
    nl: 'Dit account heeft nog geen wachtwoord. Vraag een resetlink aan om er een in te stellen.',
  },
  RESET_CODE_INVALID: {
    status: 400,
    kind: 'AUTH_ERROR',
    en: 'Invalid or expired reset link. Please request a new one.',
    nl: 'Ongeldige of verlopen resetlink. Vraag een nieuwe aan.',
  },
  RESET_FAILED: {
    status: 500,
    kind: 'AUTH_ERROR',
    en: 'Failed to reset password. Please try again.',
    nl: 'Het wachtwoord opnieuw instellen is niet gelukt. Probeer het opnieuw.',
  },
  VERIFICATION_CODE_INVALID: {
    status: 400,
    kind: 'AUTH_ERROR',
    en: 'Invalid or expired confirmation link. Please request a new one.',
    nl: 'Ongeldige of verlopen bevestigingslink. Vraag een nieuwe aan.',
  },
  SESSION_NOT_FOUND: {
    status: 404,
    kind: 'NOT_FOUND',
    en: 'This device is no longer logged in',
    nl: 'Dit apparaat is niet meer ingelogd',
  },
  GOOGLE_UNAVAILABLE: {
    status: 503,
    kind: 'AUTH_ERROR',
    en: 'Google sign-in is not available right now',
    nl: 'Inloggen met Google is nu niet mogelijk',
  },
  GOOGLE_POPUP_BLOCKED: {
    status: 400,
    kind: 'AUTH_ERROR',
    en: 'Your browser blocked the Google window. Allow pop-ups for this site and try again.',
    nl: 'Je browser heeft het Google-venster geblokkeerd. Sta pop-ups voor deze site toe en probeer het opnieuw.',
  },
  GOOGLE_CANCELLED: {
    status: 400,
    kind: 'AUTH_ERROR',
    en: 'Google sign-in was cancelled',
    nl: 'Inloggen met Google is geannuleerd',
  },
  GOOGLE_EMAIL_OF_ANOTHER: {
    status: 409,
    kind: 'AUTH_ERROR',
    en: 'This email address has an account that another Google account is used for. Is the address yours? Then reset the password of the account first.',
    nl: 'Dit e-mailadres heeft een account waarvoor een ander Google-account wordt gebruikt. Is het adres van jou? Stel dan eerst een nieuw wachtwoord in voor het account.',
  },
  GOOGLE_JOIN_EXPIRED: {
    status: 400,
    kind: 'AUTH_ERROR',
    en: 'This took too long. Continue with Google again.',
    nl: 'Dit duurde te lang. Ga opnieuw door met Google.',
  },
  GOOGLE_EMAIL_UNVERIFIED: {
    status: 403,
    kind: 'AUTH_ERROR',
    en: 'Google has not verified this email address',
    nl: 'Google heeft dit e-mailadres niet geverifieerd',
  },
} as const satisfies Record<string, ErrorEntry>

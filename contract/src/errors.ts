/* oxlint-disable max-lines -- a catalogue is looked things up in: it is one list, however long */
import type { ErrorEntry, ErrorKind } from './error-kinds.ts'
import type { Language } from './languages.ts'
import { PAYMENT_ERRORS } from './payments/payment-errors.ts'

/**
 * Every refusal and failure a person can meet: its stable code, HTTP status, spec kind and text.
 * English is the spec's wording (spec 5 and 8) where the spec has one.
 */
export const ERRORS = {
  // Anything
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
    en: 'Kundig is briefly unavailable. Please try again.',
    nl: 'Kundig is even niet bereikbaar. Probeer het opnieuw.',
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
    en: 'That is too much to send at once',
    nl: 'Dit is te veel om in één keer te versturen',
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

  // Fields
  FIELD_REQUIRED: { status: 400, kind: 'VALIDATION_ERROR', en: 'This field is required', nl: 'Dit veld is verplicht' },
  TEXT_TOO_LONG: { status: 400, kind: 'VALIDATION_ERROR', en: 'This text is too long', nl: 'Deze tekst is te lang' },
  TEXT_INVALID: {
    status: 400,
    kind: 'VALIDATION_ERROR',
    en: 'This text contains invalid characters',
    nl: 'Deze tekst bevat ongeldige tekens',
  },

  // Sign-in
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
  PASSWORD_WEAK: { status: 400, kind: 'VALIDATION_ERROR', en: 'Password is too weak', nl: 'Wachtwoord is te zwak' },
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
    en: 'The current password is not right',
    nl: 'Het huidige wachtwoord klopt niet',
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
  GOOGLE_EMAIL_HAS_PASSWORD: {
    status: 409,
    kind: 'AUTH_ERROR',
    en: 'This email address already has an account with a password. Log in with your password.',
    nl: 'Dit e-mailadres heeft al een account met een wachtwoord. Log in met je wachtwoord.',
  },
  GOOGLE_EMAIL_UNVERIFIED: {
    status: 403,
    kind: 'AUTH_ERROR',
    en: 'Google has not verified this email address',
    nl: 'Google heeft dit e-mailadres niet geverifieerd',
  },

  // Profiles
  NAME_REQUIRED: { status: 400, kind: 'PROFILE_ERROR', en: 'Name is required', nl: 'Naam is verplicht' },
  NAME_INVALID: {
    status: 400,
    kind: 'PROFILE_ERROR',
    en: 'Name contains invalid characters. Only letters, spaces, hyphens, apostrophes, and periods are allowed.',
    nl: 'De naam bevat ongeldige tekens. Alleen letters, spaties, koppeltekens, apostrofs en punten zijn toegestaan.',
  },
  NAME_TOO_LONG: {
    status: 400,
    kind: 'PROFILE_ERROR',
    en: 'Name must have at most 100 characters',
    nl: 'De naam mag hoogstens 100 tekens hebben',
  },
  BIO_TOO_LONG: {
    status: 400,
    kind: 'PROFILE_ERROR',
    en: 'Bio must have at most 500 characters',
    nl: 'De bio mag hoogstens 500 tekens hebben',
  },
  CATEGORY_REQUIRED: { status: 400, kind: 'PROFILE_ERROR', en: 'Please select a category', nl: 'Kies een categorie' },
  CATEGORY_REQUIRED_ON_FORM: {
    status: 400,
    kind: 'PROFILE_ERROR',
    en: 'Category is required',
    nl: 'Categorie is verplicht',
  },
  CATEGORY_TOO_LONG: {
    status: 400,
    kind: 'PROFILE_ERROR',
    en: 'A category of your own must have at most 100 characters',
    nl: 'Een eigen categorie mag hoogstens 100 tekens hebben',
  },
  PROFILE_NOT_FOUND: { status: 404, kind: 'NOT_FOUND', en: 'Profile not found', nl: 'Profiel niet gevonden' },
  PROFILE_NOT_PUBLIC: {
    status: 403,
    kind: 'PERMISSION_DENIED',
    en: 'Profile is not public',
    nl: 'Dit profiel is niet openbaar',
  },
  PROFILE_REQUIRED: {
    status: 403,
    kind: 'PROFILE_ERROR',
    en: 'Complete your profile first',
    nl: 'Maak eerst je profiel af',
  },
  PROFILES_FETCH_FAILED: {
    status: 500,
    kind: 'PROFILE_ERROR',
    en: 'Failed to fetch profiles.',
    nl: 'Profielen ophalen is niet gelukt.',
  },
  PROFILE_FETCH_FAILED: {
    status: 500,
    kind: 'PROFILE_ERROR',
    en: 'Failed to fetch profile.',
    nl: 'Profiel ophalen is niet gelukt.',
  },
  PROFILE_SAVE_FAILED: {
    status: 500,
    kind: 'PROFILE_ERROR',
    en: 'Failed to save profile',
    nl: 'Profiel opslaan is niet gelukt',
  },
  IMAGE_REQUIRED: {
    status: 400,
    kind: 'VALIDATION_ERROR',
    en: 'Please select an image file',
    nl: 'Kies een afbeelding',
  },
  IMAGE_HEIC: {
    status: 415,
    kind: 'VALIDATION_ERROR',
    en: 'This iPhone photo (HEIC) cannot be opened here. Save it as JPEG and try again.',
    nl: 'Deze iPhone-foto (HEIC) kan hier niet worden geopend. Bewaar hem als JPEG en probeer het opnieuw.',
  },
  IMAGE_TOO_LARGE: {
    status: 413,
    kind: 'VALIDATION_ERROR',
    en: 'This image is too large. Choose one of at most 25 MB.',
    nl: 'Deze afbeelding is te groot. Kies er een van hoogstens 25 MB.',
  },
  IMAGE_TOO_MANY_PIXELS: {
    status: 413,
    kind: 'VALIDATION_ERROR',
    en: 'This image has too many pixels. Choose a smaller one.',
    nl: 'Deze afbeelding heeft te veel pixels. Kies een kleinere.',
  },
  IMAGE_UNREADABLE: {
    status: 400,
    kind: 'PROFILE_ERROR',
    en: 'Failed to process image',
    nl: 'Afbeelding verwerken is niet gelukt',
  },

  // Waiting list
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
  WAITING_LIST_FAILED: {
    status: 500,
    kind: 'WAITING_LIST_ERROR',
    en: 'Failed to join the waiting list',
    nl: 'Aanmelden voor de wachtlijst is niet gelukt',
  },

  // Connection requests
  MESSAGE_EMPTY: {
    status: 400,
    kind: 'REQUEST_ERROR',
    en: 'Message cannot be empty',
    nl: 'Het bericht mag niet leeg zijn',
  },
  MESSAGE_TOO_LONG: {
    status: 400,
    kind: 'VALIDATION_ERROR',
    en: 'Message must have at most 2,000 characters',
    nl: 'Het bericht mag hoogstens 2.000 tekens hebben',
  },
  MESSAGE_INVALID: {
    status: 400,
    kind: 'CHAT_ERROR',
    en: 'Message contains invalid characters',
    nl: 'Het bericht bevat ongeldige tekens',
  },
  REQUEST_TO_SELF: {
    status: 400,
    kind: 'REQUEST_ERROR',
    en: 'You cannot send a request to yourself',
    nl: 'Je kunt jezelf geen verzoek sturen',
  },
  REQUEST_PENDING: {
    status: 409,
    kind: 'REQUEST_ERROR',
    en: 'You already have a pending request with this person',
    nl: 'Je hebt al een openstaand verzoek bij deze persoon',
  },
  REQUEST_NOT_FOUND: { status: 404, kind: 'NOT_FOUND', en: 'Request not found', nl: 'Verzoek niet gevonden' },
  REQUEST_DECIDED: {
    status: 409,
    kind: 'REQUEST_ERROR',
    en: 'This request has already been answered',
    nl: 'Dit verzoek is al beantwoord',
  },
  REQUEST_SEND_FAILED: {
    status: 500,
    kind: 'REQUEST_ERROR',
    en: 'Failed to send request',
    nl: 'Verzoek versturen is niet gelukt',
  },
  REQUEST_PROCESS_FAILED: {
    status: 500,
    kind: 'REQUEST_ERROR',
    en: 'Failed to process request',
    nl: 'Verzoek verwerken is niet gelukt',
  },

  // Chat
  ROOM_NOT_FOUND: { status: 404, kind: 'NOT_FOUND', en: 'Chat room not found', nl: 'Chat niet gevonden' },
  ROOM_CLOSED: {
    status: 409,
    kind: 'CHAT_ERROR',
    en: 'Cannot send messages in a closed chat',
    nl: 'In een gesloten chat kun je geen berichten sturen',
  },
  SEND_FAILED: {
    status: 500,
    kind: 'CHAT_ERROR',
    en: 'Failed to send message',
    nl: 'Bericht versturen is niet gelukt',
  },
  FILE_TOO_LARGE: {
    status: 413,
    kind: 'STORAGE_ERROR',
    en: 'File size exceeds 5MB limit',
    nl: 'Het bestand is groter dan 5 MB',
  },
  FILE_TYPE_INVALID: { status: 415, kind: 'STORAGE_ERROR', en: 'Invalid file type', nl: 'Ongeldig bestandstype' },
  FILE_EXTENSION_INVALID: {
    status: 415,
    kind: 'STORAGE_ERROR',
    en: 'Invalid file extension',
    nl: 'Ongeldige bestandsextensie',
  },
  UPLOAD_RATE_EXCEEDED: {
    status: 429,
    kind: 'STORAGE_ERROR',
    en: 'Upload rate limit exceeded',
    nl: 'Je stuurt te veel bestanden achter elkaar',
  },
  FILE_NOT_FOUND: { status: 404, kind: 'NOT_FOUND', en: 'File not found', nl: 'Bestand niet gevonden' },
  FILE_SEND_FAILED: {
    status: 503,
    kind: 'STORAGE_ERROR',
    en: 'Failed to send file',
    nl: 'Bestand versturen is niet gelukt',
  },
  CLOSE_FAILED: { status: 500, kind: 'CHAT_ERROR', en: 'Failed to close chat', nl: 'Chat sluiten is niet gelukt' },

  ...PAYMENT_ERRORS,
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof ERRORS

/** What an error carries besides its code: the spec's kind, and the field at fault where there is one. */
export interface ErrorData {
  kind: ErrorKind
  field?: string | undefined
}

/** Whether an untrusted string is one of our codes. */
export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(ERRORS, value)
}

/** The text of an error for a person, in their language. */
export function errorText(code: ErrorCode, language: Language): string {
  return ERRORS[code][language]
}

/**
 * An expected "no": a rule of the product refused what was asked. Services throw it; the edges (HTTP,
 * socket) turn it into the declared error. It is never logged as a crash.
 */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly field: string | undefined
  /** After how many seconds it is worth trying again, where that is known. */
  readonly retryAfterS: number | undefined

  constructor(code: ErrorCode, field?: string, retryAfterS?: number) {
    super(ERRORS[code].en)
    this.name = 'Refusal'
    this.code = code
    this.field = field
    this.retryAfterS = retryAfterS
  }
}

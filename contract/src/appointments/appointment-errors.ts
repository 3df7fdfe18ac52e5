import type { ErrorEntry } from '../errors/error-kinds.ts'

export const APPOINTMENT_ERRORS = {
  APPOINTMENT_PAST: {
    status: 400,
    kind: 'VALIDATION_ERROR',
    en: 'Choose a time in the future',
    nl: 'Kies een tijdstip in de toekomst',
  },
  APPOINTMENT_FAR: {
    status: 400,
    kind: 'VALIDATION_ERROR',
    en: 'Choose a time within a year',
    nl: 'Kies een tijdstip binnen een jaar',
  },
  APPOINTMENT_TWICE: {
    status: 400,
    kind: 'VALIDATION_ERROR',
    en: 'You chose this time twice',
    nl: 'Je hebt dit tijdstip twee keer gekozen',
  },
  CALL_LINK_INVALID: {
    status: 400,
    kind: 'VALIDATION_ERROR',
    en: 'Enter a link that begins with https://',
    nl: 'Vul een link in die begint met https://',
  },
  APPOINTMENT_NOT_FOUND: {
    status: 404,
    kind: 'NOT_FOUND',
    en: 'Appointment not found',
    nl: 'Afspraak niet gevonden',
  },
  APPOINTMENT_PARTNER_ONLY: {
    status: 403,
    kind: 'PERMISSION_DENIED',
    en: 'You proposed these times. Your contact chooses one.',
    nl: 'Jij hebt deze tijden voorgesteld. Je contact kiest er een.',
  },
  APPOINTMENT_ANSWERED: {
    status: 409,
    kind: 'CHAT_ERROR',
    en: 'Another time was already accepted',
    nl: 'Er is al een ander tijdstip gekozen',
  },
  APPOINTMENT_ENDED: {
    status: 409,
    kind: 'CHAT_ERROR',
    en: 'This appointment no longer takes place',
    nl: 'Deze afspraak gaat niet door',
  },
  APPOINTMENT_OVER: {
    status: 409,
    kind: 'CHAT_ERROR',
    en: 'This time has passed. Ask for new times.',
    nl: 'Dit tijdstip is voorbij. Vraag om nieuwe tijden.',
  },
} as const satisfies Record<string, ErrorEntry>

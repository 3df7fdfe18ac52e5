import type { ErrorEntry } from '../errors/error-kinds.ts'

export const NOTIFICATION_ERRORS = {
  TIME_ZONE_UNKNOWN: {
    status: 400,
    kind: 'VALIDATION_ERROR',
    en: 'Unknown time zone',
    nl: 'Onbekende tijdzone',
  },
  TIME_ZONE_REQUIRED: {
    status: 400,
    kind: 'VALIDATION_ERROR',
    en: 'Quiet hours need a time zone',
    nl: 'Voor stille uren is een tijdzone nodig',
  },
  QUIET_HOURS_ALL_DAY: {
    status: 400,
    kind: 'VALIDATION_ERROR',
    en: 'Quiet hours cannot last the whole day. To stop all notifications, switch everything off.',
    nl: 'Stille uren kunnen niet de hele dag duren. Wil je niets ontvangen, zet dan alles uit.',
  },
  PUSH_UNAVAILABLE: {
    status: 409,
    kind: 'REQUEST_ERROR',
    en: 'This site sends no push notifications',
    nl: 'Deze site verstuurt geen pushmeldingen',
  },
  PUSH_ENDPOINT_REFUSED: {
    status: 400,
    kind: 'VALIDATION_ERROR',
    en: 'This browser’s push service is not supported',
    nl: 'De pushdienst van deze browser wordt niet ondersteund',
  },
} as const satisfies Record<string, ErrorEntry>

import type { ErrorEntry } from '../errors/error-kinds.ts'

export const SAFETY_ERRORS = {
  /** Sent to blocked people. Everyone else receives it while a person accepts no requests, so it reveals no block. */
  NOT_TAKING_REQUESTS: {
    status: 409,
    kind: 'REQUEST_ERROR',
    en: 'This person is not taking requests right now',
    nl: 'Deze persoon neemt nu geen verzoeken aan',
  },
  BLOCKED_BY_YOU: {
    status: 409,
    kind: 'REQUEST_ERROR',
    en: 'You blocked this person',
    nl: 'Je hebt deze persoon geblokkeerd',
  },
  SUSPENDED: {
    status: 403,
    kind: 'PERMISSION_DENIED',
    en: 'Your account is suspended',
    nl: 'Je account is geschorst',
  },
  BANNED: {
    status: 403,
    kind: 'PERMISSION_DENIED',
    en: 'We banned your account',
    nl: 'Je bent uitgesloten van deze site',
  },
  BLOCK_OF_SELF: {
    status: 400,
    kind: 'REQUEST_ERROR',
    en: 'You cannot block yourself',
    nl: 'Je kunt jezelf niet blokkeren',
  },
  REPORT_OF_SELF: {
    status: 400,
    kind: 'REQUEST_ERROR',
    en: 'You cannot report yourself',
    nl: 'Je kunt jezelf niet melden',
  },
  /** Sent only to people who could see the removed subject. */
  REPORTED_IS_GONE: {
    status: 404,
    kind: 'NOT_FOUND',
    en: 'The content that you want to report no longer exists',
    nl: 'De inhoud die je wilt melden, bestaat niet meer',
  },
  STATEMENT_NOT_FOUND: {
    status: 404,
    kind: 'NOT_FOUND',
    en: 'There is no decision about you here that you can object to',
    nl: 'Er is geen besluit over jou waartegen je hier bezwaar kunt maken',
  },
  OBJECTED_ALREADY: {
    status: 409,
    kind: 'REQUEST_ERROR',
    en: 'You have already objected to this decision',
    nl: 'Je hebt al bezwaar gemaakt tegen dit besluit',
  },
  OBJECTION_TOO_LATE: {
    status: 409,
    kind: 'REQUEST_ERROR',
    en: 'This decision is more than six months old, so you cannot object to it',
    nl: 'Dit besluit is meer dan zes maanden oud. Bezwaar maken kan niet meer.',
  },
} as const satisfies Record<string, ErrorEntry>

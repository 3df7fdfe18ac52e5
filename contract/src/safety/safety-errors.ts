import type { ErrorEntry } from '../error-kinds.ts'

/** What can go wrong with keeping others away; part of the catalogue in `errors.ts`. */
export const SAFETY_ERRORS = {
  /** To whoever is blocked, and to everybody while a person takes none: nobody learns of a block from it. */
  NOT_TAKING_REQUESTS: {
    status: 409,
    kind: 'REQUEST_ERROR',
    en: 'This person is not taking requests now',
    nl: 'Deze persoon neemt nu geen verzoeken aan',
  },
  BLOCKED_BY_YOU: {
    status: 409,
    kind: 'REQUEST_ERROR',
    en: 'You blocked this person',
    nl: 'Je hebt deze persoon geblokkeerd',
  },
  BLOCK_OF_SELF: {
    status: 400,
    kind: 'REQUEST_ERROR',
    en: 'You cannot block yourself',
    nl: 'Je kunt jezelf niet blokkeren',
  },
} as const satisfies Record<string, ErrorEntry>

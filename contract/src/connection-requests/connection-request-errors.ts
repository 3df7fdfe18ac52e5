import type { ErrorEntry } from '../errors/error-kinds.ts'

export const CONNECTION_REQUEST_ERRORS = {
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
    en: 'You cannot send a question to yourself',
    nl: 'Je kunt jezelf geen vraag sturen',
  },
  REQUEST_PENDING: {
    status: 409,
    kind: 'REQUEST_ERROR',
    en: 'You already have a pending question with this person',
    nl: 'Je hebt al een openstaande vraag bij deze persoon',
  },
  REQUEST_NOT_FOUND: { status: 404, kind: 'NOT_FOUND', en: 'Request not found', nl: 'Verzoek niet gevonden' },
  REQUEST_DECIDED: {
    status: 409,
    kind: 'REQUEST_ERROR',
    en: 'This question has already been answered',
    nl: 'Deze vraag is al beantwoord',
  },
  REQUEST_WITHDRAWN: {
    status: 409,
    kind: 'REQUEST_ERROR',
    en: 'This question was withdrawn',
    nl: 'Deze vraag is ingetrokken',
  },
  REQUEST_EXPIRED: {
    status: 409,
    kind: 'REQUEST_ERROR',
    en: 'This question has expired',
    nl: 'Deze vraag is verlopen',
  },
  REQUEST_AGAIN_AFTER_REJECTION: {
    status: 409,
    kind: 'REQUEST_ERROR',
    en: 'You can ask this person again after 30 days',
    nl: 'Je kunt deze persoon na 30 dagen opnieuw een vraag sturen',
  },
  REQUEST_AGAIN_LATER: {
    status: 409,
    kind: 'REQUEST_ERROR',
    en: 'You can ask this person again after 7 days',
    nl: 'Je kunt deze persoon na 7 dagen opnieuw een vraag sturen',
  },
  REQUESTS_OF_TODAY_USED: {
    status: 429,
    kind: 'REQUEST_ERROR',
    en: 'You’ve reached today’s limit for questions',
    nl: 'Je hebt je limiet voor vragen van vandaag bereikt',
  },
  REQUESTS_OPEN_TOO_MANY: {
    status: 429,
    kind: 'REQUEST_ERROR',
    en: 'Too many of your questions are waiting for an answer',
    nl: 'Er wachten te veel vragen van je op antwoord',
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
} as const satisfies Record<string, ErrorEntry>

import type { ErrorEntry } from '../errors/error-kinds.ts'

export const CHAT_ERRORS = {
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
  MESSAGE_OLD: {
    status: 409,
    kind: 'CHAT_ERROR',
    en: 'You wrote this more than a day ago. Send it now?',
    nl: 'Je schreef dit meer dan een dag geleden. Nu versturen?',
  },
  MESSAGE_NOT_FOUND: { status: 404, kind: 'NOT_FOUND', en: 'Message not found', nl: 'Bericht niet gevonden' },
  MESSAGE_FIXED: {
    status: 409,
    kind: 'CHAT_ERROR',
    en: 'This message can’t be changed',
    nl: 'Dit bericht kun je niet veranderen',
  },
  MESSAGE_GONE: {
    status: 409,
    kind: 'CHAT_ERROR',
    en: 'This message was deleted',
    nl: 'Dit bericht is verwijderd',
  },
  EDIT_ENDED: {
    status: 409,
    kind: 'CHAT_ERROR',
    en: 'You can edit a message for 24 hours, while the chat is open',
    nl: 'Je kunt een bericht 24 uur bewerken, zolang de chat open is',
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
  UPLOADS_UNDER_WAY: {
    status: 429,
    kind: 'STORAGE_ERROR',
    en: 'Your other files are still being sent. Please try again in a moment.',
    nl: 'Je andere bestanden worden nog verstuurd. Probeer het zo opnieuw.',
  },
  FILE_NOT_FOUND: { status: 404, kind: 'NOT_FOUND', en: 'File not found', nl: 'Bestand niet gevonden' },
  FILE_SEND_FAILED: {
    status: 503,
    kind: 'STORAGE_ERROR',
    en: 'Failed to send file',
    nl: 'Bestand versturen is niet gelukt',
  },
  CLOSE_FAILED: { status: 500, kind: 'CHAT_ERROR', en: 'Failed to close chat', nl: 'Chat sluiten is niet gelukt' },
} as const satisfies Record<string, ErrorEntry>

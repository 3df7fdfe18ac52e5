/** Error kinds of the specification (spec 8). Each error code has one kind. */
export type ErrorKind =
  | 'UNKNOWN_ERROR'
  | 'VALIDATION_ERROR'
  | 'NETWORK_ERROR'
  | 'AUTH_ERROR'
  | 'NOT_FOUND'
  | 'PERMISSION_DENIED'
  | 'PAYMENT_ERROR'
  | 'STORAGE_ERROR'
  | 'CHAT_ERROR'
  | 'REQUEST_ERROR'
  | 'PROFILE_ERROR'
  | 'WAITING_LIST_ERROR'

export interface ErrorEntry {
  status: number
  kind: ErrorKind
  en: string
  nl: string
}

/** Guesses the kind of an error without a code from its text (spec 8). Declared errors have a code. */
export function guessErrorKind(text: string): ErrorKind {
  const lower = text.toLowerCase()
  if (/auth|permission|unauthorized/u.test(lower)) return 'AUTH_ERROR'
  if (/network|fetch|connection/u.test(lower)) return 'NETWORK_ERROR'
  if (/validation|invalid|required/u.test(lower)) return 'VALIDATION_ERROR'
  if (/not found|404/u.test(lower)) return 'NOT_FOUND'
  return 'UNKNOWN_ERROR'
}

import type { ErrorCode, Refusal } from '@kundig/contract/errors'
import { guessErrorKind } from '@kundig/contract/errors/error-kinds'

import { errorCatalogue } from './error-catalogue.ts'

export interface Failure {
  code: ErrorCode
  field: string | undefined
}

/** Recognises refusals also by their fields, because refusals in page data lack the class. */
export function isRefusal(error: unknown): error is Refusal {
  return error instanceof Error && error.name === 'Refusal'
}

/** Recognises a server error by its fields, to avoid loading the class. */
function isServerError(error: unknown): error is Error & { code: unknown; status: number; data: unknown } {
  return error instanceof Error && 'code' in error && 'status' in error && 'data' in error
}

/** Maps an error to a code with a text (spec 8). @param fallback code for unknown errors, such as "Failed to …" */
export function toFailure(error: unknown, fallback: ErrorCode = 'UNEXPECTED'): Failure {
  if (isRefusal(error)) return { code: error.code, field: error.field }
  if (isServerError(error)) {
    // Requests refused by a rate limit before they reach a procedure have no error code.
    if (error.status === 429) return { code: 'TOO_MANY_ATTEMPTS', field: undefined }
    const { data } = error
    const field = typeof data === 'object' && data !== null && 'field' in data ? data.field : undefined
    // Every call loads the catalogue before the answer arrives.
    const catalogue = errorCatalogue()
    const code = catalogue?.isErrorCode(error.code) && error.code !== 'UNEXPECTED' ? error.code : fallback
    return { code, field: typeof field === 'string' ? field : undefined }
  }
  if (error instanceof TypeError || (error instanceof DOMException && error.name !== 'AbortError')) {
    return { code: 'NETWORK', field: undefined }
  }
  const text = error instanceof Error ? error.message : ''
  return { code: guessErrorKind(text) === 'NETWORK_ERROR' ? 'NETWORK' : fallback, field: undefined }
}

/** True when a retry can help: the network or the server failed. */
export function isWorthRetrying(error: unknown): boolean {
  const { code } = toFailure(error)
  return (errorCatalogue()?.ERRORS[code].status ?? 500) >= 500
}

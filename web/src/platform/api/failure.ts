import type { ErrorCode, Refusal } from '@kundig/contract/errors'
import { guessErrorKind } from '@kundig/contract/errors/error-kinds'

import { errorCatalogue } from './error-catalogue.ts'

/** What went wrong with a call, in terms the interface can word. */
export interface Failure {
  code: ErrorCode
  /** The form field at fault, where the server named one. */
  field: string | undefined
}

/** Whether something was refused by a rule of ours, here or in what came with the page. Told by its shape, too. */
export function isRefusal(error: unknown): error is Refusal {
  return error instanceof Error && error.name === 'Refusal'
}

/** Whether an error is an answer of the server. Told by its shape: the class is not worth loading for it. */
function isAnswer(error: unknown): error is Error & { code: unknown; status: number; data: unknown } {
  return error instanceof Error && 'code' in error && 'status' in error && 'data' in error
}

/**
 * Reads any thrown value as a failure with a stable code. Text of an unknown error is never shown: it is
 * used only to guess whether the network was at fault (spec 8).
 * @param fallback the code for failures that say nothing a person can use (the screen's own "Failed to …")
 */
export function toFailure(error: unknown, fallback: ErrorCode = 'UNEXPECTED'): Failure {
  if (isRefusal(error)) return { code: error.code, field: error.field }
  if (isAnswer(error)) {
    // A limit in front of the procedures answers without a code of ours.
    if (error.status === 429) return { code: 'TOO_MANY_ATTEMPTS', field: undefined }
    const { data } = error
    const field = typeof data === 'object' && data !== null && 'field' in data ? data.field : undefined
    // Whoever was answered has the catalogue.
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

/** Whether trying the same call again can help: the network or the server failed, no rule said no. */
export function isWorthRetrying(error: unknown): boolean {
  const { code } = toFailure(error)
  return (errorCatalogue()?.ERRORS[code].status ?? 500) >= 500
}

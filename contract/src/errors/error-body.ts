import { type ErrorCode, type ErrorData, ERRORS } from '../errors.ts'

/** One of the catalogue's errors in the shape that every API error has. */
export function errorBody(code: ErrorCode, field?: string, retryAfterS?: number) {
  const { status, en, kind } = ERRORS[code]
  const data: ErrorData = {
    kind,
    ...(field === undefined ? {} : { field }),
    ...(retryAfterS === undefined ? {} : { retry_after_s: retryAfterS }),
  }
  return { defined: true, code, status, message: en, data }
}

import { type ErrorCode, type ErrorData, ERRORS } from '../errors.ts'

export function buildErrorBody(code: ErrorCode, field?: string, retryAfterS?: number) {
  const { status, en, kind } = ERRORS[code]
  const data: ErrorData = {
    kind,
    ...(field === undefined ? {} : { field }),
    ...(retryAfterS === undefined ? {} : { retry_after_s: retryAfterS }),
  }
  return { defined: true, code, status, message: en, data }
}

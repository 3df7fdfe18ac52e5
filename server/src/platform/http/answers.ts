import { ORPCError, ValidationError } from '@orpc/server'

import { type ErrorCode, type ErrorData, isErrorCode, Refusal } from '@kundig/contract/errors'
import { buildErrorBody } from '@kundig/contract/errors/error-body'
import { readIssueCode } from '@kundig/contract/schemas'

import { isDatabaseUnavailable, describeUnavailability } from '../database/database.ts'
import type { Logger } from '../logging/logger.ts'

type Answer = ORPCError<ErrorCode, ErrorData>

function createErrorAnswer(code: ErrorCode, field?: string, retryAfterS?: number): Answer {
  const { status, message, data } = buildErrorBody(code, field, retryAfterS)
  return new ORPCError(code, { status, message, data })
}

function findField(path: readonly unknown[] | undefined): string | undefined {
  const first = path?.[0]
  const key = typeof first === 'object' && first !== null && 'key' in first ? first.key : first
  return typeof key === 'string' ? key : undefined
}

/** Returns the refusal for the first broken rule, or the general refusal for a wrong shape. */
export function createInputRefusal(
  issues: readonly { message: string; path?: readonly unknown[] | undefined }[],
): Refusal {
  for (const issue of issues) {
    const code = readIssueCode(issue)
    if (code) return new Refusal(code, findField(issue.path))
  }
  return new Refusal('INVALID_INPUT', findField(issues[0]?.path))
}

export function findIssues(error: unknown): readonly object[] {
  return isOrpcError(error) && error.cause instanceof ValidationError && error.code === 'BAD_REQUEST'
    ? error.cause.issues
    : []
}

/** Converts an error into an answer with a stable code. Logs crashes with their stack, but no refusals. */
export function toErrorAnswer(
  error: unknown,
  logger: Logger,
  context: Record<string, unknown>,
): ORPCError<string, unknown> {
  if (error instanceof Refusal) return createErrorAnswer(error.code, error.field, error.retryAfterS)
  if (isOrpcError(error)) {
    if (error.cause instanceof ValidationError && error.code === 'BAD_REQUEST') {
      const refusal = createInputRefusal(error.cause.issues)
      return createErrorAnswer(refusal.code, refusal.field)
    }
    if (error.code === 'BAD_REQUEST') return createErrorAnswer('INVALID_INPUT')
    if (isErrorCode(error.code) || error.status < 500) return error
  }
  if (isDatabaseUnavailable(error)) {
    logger.warn({ ...context, reason: describeUnavailability(error) }, 'database unavailable')
    return createErrorAnswer('UNAVAILABLE')
  }
  logger.error({ ...context, err: omitParameters(error) }, 'unexpected error')
  return createErrorAnswer('UNEXPECTED')
}

function isOrpcError(error: unknown): error is ORPCError<string, unknown> {
  return error instanceof ORPCError
}

/** Removes a failed query's parameters, which can be messages or addresses. */
export function omitParameters(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: 'not an Error' }
  const cause =
    error.cause instanceof Error
      ? { name: error.cause.name, message: error.cause.message, code: (error.cause as NodeJS.ErrnoException).code }
      : undefined
  const message = error.message.split('\nparams:')[0]
  const stack = error.stack
    ?.split('\n')
    .filter((line) => line.trimStart().startsWith('at '))
    .join('\n')
  return { name: error.name, message, stack, cause }
}

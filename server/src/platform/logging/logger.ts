import { pino } from 'pino'

export type Logger = pino.Logger

/**
 * The structured log, one JSON object a line on standard error (standard output is for the person who
 * started the server). It never holds message text, email addresses, tokens or cookies: callers log ids.
 */
export function createLogger(level: pino.LevelWithSilent): Logger {
  return pino(
    { level, base: null, redact: ['req.headers', 'headers', 'email', 'content', 'password', 'token'] },
    pino.destination(2),
  )
}

/**
 * Describes an error for the log: its name, and its code or that of its cause (`ECONNREFUSED`, an SQLSTATE). Its message may
 * contain what people wrote.
 */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code = findCode(error)
  return code === undefined ? error.name : `${error.name} ${code}`
}

function findCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  return 'code' in error && typeof error.code === 'string' ? error.code : findCode(error.cause)
}

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

/** What may be logged of whatever was thrown: its name. Its message may hold what people wrote. */
export function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown'
}

import { pino } from 'pino'
import { prettyFactory } from 'pino-pretty'

export type Logger = pino.Logger
export type LogFormat = 'text' | 'json'

/** Logs to standard error. Callers log ids, never message texts, email addresses, tokens or cookies. */
export function createLogger(
  level: pino.LevelWithSilent,
  format: LogFormat = 'json',
  destination: pino.DestinationStream = pino.destination(2),
): Logger {
  return pino(
    { level, base: null, redact: ['req.headers', 'headers', 'email', 'content', 'password', 'token'] },
    format === 'json' ? destination : createTextDestination(destination),
  )
}

/** Writes `21:04:31 WARN: job failed (Error ECONNREFUSED) {"queue":"mail"}`. */
function createTextDestination(destination: pino.DestinationStream): pino.DestinationStream {
  // The log is written synchronously, so that the last lines before a crash are not lost.
  const toLine = prettyFactory({
    translateTime: 'SYS:HH:MM:ss',
    customPrettifiers: { time: String },
    ignore: 'part,reason',
    singleLine: true,
    // Only `err` is an error object; a field `error` has only a word or two, and stays on the line.
    errorLikeObjectKeys: ['err'],
    messageFormat: ({ msg, reason }) => {
      const text = typeof msg === 'string' ? msg : ''
      const because = typeof reason === 'string' && reason !== '' ? ` (${reason})` : ''
      // Messages of other programs may contain line breaks and colour codes.
      return (text + because).replaceAll(/\p{Cc}+/gu, ' ')
    },
  })
  return { write: (entry) => destination.write(toLine(entry)) }
}

/** Returns name and code (`ECONNREFUSED`, an SQLSTATE): a message may contain people's texts. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code = findErrorCode(error)
  return code === undefined ? error.name : `${error.name} ${code}`
}

function findErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  return 'code' in error && typeof error.code === 'string' ? error.code : findErrorCode(error.cause)
}

import { isErrorCode } from '@kundig/contract/errors'

import type { Report } from './report.ts'

/** Patterns of leaks in answers: stack traces, our folders, our SQL, error texts of Node or PostgreSQL. */
const LEAKS: readonly [string, RegExp][] = [
  ['a stack trace', /(?:^|\\n|\n)\s*at (?:async )?\S+ ?\(?(?:file:|node:|\/)\S+:\d+:\d+/u],
  ['a path of the server', /node_modules\/|node:internal|\/server\/src\/|\/platform\/(?:http|database)\//u],
  ['SQL', /\b(?:select|insert|update|delete)\b[^.]{0,80}\b(?:from|into|set)\b[^.]{0,40}"(?:\w+)"/iu],
  ['PostgreSQL’s words', /syntax error at or near|violates \w+ constraint|invalid byte sequence|pg_catalog|SQLSTATE/u],
  ['an engine’s words', /\b(?:SyntaxError|TypeError|RangeError|ECONNREFUSED|ENOENT)\b|Unexpected token/u],
]

/** Names of fields with secrets, whose values must not be in a log. */
const SECRET_FIELDS =
  /^(?:email|password|current_password|new_password|content|message|bio|full_name|description|code|clientSecret|client_secret)$/u
const SECRET_LENGTH = 10

export interface Watch {
  secrets: ReadonlySet<string>
  judge: (what: string, status: number, type: string, body: string) => void
}

/** Checks every answer of the attacked servers, and collects secrets for the search of logs. */
export function watchAnswers(report: Report, isTarget: (url: URL) => boolean): Watch {
  const secrets = new Set<string>()
  const plainFetch = globalThis.fetch

  const addSecret = (text: string): void => {
    if (text.length >= SECRET_LENGTH) secrets.add(text)
  }
  const collect = (value: unknown, depth = 0): void => {
    if (typeof value !== 'object' || value === null || depth > 6) return
    for (const [name, held] of Object.entries(value)) {
      if (typeof held === 'string' && SECRET_FIELDS.test(name)) {
        if (!isErrorCode(held)) addSecret(held)
      } else collect(held, depth + 1)
    }
  }
  const collectJson = (text: string): void => {
    if (text.length > 1_000_000 || !/^\s*[[{]/u.test(text)) return
    try {
      collect(JSON.parse(text))
    } catch {
      // A text that is not JSON has no fields to collect.
    }
  }

  const judge: Watch['judge'] = (what, status, type, body) => {
    // A busy server may answer 503 with the code UNAVAILABLE.
    const isStated503 = status === 503 && body.includes('"UNAVAILABLE"')
    if (status >= 500 && !isStated503) report.violation(`${status} from ${what}: ${body.slice(0, 160)}`)
    if (!/json|text\/(?:plain|html)/u.test(type)) return
    for (const [name, pattern] of LEAKS) {
      const found = pattern.exec(body)
      if (found) report.violation(`${name} from ${what}: ${found[0].trim().slice(0, 120)}`)
    }
  }

  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const response = await plainFetch(input, init)
    if (!isTarget(url)) return response
    if (typeof init?.body === 'string') collectJson(init.body)
    for (const line of response.headers.getSetCookie()) {
      const value = (line.split(';')[0] ?? '').replace(/^[^=]*=/u, '')
      addSecret(value)
      if (value !== '') addSecret(decodeURIComponent(value).split('.')[0] ?? '')
    }
    addSecret(response.headers.get('set-auth-token') ?? '')
    const type = response.headers.get('content-type') ?? ''
    const what = `${init?.method ?? 'GET'} ${url.pathname.replaceAll(/[\da-f]{8}-[\da-f-]{27}/gu, '…').slice(0, 80)}`
    // The page of the API is excluded, because its third-party scripts contain words of the patterns.
    const isReadable = /json|text\/(?:plain|html)/u.test(type) && !url.pathname.startsWith('/api/docs')
    const body = isReadable ? await response.clone().text() : ''
    if (type.includes('json') && url.pathname !== '/api/openapi.json') collectJson(body)
    judge(what, response.status, type, body)
    return response
  }

  return { secrets, judge }
}

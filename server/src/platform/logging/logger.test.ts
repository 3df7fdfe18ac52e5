import { stripVTControlCharacters } from 'node:util'

import { DrizzleQueryError } from 'drizzle-orm'
import { DatabaseError } from 'pg'
import { describe, expect, it, test } from 'vitest'

import { createLogger, describeError, type LogFormat } from './logger.ts'

const refused = Object.assign(new Error('connect to 10.0.0.7'), { code: 'ECONNREFUSED' })
const doubled = Object.assign(new DatabaseError('Key (email)=(ann@example.com)', 30, 'error'), { code: '23505' })

test.each([
  ['an error', new TypeError('Dear Ann'), 'TypeError'],
  ['one with a code', refused, 'Error ECONNREFUSED'],
  ['a statement that failed', new DrizzleQueryError('INSERT', ['Dear Ann'], doubled), 'Error 23505'],
  ['a code that is none', Object.assign(new Error('Dear Ann'), { code: { text: 'Dear Ann' } }), 'Error'],
  ['what is no error', 'Dear Ann', 'unknown'],
])('the log describes %s by the error’s type, without the error’s text', (_what, thrown, described) => {
  expect(describeError(thrown)).toBe(described)
})

function written(format: LogFormat | undefined, log: (logger: ReturnType<typeof createLogger>) => void): string {
  let text = ''
  log(createLogger('warn', format, { write: (line) => (text += line) }))
  return text
}

const plain = stripVTControlCharacters

describe('the text format', () => {
  it('shows the time, the level and the reason in each line', () => {
    const text = written('text', (logger) => logger.warn({ part: 'auth', reason: 'wrong password' }, 'signed out'))
    expect(plain(text)).toMatch(/^\d\d:\d\d:\d\d WARN: signed out \(wrong password\)\n$/u)
  })

  it('appends other fields to the same line', () => {
    const text = written('text', (logger) => logger.error({ queue: 'mail', error: 'gone' }, 'job failed'))
    expect(plain(text)).toMatch(/ ERROR: job failed \{"queue":"mail","error":"gone"\}\n$/u)
  })

  it('escapes entries that would imitate another line or control the terminal', () => {
    const reason = 'a\n12:00:00 WARN: b\r\u001B]0;title\u0007\u009Bc'
    const text = written('text', (logger) => logger.warn({ reason }, 'said'))
    expect(plain(text)).toMatch(/said \(a 12:00:00 WARN: b \]0;title c\)\n$/u)
    expect(text.split('\n')).toHaveLength(2)
    for (const sign of ['\r', '\u001B]', '\u0007', '\u009B']) expect(text).not.toContain(sign)
  })

  it('shows the stack of a crash, but no secret', () => {
    const text = written('text', (logger) => logger.fatal({ err: new Error('gone'), password: 'Abc' }, 'crashed'))
    expect(plain(text)).toMatch(/ FATAL: crashed/u)
    expect(text).toContain('logger.test.ts')
    expect(text).not.toContain('Abc')
  })
})

it('the default format without a terminal is one JSON object per line', () => {
  const line = written(undefined, (logger) => logger.warn({ reason: 'a\nb' }, 'said'))
  expect(JSON.parse(line)).toMatchObject({ level: 40, reason: 'a\nb', msg: 'said' })
})

import { DrizzleQueryError } from 'drizzle-orm'
import { DatabaseError } from 'pg'
import { expect, test } from 'vitest'

import { describeError } from './logger.ts'

const refused = Object.assign(new Error('connect to 10.0.0.7'), { code: 'ECONNREFUSED' })
const doubled = Object.assign(new DatabaseError('Key (email)=(ann@example.com)', 30, 'error'), { code: '23505' })

test.each([
  ['an error', new TypeError('Dear Ann'), 'TypeError'],
  ['one with a code', refused, 'Error ECONNREFUSED'],
  ['a statement that failed', new DrizzleQueryError('INSERT', ['Dear Ann'], doubled), 'Error 23505'],
  ['a code that is none', Object.assign(new Error('Dear Ann'), { code: { text: 'Dear Ann' } }), 'Error'],
  ['what is no error', 'Dear Ann', 'unknown'],
])('the log is told of %s what it is, and nothing that anybody wrote', (_what, thrown, told) => {
  expect(describeError(thrown)).toBe(told)
})

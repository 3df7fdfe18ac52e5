import { expect, it } from 'vitest'

import { checkMessage } from './message-rules.ts'

it.each([
  ['Hello', null],
  ['a < b && c > d', null],
  ['x'.repeat(2000), null],
  ['🦉'.repeat(2000), null],
  // Measured as it will be stored.
  [`  <b>${'x'.repeat(2000)}</b>  `, null],
  ['x'.repeat(2001), 'MESSAGE_TOO_LONG'],
  ['🦉'.repeat(2001), 'MESSAGE_TOO_LONG'],
  ['', 'MESSAGE_EMPTY'],
  [' \n', 'MESSAGE_EMPTY'],
  ['\u200B\u2060\uFEFF', 'MESSAGE_EMPTY'],
  ['<script>alert(1)</script>', 'MESSAGE_EMPTY'],
  ['x\u0000', 'MESSAGE_INVALID'],
  ['x\u202E', 'MESSAGE_INVALID'],
  ['\uD83D', 'MESSAGE_INVALID'],
])('a message %j: %s', (text, code) => {
  expect(checkMessage(text)).toBe(code)
})

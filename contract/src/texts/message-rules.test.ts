import { expect, it } from 'vitest'

import { checkMessage, cleanAndCheckMessage } from './message-rules.ts'

// spec 9.6
it.each([
  ['Hello', null],
  ['a < b && c > d', null],
  ['x'.repeat(2000), null],
  ['🦉'.repeat(2000), null],
  [`  <b>${'x'.repeat(2000)}</b>  `, null],
  ['x'.repeat(2001), 'MESSAGE_TOO_LONG'],
  ['🦉'.repeat(2001), 'MESSAGE_TOO_LONG'],
  ['', 'MESSAGE_EMPTY'],
  [' \n', 'MESSAGE_EMPTY'],
  ['\u200B\u2060\uFEFF', 'MESSAGE_EMPTY'],
  ['<script>alert(1)</script>', 'ONLY_MARKUP'],
  [' <b>\u200B</b> ', 'ONLY_MARKUP'],
  ['`<b></b>`', null],
  ['x\u0000', 'MESSAGE_INVALID'],
  ['x\u202E', 'MESSAGE_INVALID'],
  ['\uD83D', 'MESSAGE_INVALID'],
])('the message %j: %s', (text, code) => {
  expect(checkMessage(text)).toBe(code)
})

it('a check returns the stored text, its length and the removed parts', () => {
  expect(cleanAndCheckMessage(' what does <T extends object> mean, <b>really</b>? ')).toEqual({
    text: 'what does <T extends object> mean, really?',
    length: 42,
    removed: ['<b>', '</b>'],
    code: null,
  })
})

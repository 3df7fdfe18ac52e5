import { describe, expect, it } from 'vitest'

import { findCodeSpans } from './code-spans.ts'

const codeIn = (text: string): string[] => findCodeSpans(text).map(({ start, end }) => text.slice(start, end))

describe('code between back-ticks', () => {
  it.each([
    ['no code', []],
    ['use `npm test` and `npm start`', ['`npm test`', '`npm start`']],
    ['```\nconst a = `b`\n```', ['```\nconst a = `b`\n```']],
    ['`` a ` b `` c', ['`` a ` b ``']],
    ['`one\nline, another`', ['`one\nline, another`']],
    ['``', []],
    ['an apostrophe` alone', []],
    ['``` never closed ` x', []],
    ['` one, `` two, `` three, ` four', ['` one, `` two, `` three, `']],
    ['``` three, `one` ', ['`one`']],
  ])('the text %j contains the code %j', (text, code) => {
    expect(codeIn(text)).toEqual(code)
  })
})

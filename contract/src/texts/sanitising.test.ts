import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { cleanText, hasUnsafeCharacters, isBlank, countLetters, truncate } from './sanitising.ts'

const markup = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '<',
        '>',
        '</',
        '/>',
        '<b',
        '<b>',
        '</b>',
        '<script',
        '<script>',
        '</script>',
        'ipt>',
        '<scr',
        '<!--',
        '-->',
        '<!d',
        '"',
        "'",
        '=',
      ),
      fc.constantFrom(
        'java',
        'script',
        ':',
        'javascript:',
        'data:text/html',
        'on',
        'click',
        'onclick=',
        'onerror=x',
        ' ',
        '\n',
        '\r',
        'e',
        '\u0301',
        'x',
      ),
      fc.string({ unit: 'binary', maxLength: 3 }),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''))

describe('cleaning', () => {
  it('cleaning a text twice gives the same text', () => {
    fc.assert(
      fc.property(markup, (text) => {
        expect(cleanText(cleanText(text))).toBe(cleanText(text))
      }),
      { numRuns: 3000 },
    )
  })

  it('leaves one Unicode form, one kind of line break and no surrounding spaces', () => {
    fc.assert(
      fc.property(markup, (text) => {
        const cleaned = cleanText(text)
        expect(cleaned).not.toMatch(/\r/u)
        expect(cleaned).toBe(cleaned.normalize('NFC').trim())
      }),
      { numRuns: 3000 },
    )
  })

  it('a text without "<", ":" and "=" is only normalised', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), markup), (text) => {
        const ordinary = text.replace(/[<:=]/gu, '')
        expect(cleanText(ordinary)).toBe(ordinary.normalize('NFC').replace(/\r\n?/gu, '\n').trim())
      }),
      { numRuns: 2000 },
    )
  })

  it.each([
    ['a < b && c > d', 'a < b && c > d'],
    ['<b>bold</b>', 'bold'],
    ['e<b>\u0301</b>', 'é'],
    ['one\r\ntwo\rthree', 'one\ntwo\nthree'],
    ['  \n x \t ', 'x'],
    ['`  <b>\r\n  ` ', '`  <b>\n  `'],
  ])('turns %j into %j', (text, cleaned) => {
    expect(cleanText(text)).toBe(cleaned)
  })
})

describe('unsafe characters', () => {
  it.each([
    '\u0000',
    '\u0007',
    '\u001B[2J',
    '\u007F',
    '\u0085',
    '\u202A',
    '\u202E',
    '\uFFFE',
    '\uFFFF',
    'x\uD83D',
    '\uDE00x',
  ])('are found in %j', (text) => {
    expect(hasUnsafeCharacters(text)).toBe(true)
  })

  it.each(['', 'plain', 'tab\tand\nbreak', '👩‍👩‍👧‍👦', 'مرحبا', '\u200F', 'Zoë', '😀'])('are not found in %j', (text) => {
    expect(hasUnsafeCharacters(text)).toBe(false)
  })
})

describe('a blank text', () => {
  it.each([
    '',
    ' ',
    '\n\t',
    '\u200B',
    '\u200C\u200D\u2060\uFEFF',
    '\u00AD',
    '\u180E',
    '\u2800',
    '\u3164',
    '\u115F\u1160\uFFA0',
    '\u3000',
    '\u00A0',
  ])('the text %j is blank', (text) => {
    expect(isBlank(text)).toBe(true)
  })

  it.each(['x', ' . ', '\u200Bx\u200B', '🦉', '0', '李'])('the text %j is not blank', (text) => {
    expect(isBlank(text)).toBe(false)
  })
})

describe('length', () => {
  it('counts code points, as the database does', () => {
    expect([
      countLetters(''),
      countLetters('abc'),
      countLetters('🦉'),
      countLetters('e\u0301'),
      countLetters('👩‍👧'),
    ]).toEqual([0, 3, 1, 2, 3])
  })
})

describe('truncating', () => {
  const graphemes = (text: string): string[] => Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment)
  const anyText = fc
    .array(fc.constantFrom('a', 'word ', ' ', '👩‍👩‍👧‍👦', '🇳🇱', 'e\u0301', '李', '.', '\n', '👍🏽'), { maxLength: 60 })
    .map((parts) => parts.join(''))

  it('keeps every emoji and accented letter whole, and never exceeds the limit', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 40 }), (text, max) => {
        const cut = truncate(text, max)
        expect(graphemes(cut).length).toBeLessThanOrEqual(Math.max(max, 1))
        const kept = cut === text ? graphemes(text) : graphemes(cut.slice(0, -1))
        expect(graphemes(text).slice(0, kept.length)).toEqual(kept)
      }),
      { numRuns: 1000 },
    )
  })

  // spec 2.30
  it('an ellipsis marks a shortened text', () => {
    expect(truncate('short', 120)).toBe('short')
    expect(truncate('👩‍👩‍👧‍👦'.repeat(120), 120)).toBe('👩‍👩‍👧‍👦'.repeat(120))
    expect(truncate('x'.repeat(121), 120)).toBe(`${'x'.repeat(119)}…`)
    expect(truncate(`${'x'.repeat(118)}👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦`, 120)).toBe(`${'x'.repeat(118)}👩‍👩‍👧‍👦…`)
  })

  it('cuts between words when a gap is near', () => {
    expect(truncate('The quick brown fox jumps', 18)).toBe('The quick brown…')
  })
})

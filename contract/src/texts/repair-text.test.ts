import { array, assert, constantFrom, property } from 'fast-check'
import { describe, expect, it } from 'vitest'

import { repairEmail, repairText } from './repair-text.ts'

describe('repairText', () => {
  it.each([
    ['a carriage return', 'one\rtwo', 'one\ntwo'],
    ['a line break of Windows', 'one\r\ntwo\r\n\r\nthree', 'one\ntwo\n\nthree'],
    ['a soft line break of an office program', 'Plan:\v1. Meet\v2. Talk', 'Plan:\n1. Meet\n2. Talk'],
    ['a page break', 'first\fsecond', 'first\nsecond'],
    ['a page break after a line break', 'first\r\n\fsecond', 'first\n\nsecond'],
    ['a column break', 'left\u000Eright', 'left\nright'],
    ['next line, line separator, paragraph separator', 'a\u0085b\u2028c\u2029d', 'a\nb\nc\nd'],
    ['an embedded phone number', 'Ring \u202D020 555 1234\u202C, please', 'Ring 020 555 1234, please'],
    ['an embedding before a path', '\u202AD:\\Plans\\quote.pdf', 'D:\\Plans\\quote.pdf'],
    ['isolates', '\u2066abc\u2069 \u2067def\u2069 \u2068ghi\u2069', 'abc def ghi'],
    ['an override', 'olleh \u202Ehello', 'olleh hello'],
    ['direction marks in Latin text', '\u200E+31 20\u200F\u061C', '+31 20'],
    ['embeddings around Hebrew', '\u202Bתודה\u202C thanks', 'תודה thanks'],
    ['soft hyphens', 'ver\u00ADze\u00ADke\u00ADring', 'verzekering'],
    ['zero-width spaces and word joiners', 'a\u200Bb\u2060c\uFEFFd', 'abcd'],
    ['a byte order mark in front', '\uFEFFHello', 'Hello'],
    ['invisible operators', 'f\u2061(x)\u2062y', 'f(x)y'],
    ['annotation marks', '\uFFF9漢\uFFFAかん\uFFFB', '漢かん'],
    ['hidden tags', 'Hi\u{E0001}\u{E0069}\u{E0067}\u{E006E}', 'Hi'],
    ['joiners between Latin letters', 'f\u200Ci\u200Dx', 'fix'],
    ['a hyphen at the end of a line of a PDF', 'inter\u0002national', 'inter-national'],
    ['a hyphen before the line break of a PDF', 'inter\uFFFE\r\nnational', 'inter-\nnational'],
    ['a mark of a PDF beside no letter', '12\u0002 \uFFFE', '12 '],
    ['hyphens of Word', 'A4\u001Eformat, op\u001Fmaak', 'A4-format, opmaak'],
  ])('repairs %s', (_what, written, repaired) => {
    expect(repairText(written)).toBe(repaired)
  })

  it.each([
    ['a half-space of Persian', 'کتاب\u200Cها'],
    ['a half-space that is still at the end', 'کتاب\u200C'],
    ['a joiner after an Arabic letter', 'ه\u200D'],
    ['joiners of Sinhala and Malayalam', 'ශ්\u200Dරී ന്\u200D'],
    ['a family', '👨‍👩‍👧‍👦'],
    ['an emoji with a skin tone and one with a variation', '👩🏽‍🚀 ❤️‍🔥 🏴‍☠️'],
    ['the flag of Scotland', '🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}'],
    ['direction marks of Hebrew', 'אני כותב C++\u200F.'],
    ['tabs, accents and other scripts', 'a\tb é 李 Ὀδυσσεύς हिन्दी'],
  ])('keeps %s', (_what, text) => {
    expect(repairText(text)).toBe(text)
  })

  it.each(['a\u0000b', 'a\u0007b', 'a\u0092b', 'half \uD83D'])('the ambiguous text %j is not repaired', (text) => {
    expect(repairText(text)).toBe(text)
  })

  it('does not change a repaired text', () => {
    const sign = constantFrom(
      ...Array.from('aé李ه\u094D\u200B\u200C\u200D\u200F\u202A\u2066\u0002\uFFFE\v\f\r\n\u00AD'),
      '👩',
      '🏽',
      '\uFE0F',
      '\u{1F3F4}',
      '\u{E0067}',
      '\u{E007F}',
    )
    assert(
      property(array(sign, { maxLength: 20 }), (signs) => {
        const once = repairText(signs.join(''))
        expect(repairText(once)).toBe(once)
      }),
    )
  })
})

describe('repairEmail', () => {
  it.each([
    '\u202Aada@example.com\u202C',
    '\uFEFFada@example.com',
    'ada@\u200Bexample\u00AD.com\u200D',
    'ada@example.com',
  ])('cleans %j', (address) => expect(repairEmail(address)).toBe('ada@example.com'))
})

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { checkBio, checkFullName, cleanName } from './profile-rules.ts'

// spec 5.11, 5.12, 9.5
describe('a full name', () => {
  it.each([
    'Zoë',
    'Zoe\u0308',
    '李',
    "O'Brien",
    'O’Brien',
    'Jean-Luc Jr.',
    'Łukasz',
    'Ngũgĩ wa Thiong’o',
    'محمد علي',
    'אברהם',
    'अनिता शर्मा',
    'Nguyễn Thị Minh Khai',
    'Αλέξης',
    'Gal·la',
    'Jean\u2010Luc',
    'Jean\u2011Luc',
    'בן\u05BEגוריון',
    '  Ada   Lovelace ',
    'x'.repeat(100),
  ])('%j is accepted', (name) => {
    expect(checkFullName(name)).toBe(null)
  })

  it.each([
    ['R2D2', 'NAME_INVALID'],
    ['Bob 3', 'NAME_INVALID'],
    ['Bob ٣', 'NAME_INVALID'],
    ['<b>Bob</b>', 'NAME_INVALID'],
    ['Bob & Co', 'NAME_INVALID'],
    ['bob@example.com', 'NAME_INVALID'],
    ['Bob \u202Eboe', 'NAME_INVALID'],
    ['Bob\u2066', 'NAME_INVALID'],
    ['Bob\u0000', 'NAME_INVALID'],
    ['\u0000', 'NAME_REQUIRED'],
    ['Bob\u200BBuilder', 'NAME_INVALID'],
    ['ᴬᵈᵐⁱⁿ', 'NAME_INVALID'],
    ['Jan ᵒ', 'NAME_INVALID'],
    ['Sɑnne', 'NAME_INVALID'],
    ['Hᴀɴs', 'NAME_INVALID'],
    ['Bob\u200D', 'NAME_INVISIBLE'],
    ['Bo\u200Cb', 'NAME_INVISIBLE'],
    ['در\u200Cرضا', 'NAME_INVISIBLE'],
    ['علی\u200C', 'NAME_INVISIBLE'],
    ['علی\u200Dرضا', 'NAME_INVISIBLE'],
    ['क\u200Dष', 'NAME_INVISIBLE'],
    ['Bob 🦉', 'NAME_INVALID'],
    ['Bob_Builder', 'NAME_INVALID'],
    ["'-.", 'NAME_INVALID'],
    ['\uD83D', 'NAME_INVALID'],
    ['', 'NAME_REQUIRED'],
    ['  \t ', 'NAME_REQUIRED'],
    ['\u200B\u2060', 'NAME_REQUIRED'],
    ['x'.repeat(101), 'NAME_TOO_LONG'],
  ])('%j: %s', (name, code) => {
    expect(checkFullName(name)).toBe(code)
  })

  it.each([
    'Мария',
    'नाम',
    'שָׁלוֹם',
    'สมชาย ใจดี',
    'ကျွန်ုပ်',
    'བསྒྲུབས',
    'ស្ត្រី',
    'Đặng Thị Ánh',
    'Smith 山田 タロー',
    '김 Kim',
    '佐々木',
    'ᠮᠣᠩᠭᠣᠯ',
    'ᎠᏂ',
    'Maʻafu',
    // Joiners that belong to a name's spelling.
    'علی‌رضا',
    'می‌خواهم',
    'ශ්‍රී',
    'ක්‍රිෂාන්',
    'শাহরিয়ার্‌',
    'ರಾಜ್‌ಕುಮಾರ್',
    'ന്‍',
    'Kɔfi',
    'Əliyev',
    'Yıldız',
  ])('%j is accepted as a person’s possible name', (name) => {
    expect(checkFullName(name)).toBe(null)
  })

  it.each([
    ['Sаnne de Wit', 'with a Cyrillic а'],
    ['Sanne de Wіt', 'with a Cyrillic і'],
    ['Οlga', 'with a Greek Ο'],
    ['Мария Smith', 'of two alphabets'],
    ['Ꭺnna', 'with a Cherokee Ꭺ'],
    ['やまだ 김', 'Japanese and Korean'],
    ['𐌀𐌁', 'of a script of the past'],
  ])('%j, %s, is refused', (name) => {
    expect(checkFullName(name)).toBe('NAME_SCRIPTS_MIXED')
  })

  it.each([
    '\u3164',
    '\u115F',
    '\u1160',
    '\uFFA0',
    '\u034F',
    '\uFE00',
    '\uFE0F',
    '\u{E0100}',
    '\u180B',
    '\u180F',
    '\u17B4',
  ])('is refused with the hidden character %j', (letter) => {
    expect(checkFullName(`Sanne${letter} de Wit`)).toBe('NAME_INVISIBLE')
  })

  it('is refused with letters that imitate others', () => {
    expect(checkFullName('𝐒𝐚𝐧𝐧𝐞')).toBe('NAME_INVALID')
  })

  it.each([
    ['ế', 2],
    ['a', 4],
  ])('may contain %j, with at most four marks per letter', (letter, more) => {
    expect(checkFullName(`Ann${letter}${'\u0323'.repeat(more)}`)).toBe(null)
    expect(checkFullName(`Ann${letter}${'\u0323'.repeat(more + 1)}`)).toBe('NAME_HEAPED_MARKS')
  })

  const LETTERS = {
    latin: 'aeiounsdtwZé',
    cyrillic: 'аеорсухіЅ',
    greek: 'αορνΟΑ',
    hebrew: 'אבגד',
    thai: 'กขค',
  } as const
  type Script = keyof typeof LETTERS
  const inScript = (script: Script): fc.Arbitrary<string> =>
    fc.string({ unit: fc.constantFrom(...Array.from(LETTERS[script])), minLength: 1, maxLength: 20 })
  const script = fc.constantFrom(...(Object.keys(LETTERS) as Script[]))

  const twoScripts = fc
    .tuple(script, script, fc.nat(20))
    .filter(([own, other]) => own !== other)
    .chain(([own, other, place]) => fc.tuple(inScript(own), inScript(other), fc.constant(place)))

  it('is accepted in a single script, and refused with a letter of another script at any position', () => {
    fc.assert(
      fc.property(twoScripts, ([name, other, place]) => {
        expect(checkFullName(name)).toBe(null)
        expect(checkFullName(name.slice(0, place) + other.charAt(0) + name.slice(place))).toBe('NAME_SCRIPTS_MIXED')
      }),
    )
  })

  it('may contain a hyphen between any two letters, and the Hebrew hyphen only between Hebrew letters', () => {
    fc.assert(
      fc.property(
        script.chain((own) => fc.tuple(fc.constant(own), inScript(own), inScript(own))),
        ([own, first, last]) => {
          for (const hyphen of ['-', '\u2010', '\u2011']) expect(checkFullName(first + hyphen + last)).toBe(null)
          const hebrew = checkFullName(`${first}\u05BE${last}`)
          expect(hebrew).toBe(own === 'hebrew' ? null : 'NAME_SCRIPTS_MIXED')
        },
      ),
    )
  })

  it('an accepted name contains only visible characters', () => {
    const odd = fc.constantFrom(
      'a',
      'é',
      ' ',
      '-',
      '\u0301',
      '\u0323',
      '\u034F',
      '\uFE0F',
      '\u3164',
      '\u200D',
      'а',
      '李',
    )
    fc.assert(
      fc.property(fc.array(odd, { maxLength: 20 }), (letters) => {
        const name = letters.join('')
        fc.pre(checkFullName(name) === null)
        expect(cleanName(name)).not.toMatch(/\p{Default_Ignorable_Code_Point}/u)
        expect(cleanName(name).normalize('NFD')).not.toMatch(/[\p{Mn}\p{Me}]{5}/u)
      }),
      { numRuns: 2000 },
    )
  })

  it('is stored in one Unicode form, with single spaces', () => {
    expect(cleanName('  Zoe\u0308 \t van\n der  Berg ')).toBe('Zoë van der Berg')
  })

  it('is unchanged when cleaned twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        expect(cleanName(cleanName(name))).toBe(cleanName(name))
      }),
    )
  })
})

// spec 9.6
describe('a bio', () => {
  it.each([
    ['', null],
    ['a < b && c > d', null],
    ['x'.repeat(500), null],
    ['🦉'.repeat(500), null],
    [`${'x'.repeat(500)}   `, null],
    [`<b>${'x'.repeat(500)}</b>`, null],
    ['x'.repeat(501), 'BIO_TOO_LONG'],
    ['🦉'.repeat(501), 'BIO_TOO_LONG'],
    ['x\u0000', 'TEXT_INVALID'],
    ['x\u202Ey', 'TEXT_INVALID'],
    ['<b></b>', 'ONLY_MARKUP'],
  ])('%j: %s', (bio, code) => {
    expect(checkBio(bio)).toBe(code)
  })
})

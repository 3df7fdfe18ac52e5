import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { checkBio, checkFullName, cleanName } from './profile-rules.ts'

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

  it('is kept in one form, with single spaces', () => {
    expect(cleanName('  Zoe\u0308 \t van\n der  Berg ')).toBe('Zoë van der Berg')
  })

  it('once cleaned stays as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (name) => {
        expect(cleanName(cleanName(name))).toBe(cleanName(name))
      }),
    )
  })
})

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
  ])('%j: %s', (bio, code) => {
    expect(checkBio(bio)).toBe(code)
  })
})

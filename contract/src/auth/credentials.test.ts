import { describe, expect, it } from 'vitest'

import { checkEmail, checkNewPassword, normaliseEmail, computePasswordStrength, STRENGTH_FILL } from './credentials.ts'

describe('password strength', () => {
  // spec 5.6, 5.7
  it.each([
    ['', 'weak'],
    ['password', 'weak'],
    ['12345678', 'weak'],
    ['Ab', 'weak'],
    ['Abcdefgh', 'medium'],
    ['abcdefg1', 'medium'],
    ['Ab1', 'medium'],
    ['Abcdefg1', 'medium'],
    ['Ab1!', 'medium'],
    ['Abcdef1!', 'strong'],
    ['Ünïcöde1!', 'strong'],
    ['пароль-Я1', 'strong'],
    ['Aa1 aaaa', 'medium'],
  ] as const)('the strength of the password %j is %s', (password, strength) => {
    expect(computePasswordStrength(password)).toBe(strength)
  })

  // spec 9.4
  it('fills a third, two thirds or all of the bar', () => {
    expect(STRENGTH_FILL).toEqual({ weak: 33, medium: 66, strong: 100 })
  })
})

describe('a new password', () => {
  it.each([
    ['', 'FIELD_REQUIRED'],
    ['Ab1!', 'PASSWORD_TOO_SHORT'],
    ['Sh0rt!x', 'PASSWORD_TOO_SHORT'],
    ['abc', 'PASSWORD_WEAK'],
    ['Aa1!xxxx\uD800', 'TEXT_INVALID'],
    ['password', 'PASSWORD_WEAK'],
    ['Abcdefgh', null],
    [`Aa1!${'x'.repeat(60)}`, null],
    [`Aa1!${'x'.repeat(124)}`, null],
    [`Aa1!${'x'.repeat(125)}`, 'PASSWORD_TOO_LONG'],
    // The length is in characters, not in UTF-16 units.
    [`Aa1!${'🦉'.repeat(124)}`, null],
  ])('%j: %s', (password, code) => {
    expect(checkNewPassword(password)).toBe(code)
  })
})

const addressOf = (length: number): string =>
  `${'x'.repeat(64)}@${'y'.repeat(63)}.${'y'.repeat(63)}.${'y'.repeat(length - 196)}.nl`

describe('an email address', () => {
  // spec 5.25, 9.6
  it.each([
    'a@b.nl',
    'Zoe.Smith+kundig@mail.example.co.uk',
    "o'brien@example.com",
    ' ada@example.com ',
    'a_b-c@x1.example',
    addressOf(254),
  ])('accepts %j', (email) => {
    expect(checkEmail(email)).toBe(null)
  })

  // spec 5.2, 5.3, 5.25, 9.6
  it.each([
    'no-at-sign',
    'a@b',
    '@example.com',
    'a@',
    'a b@example.com',
    'a@exa mple.com',
    'a@@example.com',
    '.a@example.com',
    'a.@example.com',
    'a..b@example.com',
    'a@-example.com',
    'a@example-.com',
    'a@example..com',
    'a@.com',
    'a@example.com.',
    'a\u0000@example.com',
    'a@example.com\u0000',
    'a@example.com\nbcc: b@example.com',
    '<a@example.com>',
    '"a"@example.com',
    'a@[127.0.0.1]',
    addressOf(255),
    `${'x'.repeat(250)}@a.nl`,
  ])('rejects %j', (email) => {
    expect(checkEmail(email)).toBe('EMAIL_INVALID')
  })

  // spec 5.1
  it.each(['', '   '])('treats %j as missing', (email) => {
    expect(checkEmail(email)).toBe('FIELD_REQUIRED')
  })

  // spec 5.24
  it('is stored trimmed and in lower case', () => {
    expect(normaliseEmail('  Ada@Example.COM ')).toBe('ada@example.com')
  })
})

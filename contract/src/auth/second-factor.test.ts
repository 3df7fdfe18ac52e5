import { expect, it } from 'vitest'

import { isAuthenticatorCode, normaliseFactorCode } from './second-factor.ts'

it('accepts a code as people type and paste it', () => {
  for (const typed of ['123456', ' 123 456 ', '123-456', '12\u00a034\u200956\n']) {
    expect(normaliseFactorCode(typed)).toBe('123456')
    expect(isAuthenticatorCode(normaliseFactorCode(typed))).toBe(true)
  }
  for (const typed of ['abcde-fgh23', ' ABCDE FGH23', 'abcde–fgh23']) {
    expect(normaliseFactorCode(typed)).toBe('abcdefgh23')
    expect(isAuthenticatorCode(normaliseFactorCode(typed))).toBe(false)
  }
})

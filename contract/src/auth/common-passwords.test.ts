import { expect, it } from 'vitest'

import { listPasswordVariants } from './common-passwords.ts'

it.each([
  ['Password1!', ['password1!', 'password']],
  ['Sunshine2026!', ['sunshine2026!', 'sunshine']],
  ['P@ssw0rd', ['p@ssw0rd']],
  ['QWERTYUIOP', ['qwertyuiop']],
  ['12345678', ['12345678']],
  // Only endings of up to six characters are removed, and only stems of four letters or more are looked up.
  ['Sunshine-829174', ['sunshine-829174']],
  ['Abc-1234', ['abc-1234']],
  ['Correct-Horse-7-Battery', ['correct-horse-7-battery']],
])('%j is looked up as %j', (password, forms) => {
  expect(listPasswordVariants(password)).toEqual(forms)
})

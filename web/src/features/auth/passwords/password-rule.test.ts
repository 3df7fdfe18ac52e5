import { expect, it } from 'vitest'

import { PASSWORD_CRITERIA } from '@kundig/contract/auth/credentials'
import { ERRORS } from '@kundig/contract/errors'
import { LANGUAGES } from '@kundig/contract/languages'

import { authTexts } from '../auth.messages.ts'

it.each(LANGUAGES)('the password checklist in %s matches the error text and the criteria', (language) => {
  const { passwordRule } = authTexts[language]
  expect(passwordRule.replaceAll(/[[\]]/gu, '')).toBe(ERRORS.PASSWORD_TOO_SHORT[language])
  expect(passwordRule.match(/\[[^[\]]+\]/gu)).toHaveLength(PASSWORD_CRITERIA.length)
})

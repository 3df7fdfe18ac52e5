import { expect, it } from 'vitest'

import { PASSWORD_CRITERIA } from '@kundig/contract/auth/credentials'
import { ERRORS } from '@kundig/contract/errors'
import { LANGUAGES } from '@kundig/contract/languages'

import { authTexts } from '../auth.messages.ts'

it.each(LANGUAGES)(
  'the rule that ticks off says in %s what the refusal says, and has a part for each criterion',
  (language) => {
    const { passwordRule } = authTexts[language]
    expect(passwordRule.replaceAll(/[[\]]/gu, '')).toBe(ERRORS.PASSWORD_TOO_SHORT[language])
    expect(passwordRule.match(/\[[^[\]]+\]/gu)).toHaveLength(PASSWORD_CRITERIA.length)
  },
)

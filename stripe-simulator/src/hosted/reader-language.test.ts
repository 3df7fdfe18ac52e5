import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { chooseLanguage } from './reader-language.ts'

describe('the language of a hosted page', () => {
  it.each([
    [undefined, undefined, 'en'],
    [undefined, 'nl', 'nl'],
    [undefined, 'nl-BE,nl;q=0.9,en;q=0.8', 'nl'],
    [undefined, 'en;q=0.2, nl;q=0.7', 'nl'],
    [undefined, 'de, fr;q=0.9', 'en'],
    [undefined, 'nl;q=0, en', 'en'],
    ['en', 'nl', 'en'],
    ['nl-NL', 'en', 'nl'],
    ['auto', 'nl', 'nl'],
  ])('with ?locale=%s and Accept-Language: %s the language is %s', (asked, accepted, language) => {
    expect(chooseLanguage(asked, accepted)).toBe(language)
  })

  it('is English or Dutch for any input', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (asked, accepted) => {
        expect(['en', 'nl']).toContain(chooseLanguage(asked, accepted))
      }),
    )
  })
})

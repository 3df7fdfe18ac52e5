import { expect, it } from 'vitest'

import { firstLanguage, isLanguage } from './languages.ts'

it.each([
  ['nl', 'en-GB', 'nl'],
  ['en', 'nl-NL', 'en'],
  [null, 'nl', 'nl'],
  [null, 'nl-BE', 'nl'],
  [null, ' NL-nl', 'nl'],
  [undefined, 'en-US', 'en'],
  [undefined, 'de', 'en'],
  [undefined, undefined, 'en'],
  ['de', 'nl', 'nl'],
  ['', 'fr', 'en'],
  [{}, 'nl', 'nl'],
])('stored %j, browser %j: start in %s', (stored, browser, language) => {
  expect(firstLanguage(stored, browser)).toBe(language)
})

it.each(['de', 'NL', '', null, undefined, 1, {}, ['nl']])('%j is no language of ours', (value) => {
  expect(isLanguage(value)).toBe(false)
})

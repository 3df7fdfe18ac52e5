import { expect, it } from 'vitest'

import { readCookie, chooseInitialLanguage, isLanguage, choosePageLanguage } from './languages.ts'

// spec 1.27
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
])('the stored language %j and the browser language %j give %s', (stored, browser, language) => {
  expect(chooseInitialLanguage(stored, browser)).toBe(language)
})

// spec 9.24
it.each(['de', 'NL', '', null, undefined, 1, {}, ['nl']])('rejects %j as a language', (value) => {
  expect(isLanguage(value)).toBe(false)
})

// spec 1.27
it.each([
  [{ stored: 'en', asked: 'nl', visit: 'nl', browserLanguage: 'nl' }, 'en'],
  [{ stored: null, asked: 'nl', visit: 'en', browserLanguage: 'en' }, 'nl'],
  [{ stored: 'de', asked: null, visit: 'nl', browserLanguage: 'en' }, 'nl'],
  [{ stored: undefined, asked: 'de', visit: undefined, browserLanguage: 'nl' }, 'nl'],
  [{ stored: undefined, asked: null, visit: '<b>', browserLanguage: undefined }, 'en'],
])('the page language follows the user’s choice first, the browser last: %j gives %s', (signs, language) => {
  expect(choosePageLanguage(signs)).toBe(language)
})

it.each([
  ['language=nl', 'nl'],
  ['a=1; language=en; b=2', 'en'],
  ['visitLanguage=nl', undefined],
  ['', undefined],
])('the cookies %j contain the language %s', (cookies, language) => {
  expect(readCookie(cookies, 'language')).toBe(language)
})

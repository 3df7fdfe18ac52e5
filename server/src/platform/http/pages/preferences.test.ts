import { expect, it } from 'vitest'

import { chooseEncoding, type Preferring, readMailLanguage, readPreferences } from './preferences.ts'

const asking = (headers: Record<string, string>): Preferring => ({ headers, cookies: {}, url: '/' })

it.each([
  ['nl-BE,nl;q=0.9,en;q=0.5', 'nl'],
  ['en-GB,en;q=0.9,nl;q=0.8', 'en'],
  ['en;q=0.5, nl', 'nl'],
  ['nl;q=0.1, en;q=0.2', 'en'],
  ['nl;q=0, en;q=0.1', 'en'],
  ['NL', 'nl'],
  // For an unsupported first language, pages use English, whatever the browser's other languages are.
  ['de, nl;q=0.5', 'en'],
  ['*', 'en'],
  ['', 'en'],
  [';;,"', 'en'],
])('a browser that accepts %j gets the language %s', (accepted, language) => {
  expect(readPreferences(asking({ 'accept-language': accepted })).language).toBe(language)
  expect(readMailLanguage(asking({ 'accept-language': accepted }))).toBe(language)
})

it('the page’s language takes precedence over the browser’s language', () => {
  expect(readMailLanguage(asking({ 'x-kundig-locale': 'nl', 'accept-language': 'en' }))).toBe('nl')
})

it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['gzip;q=1, br;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0', null],
  ['br;q=0, *', 'gzip'],
  ['*;q=0.5, br;q=0', 'gzip'],
  ['br;q=0, gzip;q=0, *', null],
  ['*', 'br'],
  ['identity', null],
  ['', null],
])('a client that accepts %j gets the encoding %s', (accepted, encoding) => {
  expect(chooseEncoding(asking({ 'accept-encoding': accepted }))).toBe(encoding)
})

it('a client without Accept-Encoding gets the plain text', () => {
  expect(chooseEncoding(asking({}))).toBe(null)
})

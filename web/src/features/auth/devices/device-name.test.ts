import { expect, test, vi } from 'vitest'

import { parseUserAgent } from '@kundig/contract/auth/device-name'

import { securityTexts } from '../security.messages.ts'

vi.mock('../../../platform/preferences/preferences.ts', () => ({}))

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'
const LIKE_CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0'
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0',
    'Firefox',
    'Windows',
    'computer',
  ],
  [`${WINDOWS} ${LIKE_CHROME} Safari/537.36`, 'Chrome', 'Windows', 'computer'],
  [`${WINDOWS} ${LIKE_CHROME} Safari/537.36 Edg/140.0.0.0`, 'Edge', 'Windows', 'computer'],
  [`${MAC} ${LIKE_CHROME} Safari/537.36 OPR/124.0.0.0`, 'Opera', 'macOS', 'computer'],
  [`${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15`, 'Safari', 'macOS', 'computer'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox', 'Linux', 'computer'],
  [
    `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36`,
    'Chrome',
    'Linux',
    'computer',
  ],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${LIKE_CHROME} Safari/537.36`, 'Chrome', 'ChromeOS', 'computer'],
  [`${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`, 'Safari', 'iPhone', 'phone'],
  [`${IPHONE} CriOS/140.0.0.0 Mobile/15E148 Safari/604.1`, 'Chrome', 'iPhone', 'phone'],
  [`${IPHONE} FxiOS/143.0 Mobile/15E148 Safari/605.1.15`, 'Firefox', 'iPhone', 'phone'],
  [`${IPHONE} Version/18.0 EdgiOS/140.0.0.0 Mobile/15E148 Safari/604.1`, 'Edge', 'iPhone', 'phone'],
  [
    'Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1',
    'Safari',
    'iPad',
    'tablet',
  ],
  [`Mozilla/5.0 (Linux; Android 10; K) ${LIKE_CHROME} Mobile Safari/537.36`, 'Chrome', 'Android', 'phone'],
  [`Mozilla/5.0 (Linux; Android 10; K) ${LIKE_CHROME} Safari/537.36`, 'Chrome', 'Android', 'tablet'],
  [
    `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet',
    'Android',
    'phone',
  ],
  ['Mozilla/5.0 (Android 14; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0', 'Firefox', 'Android', 'phone'],
  ['curl/8.9.1', null, null, 'unknown'],
  ['', null, null, 'unknown'],
  [null, null, null, 'unknown'],
])('recognises %j as %s on %s', (userAgent, browser, system, kind) => {
  expect(parseUserAgent(userAgent)).toEqual({ browser, system, kind })
})

test.each([
  ['Firefox', 'Windows', 'Firefox on Windows', 'Firefox op Windows'],
  ['Safari', null, 'Safari', 'Safari'],
  [null, 'Android', 'A browser on Android', 'Een browser op Android'],
  [null, null, 'An unknown device', 'Een onbekend apparaat'],
])('browser %s and system %s are named %j in English and %j in Dutch', (browser, system, english, dutch) => {
  expect(securityTexts.en.device(browser, system)).toBe(english)
  expect(securityTexts.nl.device(browser, system)).toBe(dutch)
})

import { expect, test } from 'vitest'

import { toPushSupport } from './push-support.ts'

const CHROME = {
  hasPush: true,
  permission: 'default',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0',
  touchPoints: 0,
  isInstalled: false,
} as const
const IPHONE = {
  ...CHROME,
  hasPush: false,
  permission: undefined,
  userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5)',
}
const IPAD = { ...IPHONE, userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', touchPoints: 5 }

test('allows asking for permission in a browser with a push service, unless the person denied it', () => {
  expect(toPushSupport(CHROME)).toBe('possible')
  expect(toPushSupport({ ...CHROME, permission: 'granted' })).toBe('possible')
  expect(toPushSupport({ ...CHROME, permission: 'denied' })).toBe('denied')
})

test('requires an installed application on an iPhone and an iPad, and not on a Mac', () => {
  expect(toPushSupport(IPHONE)).toBe('install')
  expect(toPushSupport(IPAD)).toBe('install')
  expect(toPushSupport({ ...IPAD, touchPoints: 0 })).toBe('unsupported')
})

test('does not require another installation in the installed application on an iPhone', () => {
  expect(toPushSupport({ ...IPHONE, isInstalled: true })).toBe('unsupported')
  expect(toPushSupport({ ...IPHONE, isInstalled: true, hasPush: true, permission: 'default' })).toBe('possible')
})

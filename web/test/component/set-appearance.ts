import { page } from 'vitest/browser'

import type { PageLook } from '@kundig/testing/browser/looks'

import { setPreference } from '../../src/platform/preferences/preferences.ts'

export async function setAppearance({
  language = 'en',
  dark = false,
  width = 1280,
  height = 800,
}: PageLook): Promise<void> {
  await page.viewport(width, height)
  setPreference('language', language)
  setPreference('darkMode', dark)
}

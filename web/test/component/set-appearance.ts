import { page } from 'vitest/browser'

import type { Appearance } from '@kundig/testing/browser/appearances'

import { setPreference } from '../../src/platform/preferences/preferences.ts'

export async function setAppearance({
  language = 'en',
  dark = false,
  width = 1280,
  height = 800,
}: Appearance): Promise<void> {
  await page.viewport(width, height)
  setPreference('language', language)
  setPreference('darkMode', dark)
}

import { fileURLToPath } from 'node:url'

import type { Page } from '@playwright/test'

/** One of the eight ways in which a screen is looked at. */
export interface ScreenLook {
  width: number
  dark: boolean
  language: 'en' | 'nl'
}

/** Where the pictures go: git ignores it. */
export const SCREENS_FOLDER = fileURLToPath(new URL('../../screens/', import.meta.url))

const HEIGHTS: Record<number, number> = { 375: 812, 1280: 860 }
const COOKIE_LIFE_S = 86_400

/** `LOOK=375.dark` keeps the looks whose name holds every part: a width, light or dark, en or nl. */
const wantedParts = (process.env['LOOK'] ?? '').split('.').filter((part) => part !== '')

/** The looks that are asked for, the ones in one language together: changing it loads the page anew. */
export const SCREEN_LOOKS: readonly ScreenLook[] = (['en', 'nl'] as const)
  .flatMap((language) =>
    [1280, 375].flatMap((width) => [false, true].map((dark): ScreenLook => ({ width, dark, language }))),
  )
  .filter((look) => wantedParts.every((part) => nameOfLook(look).split('.').includes(part)))

/** The part of a picture's name that tells its look, such as `375.dark.nl`. */
export function nameOfLook({ width, dark, language }: ScreenLook): string {
  return `${width}.${dark ? 'dark' : 'light'}.${language}`
}

/**
 * Puts a look on the page as it stands: the stored preferences and their cookies change, and the page hears of it
 * as it would of a change in another tab.
 */
export async function putOn(page: Page, { width, dark, language }: ScreenLook): Promise<void> {
  await page.setViewportSize({ width, height: HEIGHTS[width] ?? width })
  await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' })
  await page.evaluate(
    ([preferences, life]) => {
      for (const [key, value] of Object.entries(preferences)) {
        localStorage.setItem(key, value)
        document.cookie = `${key}=${value}; path=/; max-age=${life}; samesite=lax`
      }
      window.dispatchEvent(new StorageEvent('storage', { key: 'language' }))
    },
    [{ language, darkMode: String(dark) }, COOKIE_LIFE_S] as const,
  )
}

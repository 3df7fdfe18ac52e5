import { fileURLToPath } from 'node:url'

import type { Page } from '@playwright/test'

/** A way in which a screen is looked at. */
export interface ScreenLook {
  width: number
  dark: boolean
  language: 'en' | 'nl'
}

/** Where the pictures go: git ignores it. */
export const SCREENS_FOLDER = fileURLToPath(new URL('../../screens/', import.meta.url))

/** Of the windows; the least is one of 640 by 800 px at a zoom of 200 %. */
const HEIGHTS: Record<number, number> = { 320: 400, 375: 812, 1280: 860, 1920: 1080 }
/** The widths that every screen is looked at in. */
export const WIDTHS = [1280, 375]
/** Those of the main screens. */
export const MAIN_WIDTHS = [1920, ...WIDTHS]
const COOKIE_LIFE_S = 86_400

/** `LOOK=375.dark` keeps the looks whose name holds every part: a width, light or dark, en or nl. */
const wantedParts = (process.env['LOOK'] ?? '').split('.').filter((part) => part !== '')

/** The looks that are asked for, the ones in one language together: changing it loads the page anew. */
export function screenLooks(widths: readonly number[]): readonly ScreenLook[] {
  return (['en', 'nl'] as const)
    .flatMap((language) =>
      widths.flatMap((width) => [false, true].map((dark): ScreenLook => ({ width, dark, language }))),
    )
    .filter((look) => wantedParts.every((part) => nameOfLook(look).split('.').includes(part)))
}

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
        document.cookie = `${key}=${value}; path=/; max-age=${life}; samesite=lax`
        try {
          localStorage.setItem(key, value)
        } catch {
          // Where storage is forbidden the cookie is all there is.
        }
      }
      window.dispatchEvent(new StorageEvent('storage', { key: 'language' }))
    },
    [{ language, darkMode: String(dark) }, COOKIE_LIFE_S] as const,
  )
}

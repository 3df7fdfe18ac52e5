import { join } from 'node:path'

import type { Locator, Page } from '@playwright/test'

import { expect, type People, test } from '@kundig/testing/browser/people'
import type { Sql } from '@kundig/testing/database/test-database'

import { makeContactSheet } from './contact-sheet.ts'
import { nameOfLook, putOn, screenLooks, type ScreenLook, SCREENS_FOLDER, WIDTHS } from './screen-looks.ts'

const IMAGE_LIMIT_MS = 5000
const WIDE = { width: 1280, height: 860 }

/** `ONLY=chat` takes the screens whose name holds it. */
const only = process.env['ONLY'] ?? ''

interface Screenshot {
  /** The address of a state that survives being loaded anew, which happens once for each language. */
  at?: string
  /** Makes a state that survives no change of look; called for each look, after it is put on. */
  make?: (look: ScreenLook) => Promise<unknown>
  /** Waits until the state is there to be seen. */
  ready?: () => Promise<unknown>
  /** Scrolled to: what the picture is about, on a long page. */
  about?: Locator
  /** The whole page, or (unless true) what the window shows of it. */
  whole?: boolean
  /** The widths of the windows, when they are not the usual two. */
  widths?: readonly number[]
}

/** Takes the pictures of one screen, in every look, and puts them on a sheet. */
export type Capture = (name: string, page: Page, screenshot?: Screenshot) => Promise<void>

/** Makes the states of screens and captures each; `sql` brings about what would take time. */
type Take = (people: People, capture: Capture, sql: Sql) => Promise<void>

/** A label or a text in both languages, as a whole. */
export function inBoth(english: string, dutch: string): RegExp {
  return new RegExp(`^(?:${RegExp.escape(english)}|${RegExp.escape(dutch)})$`, 'u')
}

/**
 * Declares screens that are made together.
 * @param names what their pictures are called: places and states in words, joined by dots and hyphens
 * @param take makes the states and captures each; screens that nobody asked for are left out of it
 */
export function screens(names: readonly string[], take: Take): void {
  if (!names.some((name) => name.includes(only))) return
  test(names.join(', '), async ({ people, sql }) => {
    const taken = new Set<string>()
    const capture: Capture = async (name, page, screenshot = {}) => {
      taken.add(name)
      if (name.includes(only)) return captureInEveryLook(name, page, screenshot)
      // What comes next may begin where this one would have left off.
      if (screenshot.at !== undefined) await page.goto(screenshot.at)
      await screenshot.make?.({ width: WIDE.width, dark: false, language: 'en' })
      return undefined
    }
    await take(people, capture, sql)
    expect([...taken].toSorted()).toEqual(names.toSorted())
  })
}

async function captureInEveryLook(name: string, page: Page, screenshot: Screenshot): Promise<void> {
  const { at, make, ready, about, whole = false, widths = WIDTHS } = screenshot
  if (page.url() === 'about:blank') await page.goto(at ?? '/')
  // A toast would be in some of the looks, and in the language of its first one.
  if (!make) await expect(page.locator('[data-sonner-toast]')).toHaveCount(0)
  const defects: string[] = []
  let loadedIn = ''
  for (const look of screenLooks(widths)) {
    await putOn(page, look)
    if (at !== undefined && loadedIn !== look.language) await page.goto(at)
    loadedIn = look.language
    await make?.(look)
    await ready?.()
    if (about) await about.evaluate(show)
    // What sticks to the window's top belongs at the page's.
    else if (whole) await page.evaluate(() => scrollTo(0, 0))
    await page.mouse.move(0, 0)
    await settle(page)
    const beyond = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    if (beyond > 0) defects.push(`${name} ${nameOfLook(look)}: ${beyond} px wider than the window`)
    await page.screenshot({
      path: join(SCREENS_FOLDER, `${name}.${nameOfLook(look)}.png`),
      fullPage: whole,
      animations: 'disabled',
    })
  }
  // What comes next finds its way on a wide screen.
  await page.setViewportSize(WIDE)
  await makeContactSheet(name)
  // The pictures are kept: a screen that is too wide is worth looking at.
  expect.soft(defects).toEqual([])
}

/** Brings an element into sight: its middle, or its beginning when it is higher than the window. */
function show(element: HTMLElement | SVGElement): void {
  const isHigh = element.getBoundingClientRect().height > innerHeight
  element.scrollIntoView({ block: isHigh ? 'start' : 'center' })
}

/** Waits for fonts and images, and until both are painted. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async (limit) => {
    const loading = Array.from(document.images, (image) => {
      image.loading = 'eager'
      return image.complete
        ? undefined
        : new Promise((resolve) => {
            image.addEventListener('load', resolve, { once: true })
            image.addEventListener('error', resolve, { once: true })
          })
    })
    await Promise.race([
      Promise.all([document.fonts.ready, ...loading]),
      new Promise((resolve) => {
        setTimeout(resolve, limit)
      }),
    ])
    await new Promise((resolve) => {
      requestAnimationFrame(() => requestAnimationFrame(resolve))
    })
  }, IMAGE_LIMIT_MS)
}

import type { Page } from '@playwright/test'

import { openLive } from '@kundig/testing/browser/live-pages'
import { expect, test } from '@kundig/testing/browser/people'

/** What has a ring around it, if that is not a field, which has one whatever brought the focus there. */
function ringOn(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const focused = document.activeElement
    if (!focused || focused.matches('input, textarea, select') || !focused.matches(':focus-visible')) return null
    return getComputedStyle(focused).outlineStyle === 'none' ? null : focused.outerHTML
  })
}

/** A tap by a finger. */
async function tap(page: Page, name: RegExp): Promise<void> {
  const box = await page.getByRole('tab', { name }).boundingBox()
  if (!box) throw new Error('Nothing to tap')
  const finger = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const touch = await page.context().newCDPSession(page)
  await touch.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [finger] })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true')
}

test('mouse and finger choose a tab without the ring that keys draw', async ({ people }) => {
  const { asker } = await people.pair()
  const { page } = asker
  await page.goto('/dashboard')
  const tab = (name: RegExp) => page.getByRole('tab', { name })
  // Nothing has had the focus yet; a page that was just loaded takes any script's focus for the keyboard's.
  for (const name of [/^Chats/u, /^Requests/u, /^Explore/u]) {
    await tab(name).click()
    await expect(tab(name)).toHaveAttribute('aria-selected', 'true')
    await expect(tab(name)).toBeFocused()
    expect(await ringOn(page)).toBeNull()
  }
  await tap(page, /^Requests/u)
  expect(await ringOn(page)).toBeNull()
})

test('keys move between tabs, with a ring', async ({ people }) => {
  const { asker } = await people.pair()
  const { page } = asker
  await openLive(page, '/dashboard')
  const tab = (name: RegExp) => page.getByRole('tab', { name })
  await expect(tab(/^Explore/u)).toBeVisible()
  await page.locator('#main').focus()
  await page.keyboard.press('Tab')
  for (const [key, name] of [
    [null, /^Explore/u],
    ['ArrowRight', /^Requests/u],
    ['End', /^Chats/u],
    ['ArrowRight', /^Explore/u],
    ['ArrowLeft', /^Chats/u],
    ['Home', /^Explore/u],
  ] as const) {
    if (key !== null) await page.keyboard.press(key)
    await expect(tab(name)).toBeFocused()
    await expect(tab(name)).toHaveAttribute('aria-selected', 'true')
    await expect(tab(name)).toHaveCSS('outline-style', 'solid')
  }
  // The others are reached by arrows alone.
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect(tab(/^Explore/u)).toBeFocused()
  const panel = page.getByRole('tabpanel', { name: /^Explore/u })
  await page.keyboard.press('Tab')
  await expect(panel).toBeFocused()
})

test('what the mouse opens and closes has no ring', async ({ people }) => {
  const { asker, expert } = await people.pair()
  const { page } = asker
  await page.goto('/dashboard?tab=chats')
  await page.getByRole('button', { name: new RegExp(expert.name, 'u') }).click()
  const more = page.getByRole('button', { name: 'More' })
  await more.click()
  expect(await ringOn(page)).toBeNull()
  await more.click()
  expect(await ringOn(page)).toBeNull()
  await more.click()
  await page.getByRole('menuitem', { name: 'End conversation' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toBeVisible()
  expect(await ringOn(page)).toBeNull()
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await ringOn(page)).toBeNull()

  await page.getByRole('tab', { name: /^Explore/u }).click()
  await page
    .getByRole('article')
    .getByRole('button', { name: /^Send request/iu })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  expect(await ringOn(page)).toBeNull()
  await page.getByRole('article').getByRole('link').first().click()
  await expect(page).toHaveURL(/\/profile\//u)
  expect(await ringOn(page)).toBeNull()
})

test('what keys open and close has a ring', async ({ people }) => {
  const { asker, expert } = await people.pair()
  const { page } = asker
  await page.goto('/dashboard?tab=chats')
  await page.getByRole('button', { name: new RegExp(expert.name, 'u') }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'More' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  expect(await ringOn(page)).not.toBeNull()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  expect(await ringOn(page)).not.toBeNull()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toBeHidden()
  expect(await ringOn(page)).not.toBeNull()
})

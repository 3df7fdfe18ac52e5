import type { Page } from '@playwright/test'

import { idOf } from '@kundig/testing/browser/calls'
import { askToEnd } from '@kundig/testing/browser/chats'
import { openLive } from '@kundig/testing/browser/live-pages'
import { makeDeal, openDealOn, paymentsOn } from '@kundig/testing/browser/payments'
import { expect, type People, test, uniqueWord } from '@kundig/testing/browser/people'
import { CARDS } from '@kundig/testing/payments/cards'

/** Somebody who came to another one's profile by way of the landing page, with the dialog of a request open. */
async function composing(people: People) {
  const { page } = await people.expert(`Anke ${uniqueWord()}`)
  const other = await people.expert(`Bert ${uniqueWord()}`)
  const id = await idOf(other.context, people.url)
  await page.goto('/dashboard')
  await page.goto(`/profile/${id}`)
  await page.getByRole('button', { name: /^Send Request/u }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('textbox')).toBeFocused()
  return { page, dialog, profile: new RegExp(`/profile/${id}$`, 'u') }
}

const dashboard = /\/dashboard$/u

test(
  'Back closes a dialog and leaves the page, and only then leads to the page before',
  { tag: '@core' },
  async ({ people }) => {
    const { page, dialog, profile } = await composing(people)
    await dialog.getByRole('textbox').fill('Dear Bert')
    await page.goBack()
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL(profile)
    await expect(page.getByRole('button', { name: /^Send Request/u })).toBeFocused()
    await page.goForward()
    await expect(page).toHaveURL(profile)
    await expect(dialog).toBeHidden()
    await page.goBack()
    await expect(page).toHaveURL(dashboard)
  },
)

for (const [way, close] of [
  ['Escape', (page: Page) => page.keyboard.press('Escape')],
  ['its button', (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()],
] as const) {
  test(`a dialog that was closed by ${way} takes no step of Back, however often it was open`, async ({ people }) => {
    const { page, dialog, profile } = await composing(people)
    await close(page)
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name: /^Send Request/u }).click()
    await expect(dialog).toBeVisible()
    await close(page)
    await expect(dialog).toBeHidden()
    await page.goBack()
    await expect(page).toHaveURL(dashboard)
    await page.goForward()
    await expect(page).toHaveURL(profile)
    await expect(dialog).toBeHidden()
  })
}

test('for whoever wants less motion a dialog opens in its place, without the first step of a movement', async ({
  people,
}) => {
  const { page, dialog } = await composing(people)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  // Even one that lasts no time at all is drawn once where it begins.
  const moving = await page.getByRole('button', { name: /^Send Request/u }).evaluate(async (button: HTMLElement) => {
    button.click()
    while (!document.querySelector('dialog[open]')) await new Promise((resolve) => setTimeout(resolve))
    return document.getAnimations().map((animation) => animation instanceof CSSAnimation && animation.animationName)
  })
  expect(moving).toEqual([])
  await expect(dialog.getByRole('textbox')).toBeFocused()
})

test('a page that follows a dialog takes its place in the history', async ({ people }) => {
  const { page, dialog, profile } = await composing(people)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Account' }).click()
  await expect(page).toHaveURL(/\/account$/u)
  // The address changes before the screen does.
  await expect(page.getByRole('heading', { name: 'Account Settings', level: 1 })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(profile)
  await expect(page.getByRole('button', { name: /^Send Request/u })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(dashboard)
})

test('a page that was loaded anew under a dialog goes back in one step', async ({ people }) => {
  const { page, dialog } = await composing(people)
  await page.reload()
  await expect(page.getByRole('button', { name: /^Send Request/u })).toBeVisible()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: /^Send Request/u }).click()
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(dialog).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL(dashboard)
})

test('a room that is left by its button after a dialog is not behind Back', async ({ people }) => {
  const { asker, expert, roomId } = await people.pair([{ width: 375, height: 812 }])
  const { page } = asker
  const room = page.getByRole('navigation', { name: 'Your chats' }).getByRole('button', { name: expert.name })
  await page.goto('/account')
  await page.goto('/dashboard?tab=chats')
  await room.click()
  await expect(page).toHaveURL(new RegExp(`room=${roomId}`, 'u'))
  await askToEnd(page)
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await expect(page).toHaveURL(new RegExp(`room=${roomId}`, 'u'))
  await askToEnd(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Back to Chats' }).click()
  await expect(room).toBeVisible()
  await expect(page).toHaveURL(/tab=chats$/u)
  await page.goBack()
  await expect(page).not.toHaveURL(/room=/u)
})

test('of two layers each takes one step of Back', async ({ people }) => {
  const { buyer, seller, roomId, calls } = await makeDeal(people)
  await calls.ask(seller, roomId, '30')
  await openDealOn(buyer.page, roomId)
  const { page } = buyer
  const paying = paymentsOn(page)
  await paying.payWith('€30.00', CARDS.declinedOncePaidWith)
  await paying.giveUp.click()
  const question = page.getByRole('alertdialog')
  await expect(question).toBeVisible()
  await page.goBack()
  await expect(question).toBeHidden()
  await expect(paying.dialog).toBeVisible()
  await page.goBack()
  await expect(paying.dialog).toBeHidden()
  await expect(page).toHaveURL(new RegExp(`room=${roomId}`, 'u'))
})

for (const at of ['/', '/login']) {
  test(`Back closes the menu of a small screen, and not the page (${at})`, async ({ people }) => {
    const page = await people.visitor({ width: 375, height: 812 })
    await page.goto('/forgot-password')
    await page.goto(at)
    const bar = page.getByRole('navigation', { name: 'Main' })
    await bar.getByRole('button', { name: 'Open menu' }).click()
    await expect(bar.getByRole('link', { name: 'Log In' })).toBeVisible()
    await expect.poll(() => page.evaluate(() => 'layer' in Object(history.state))).toBe(true)
    await page.goBack()
    await expect(bar.getByRole('button', { name: 'Open menu' })).toBeVisible()
    await expect(bar.getByRole('link', { name: 'Log In' })).toBeHidden()
    await expect(page).toHaveURL(new RegExp(`${at}$`, 'u'))
    await page.goBack()
    await expect(page).toHaveURL(/\/forgot-password$/u)
  })
}

test('Back with an unsaved profile asks first, and staying keeps what was typed', async ({ people }) => {
  const { page } = await people.expert(`Cor ${uniqueWord()}`)
  await openLive(page, '/dashboard')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Account' }).click()
  const name = page.locator('input[name=full_name]')
  await name.fill('Another name')
  const question = page.getByRole('alertdialog')
  for (let turn = 0; turn < 2; turn++) {
    await page.goBack()
    await question.getByRole('button', { name: 'Stay' }).click()
    await expect(page).toHaveURL(/\/account$/u)
    await expect(name).toHaveValue('Another name')
  }
  await page.goBack()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(dashboard)
})

import type { Locator, Page } from '@playwright/test'

import { makeDeal, openDealChat, locatePayments } from '@kundig/testing/browser/payments'
import { expect, test } from '@kundig/testing/browser/people'
import { CARDS } from '@kundig/testing/payments/cards'

const STEPS_MAX = 40

async function tabTo(page: Page, place: Locator): Promise<void> {
  await expect(place).toBeVisible()
  for (let step = 0; step < STEPS_MAX; step++) {
    if (await place.evaluate((element) => element.matches(':focus'))) return
    await page.keyboard.press('Tab')
  }
  await expect(place).toBeFocused()
}

test(
  'a buyer pays with a new card and authenticates by keyboard alone, with a visible focus',
  { tag: '@core' },
  async ({ people }) => {
    const { buyer, seller, roomId, calls } = await makeDeal(people)
    await calls.ask(seller, roomId, '45')
    const { page } = buyer
    await openDealChat(page, roomId)
    const paying = locatePayments(page)
    await tabTo(page, paying.payOf('€45.00'))
    await page.keyboard.press('Enter')
    await expect(paying.number).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(paying.dialog).toBeHidden()
    await expect(paying.payOf('€45.00')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(paying.number).toBeFocused()
    await page.keyboard.type(CARDS.asks3dSecure)
    await page.keyboard.press('Tab')
    await page.keyboard.type('1234')
    await page.keyboard.press('Tab')
    await page.keyboard.type('123')
    await page.keyboard.press('Enter')
    await tabTo(page, paying.bank.pass)
    await page.keyboard.press('Enter')
    await expect(paying.bank.aboutToPay).toBeVisible()
    await tabTo(page, paying.bank.close)
    await page.keyboard.press('Enter')
    await expect(paying.tryOther).toBeVisible()
    await expect.poll(() => paying.dialog.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true)
    await tabTo(page, paying.dialog.getByRole('button', { name: 'Try again' }))
    await page.keyboard.press('Enter')
    await tabTo(page, paying.answerBank)
    await page.keyboard.press('Enter')
    await tabTo(page, paying.bank.pass)
    await page.keyboard.press('Enter')
    await expect(paying.requestCard('€45.00', 'completed')).toBeFocused()
    expect(await calls.received(seller)).toEqual(['€45.00'])
  },
)

import type { Page } from '@playwright/test'

import { holdRequests } from '@kundig/testing/browser/held-requests'
import { waitForHydration } from '@kundig/testing/browser/live-pages'
import { expect, test } from '@kundig/testing/browser/people'

test('going back while a screen loads shows the previous page, and the screen can be opened afterwards', async ({
  people,
}) => {
  const page = await people.visitor()
  await page.goto('/')
  await waitForHydration(page)
  const title = await page.getByRole('heading', { level: 1 }).innerText()
  const card = page.getByRole('article').nth(2).getByRole('link')
  const name = await card.innerText()
  const screen = await holdRequests(page, /\/assets\/profile-by-address-/u)
  await card.click()
  await expect(page).toHaveURL(/\/profile\//u)
  await page.evaluate(() => history.back())
  await expect(page).toHaveURL(/\/$/u)
  screen.letGo()
  await expect(page.locator('main')).toBeFocused()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await card.click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page).toHaveURL(/\/profile\//u)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
})

async function holdApplication(page: Page): Promise<{ asked: Promise<void>; arrive: () => Promise<void> }> {
  const address = /\/assets\/app-/u
  const { asked, letGo } = await holdRequests(page, address)
  return {
    asked,
    arrive: async () => {
      const answer = page.waitForResponse(address)
      letGo()
      await (await answer).finished()
    },
  }
}

test('going back before the address has changed cancels the navigation', async ({ people }) => {
  const page = await people.visitor()
  await page.goto('/')
  await waitForHydration(page)
  await page.getByRole('link', { name: 'Education' }).first().click()
  await expect(page).toHaveURL(/\?category=education$/u)
  const code = await holdApplication(page)
  const card = page.getByRole('article').first().getByRole('link')
  await card.click()
  await code.asked
  await page.evaluate(() => history.back())
  await expect(page).toHaveURL(/\/$/u)
  await code.arrive()
  // The pause gives the application time to start.
  await page.waitForTimeout(1000)
  await expect(page).toHaveURL(/\/$/u)
  await expect(page.getByRole('article')).toHaveCount(12)
  await card.click()
  await expect(page).toHaveURL(/\/profile\//u)
})

test('choosing a category on the page cancels an earlier navigation', async ({ people }) => {
  const page = await people.visitor()
  await page.goto('/')
  await waitForHydration(page)
  const code = await holdApplication(page)
  await page.getByRole('article').first().getByRole('link').click()
  await code.asked
  await page.getByRole('link', { name: 'Education' }).first().click()
  await expect(page).toHaveURL(/\?category=education$/u)
  await code.arrive()
  await page.waitForTimeout(1000)
  await expect(page).toHaveURL(/\?category=education$/u)
  await page.getByRole('article').first().getByRole('link').click()
  await expect(page).toHaveURL(/\/profile\//u)
})

test('clicking two people while the code loads opens only the second', async ({ people }) => {
  const page = await people.visitor()
  await page.goto('/')
  await waitForHydration(page)
  const code = await holdApplication(page)
  const cards = page.getByRole('article').getByRole('link')
  await cards.first().click()
  await code.asked
  const name = await cards.nth(1).innerText()
  await cards.nth(1).click()
  await code.arrive()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/$/u)
  await expect(page.getByRole('article')).toHaveCount(12)
})

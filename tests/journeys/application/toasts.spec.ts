import type { Locator, Page } from '@playwright/test'

import { endConversation, openRoom } from '@kundig/testing/browser/chats'
import { colourOf } from '@kundig/testing/browser/colours'
import { expect, test, uniqueWord } from '@kundig/testing/browser/people'

/** Presses a button whose failure has no place on the page. */
async function failToBecomeSeller(page: Page): Promise<Locator> {
  await page.route('**/rpc/payments/onboard', (route) => route.fulfill({ status: 500, json: {} }))
  await page.getByRole('button', { name: 'Become a Seller' }).click()
  return toast(page, 'Seller onboarding failed')
}

const toast = (page: Page, text: string): Locator => page.locator('[data-sonner-toast]').filter({ hasText: text })

/** Whether it stands at the top, in the middle. */
async function expectTopCentre(page: Page, shown: Locator): Promise<void> {
  await expect
    .poll(async () => {
      const box = await shown.boundingBox()
      const { width = 0 } = page.viewportSize() ?? {}
      return box !== null && box.y >= 0 && box.y < 60 && Math.abs(box.x + box.width / 2 - width / 2) <= 1
    })
    .toBe(true)
}

for (const dark of [false, true]) {
  // spec 8.1, 8.3, 8.4, 8.31
  test(`failures are red, successes green and news blue, at the top in the middle (${dark ? 'dark' : 'light'})`, async ({
    people,
  }) => {
    const { page } = await people.expert(`Vera ${uniqueWord()}`, { dark })
    await page.goto('/account')
    const failure = await failToBecomeSeller(page)
    // A toast that is pointed at stays, until a success says that it is no longer so.
    await failure.hover()
    await expectTopCentre(page, failure)
    const red = await colourOf(failure)
    expect(red.red).toBeGreaterThan(1.5 * Math.max(red.green, red.blue))

    await page.getByRole('button', { name: 'Save profile' }).press('Enter')
    const success = toast(page, 'Profile saved')
    const green = await colourOf(success)
    await expectTopCentre(page, success)
    await expect(failure).toHaveCount(0)
    expect(green.green).toBeGreaterThan(1.2 * Math.max(green.red, green.blue))

    await page.goto('/login')
    await page.getByRole('button', { name: 'Log Out' }).click()
    await expect(page.getByRole('link', { name: 'Log In' })).toBeVisible()
    await page.goto('/login')
    const opened = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await (await opened).getByRole('link', { name: 'Cancel' }).click()
    const news = toast(page, 'Google sign-in was cancelled')
    const blue = await colourOf(news)
    await expectTopCentre(page, news)
    expect(blue.blue).toBeGreaterThan(1.2 * Math.max(blue.red, blue.green))
  })
}

// spec 8.2, 9.1
test('a toast stands for 4,000 ms', async ({ people }) => {
  const { page } = await people.expert(`Stan ${uniqueWord()}`)
  // Whatever is to happen after that time waits until it is let go.
  await page.addInitScript(() => {
    const held: (() => void)[] = []
    const begin = window.setTimeout.bind(window)
    Object.assign(window, {
      setTimeout: (work: () => void, ms?: number, ...rest: unknown[]) =>
        ms === 4000 ? held.push(work) : begin(work, ms, ...rest),
      held: () => held.length,
      letGo: () => {
        for (const work of held.splice(0)) work()
      },
    })
  })
  await page.goto('/account')
  const shown = await failToBecomeSeller(page)
  await expect(shown).toBeVisible()
  await expect.poll(() => page.evaluate(() => (Reflect.get(window, 'held') as () => number)())).toBeGreaterThan(0)
  await page.evaluate(() => (Reflect.get(window, 'letGo') as () => void)())
  await expect(shown).toHaveCount(0)
})

test('what is shown in one language goes when another is chosen', async ({ people }) => {
  const { page } = await people.expert(`Willem ${uniqueWord()}`)
  await page.goto('/account')
  const failure = await failToBecomeSeller(page)
  // Pointed at, it would stay.
  await failure.hover()
  await page.getByRole('button', { name: 'NL', exact: true }).press('Enter')
  await expect(page.getByRole('button', { name: 'Profiel opslaan' })).toBeVisible()
  await expect(failure).toHaveCount(0)
})

test('on a phone a toast leaves the header of an open chat free, with the way back', async ({ people }) => {
  const { asker, expert, roomId } = await people.pair([{ width: 375, height: 812 }])
  const { page } = asker
  await openRoom(page, roomId)
  await page.route('**/rpc/chat/close', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 })
  await endConversation(page)
  const failure = toast(page, 'Failed to close chat')
  await expect(failure).toBeVisible()
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await failure.hover()
  const header = page.getByRole('region', { name: `Chat with ${expert.name}` }).locator('header')
  await expect
    .poll(async () => {
      const [shown, covered] = [await failure.boundingBox(), await header.boundingBox()]
      return (shown?.y ?? 0) >= (covered?.y ?? Infinity) + (covered?.height ?? 0)
    })
    .toBe(true)
  await page.getByRole('button', { name: 'Back to Chats' }).click()
  await expect(page.getByRole('button', { name: 'Back to Chats' })).toBeHidden()
})

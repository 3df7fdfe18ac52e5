import { expectNoViolations } from '@kundig/testing/browser/accessibility'
import { type KundigServer, startKundig } from '@kundig/testing/browser/kundig-server'
import { expect, test } from '@kundig/testing/browser/people'

// A server of its own: it is called something else here.
let server: KundigServer
test.beforeAll(async () => {
  server = await startKundig()
})
test.afterAll(() => server.stop())

test('an owner names the site and chooses colours: refused ones are told with others that do, then every page has them', async ({
  peopleOf,
  browser,
}) => {
  const owner = await peopleOf(server.url).demo('owner')
  await owner.goto('/operator/settings')
  const form = owner.getByRole('form', { name: 'Name and appearance' })
  await form.getByRole('textbox', { name: 'Name of the site' }).fill('Vraag & Raad')
  await form.getByRole('textbox', { name: 'Second colour' }).fill('#ffb703')
  const first = form.getByRole('textbox', { name: 'First colour' })
  await first.fill('#5fb7d4')
  await first.press('Enter')
  const told = form.getByRole('alert')
  await expect(told).toContainText('These colours cannot be read well enough')
  await expect(told).toContainText('of 4.5 : 1')
  await expectNoViolations(owner)
  await told.getByRole('button', { name: /^Take #[0-9a-f]{6} and #ffb703 instead$/u }).press('Enter')
  await expect(told).toHaveCount(0)
  await first.press('Enter')
  await expect(owner.getByText('Saved. Load a page again to see it.')).toBeVisible()

  for (const locale of ['en-GB', 'nl-NL']) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({ baseURL: server.url, locale, colorScheme })
      const page = await context.newPage()
      for (const path of ['/', '/login']) {
        await page.goto(path)
        await expect(page.getByRole('link', { name: 'Vraag & Raad' }).first()).toBeVisible()
        await expect(page).toHaveTitle(/ · Vraag & Raad$/u)
        expect(await page.locator('html').innerText()).not.toContain('Kundig')
        await expectNoViolations(page)
      }
      await context.close()
    }
  }
})

import { expectNoViolations } from '@kundig/testing/browser/accessibility'
import { callAs } from '@kundig/testing/browser/calls'
import { type KundigServer, startKundig } from '@kundig/testing/browser/kundig-server'
import { expect, test } from '@kundig/testing/browser/people'

// A server of its own: it is called something else here.
let server: KundigServer
// One worker does them all, so that there is one server.
test.describe.configure({ mode: 'default' })
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
  // Seen before it is saved, in light and in dark.
  for (const mode of ['light', 'dark']) {
    await expect(form.locator(`[data-preview=${mode}]`)).toContainText('Vraag & Raad')
  }
  await form.getByRole('textbox', { name: 'Second colour', exact: true }).fill('#ffb703')
  const first = form.getByRole('textbox', { name: 'First colour', exact: true })
  await first.fill('#5fb7d4')
  const button = form.locator('[data-preview=light]').getByText('Introduce yourself')
  await expect(button).toHaveCSS('background-color', 'rgb(95, 183, 212)')
  await expect(form.getByText('Some texts are too hard to read like this.')).toBeVisible()
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

const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><script>document.title = 'run'</script>
  <rect width="40" height="20" rx="4" fill="#0b4f6c"/><circle cx="10" cy="10" r="6" fill="#ffb703"/></svg>`

test('an owner gives the site a logo: seen before it is used, cleaned to shapes, on every page, and taken away again', async ({
  peopleOf,
}) => {
  const people = peopleOf(server.url)
  const owner = await people.demo('owner')
  await owner.goto('/operator/settings')
  const section = owner.getByRole('region', { name: 'Logo' })
  const choose = (name: string, mimeType: string, content: string) =>
    section.locator('input[type=file]').setInputFiles({ name, mimeType, buffer: Buffer.from(content) })

  await choose('photo.jpg', 'image/jpeg', 'no logo')
  await expect(section.getByRole('alert')).toHaveText('Choose a PNG or an SVG')
  await choose('large.png', 'image/png', ' '.repeat(1_000_001))
  await expect(section.getByRole('alert')).toContainText('too large for a logo')
  await choose(
    'empty.svg',
    'image/svg+xml',
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><text>a</text></svg>',
  )
  await section.getByRole('button', { name: 'Use this logo' }).click()
  await expect(section.getByRole('alert')).toContainText('Nothing in this file can be shown')

  await choose('logo.svg', 'image/svg+xml', DRAWING)
  await expect(section.getByText('It is not used yet.')).toBeVisible()
  await expect(owner.locator('[data-preview=dark] img')).toHaveAttribute('src', /^blob:/u)
  await expectNoViolations(owner)
  await section.getByRole('button', { name: 'Use this logo' }).press('Enter')
  await expect(section.getByRole('alert').last()).toContainText('Left out, because a logo holds shapes only: script.')
  await expect(section.getByRole('button', { name: 'Choose another logo' })).toBeFocused()
  await expectNoViolations(owner)

  const visitor = await people.visitor()
  const shown = visitor.locator('nav .logo').first()
  await visitor.goto('/')
  await expect(shown).toHaveCSS('background-image', /\/files\/logo\/[0-9a-f]{32}/u)
  // Wider than the mark, as it is.
  await expect.poll(async () => (await shown.boundingBox())?.width).toBe(56)
  await visitor.goto('/terms')
  await expect
    .poll(() =>
      visitor.locator('header img').evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth),
    )
    .toBe(512)
  const address = await visitor.locator('header img').getAttribute('src')
  await visitor.goto(address ?? '')
  expect(await visitor.locator('script').count()).toBe(0)

  await section.getByRole('button', { name: 'Remove the logo' }).press('Enter')
  await expect(section.getByText('The mark that the site comes with is shown.')).toBeVisible()
  await visitor.goto('/')
  await expect(shown).toHaveCSS('background-image', 'none')
})

test('of two owners who save at once the second sees what the first changed, and loses nothing typed', async ({
  peopleOf,
}) => {
  const people = peopleOf(server.url)
  const open = async () => {
    const page = await people.demo('owner')
    await page.goto('/operator/settings')
    const form = page.getByRole('form', { name: 'Name and appearance' })
    await expect(form.getByRole('textbox', { name: 'Legal name' })).toBeVisible()
    return { page, form, save: form.getByRole('button', { name: 'Save' }) }
  }
  const first = await open()
  const second = await open()
  await first.form.getByRole('textbox', { name: 'Legal name' }).fill('First B.V.')
  await first.form.getByRole('textbox', { name: 'VAT number' }).fill('NL1')
  await first.save.click()
  await expect(first.page.getByText('Saved. Load a page again to see it.')).toBeVisible()

  const legal = second.form.getByRole('textbox', { name: 'Legal name' })
  await legal.fill('Second B.V.')
  await second.save.click()
  const told = second.form.getByRole('alert')
  await expect(told).toContainText('Somebody else changed this meanwhile.')
  await expect(told).toContainText('Legal name: First B.V.')
  await expect(legal).toHaveValue('Second B.V.')
  await expect(second.form.getByRole('textbox', { name: 'VAT number' })).toHaveValue('NL1')
  await second.save.click()
  await expect(told).toHaveCount(0)
  await first.page.reload()
  await expect(first.form.getByRole('textbox', { name: 'Legal name' })).toHaveValue('Second B.V.')
  await expect(first.form.getByRole('textbox', { name: 'VAT number' })).toHaveValue('NL1')
})

for (const language of ['en', 'nl'] as const) {
  for (const dark of [false, true]) {
    const look = `${language}, ${dark ? 'dark' : 'light'}`
    test(`with another face every screen can still be read, and has no old name (${look})`, async ({ peopleOf }) => {
      const people = peopleOf(server.url)
      const owner = await people.demo('owner', { language, dark })
      const { version, settings } = await callAs<{ version: number; settings: { face: object } }>(
        owner.context(),
        server.url,
        'GET',
        '/api/operations/settings',
      )
      await callAs(owner.context(), server.url, 'PUT', '/api/operations/settings/face', {
        ...settings.face,
        version,
        name: 'Vraag & Raad',
        primary: '#14532d',
        accent: '#80d8ff',
      })
      const { asker, roomId } = await people.pair([{ language, dark }])
      for (const path of ['/', '/dashboard', `/dashboard?tab=chats&room=${roomId}`, '/account', '/terms']) {
        await asker.page.goto(path)
        await expect(asker.page.getByRole('heading').first()).toBeVisible()
        expect(await asker.page.locator('html').innerText()).not.toContain('Kundig')
        await expectNoViolations(asker.page)
      }
      await owner.goto('/operator/settings')
      await expect(owner.locator('[data-preview=dark]')).toBeVisible()
      await expectNoViolations(owner)
    })
  }
}

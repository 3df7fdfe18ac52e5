import { expectNoAccessibilityViolations } from '@kundig/testing/browser/accessibility'
import { APPEARANCES } from '@kundig/testing/browser/appearances'
import { callApiFromBrowser } from '@kundig/testing/browser/calls'
import { type KundigServer, startKundig } from '@kundig/testing/browser/kundig-server'
import { expect, test } from '@kundig/testing/browser/people'

// A separate server, because the journeys give the site another name.
let server: KundigServer
test.describe.configure({ mode: 'default' })
test.beforeAll(async () => {
  server = await startKundig()
})
test.afterAll(() => server.stop())

const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><script>document.title = 'run'</script>
  <rect width="40" height="20" rx="4" fill="#0b4f6c"/><circle cx="10" cy="10" r="6" fill="#ffb703"/></svg>`

test('an owner adds a logo, which is reduced to shapes and shown on every page, and removes the logo', async ({
  peopleOf,
}) => {
  const people = peopleOf(server.url)
  const owner = await people.demo('owner')
  await owner.goto('/operator/settings')
  const section = owner.getByRole('region', { name: 'Logo' })
  const logo = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(DRAWING) }
  await section.locator('input[type=file]').setInputFiles(logo)
  await section.getByRole('button', { name: 'Use this logo' }).press('Enter')
  await expect(section.getByRole('alert').last()).toContainText('Left out, because a logo holds shapes only: script.')

  const visitor = await people.visitor()
  const shown = visitor.locator('nav .logo').first()
  await visitor.goto('/')
  await expect(shown).toHaveCSS('background-image', /\/files\/logo\/[0-9a-f]{32}/u)
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
  await expect(section.getByText('The default mark is shown.')).toBeVisible()
  await visitor.goto('/')
  await expect(shown).toHaveCSS('background-image', 'none')
})

for (const [name, { language = 'en', dark = false }] of APPEARANCES) {
  test(`every screen is readable with other branding, and does not show the old name (${name})`, async ({
    peopleOf,
  }) => {
    const people = peopleOf(server.url)
    const owner = await people.demo('owner', { language, dark })
    const { version, settings } = await callApiFromBrowser<{ version: number; settings: { face: object } }>(
      owner.context(),
      server.url,
      'GET',
      '/api/operations/settings',
    )
    await callApiFromBrowser(owner.context(), server.url, 'PUT', '/api/operations/settings/branding', {
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
      await expectNoAccessibilityViolations(asker.page)
    }
    await owner.goto('/operator/settings')
    await expect(owner.locator('[data-preview=dark]')).toBeVisible()
    await expectNoAccessibilityViolations(owner)
  })
}

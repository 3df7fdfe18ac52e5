import { expectNoAccessibilityViolations } from '@kundig/testing/browser/accessibility'
import { callApiFromBrowser } from '@kundig/testing/browser/calls'
import { type KundigServer, startKundig } from '@kundig/testing/browser/kundig-server'
import { expect, test } from '@kundig/testing/browser/people'
import { readEmbeddedUrl } from '@kundig/testing/database/embedded-url'
import { openSql } from '@kundig/testing/database/test-database'

// A separate server, because its terms must be accepted before people can write.
let server: KundigServer
test.describe.configure({ mode: 'default' })
test.beforeAll(async () => {
  server = await startKundig()
})
test.afterAll(() => server.stop())

test('an owner publishes the terms, a visitor reads them from the footer, and people with accounts accept them', async ({
  peopleOf,
}) => {
  const people = peopleOf(server.url)
  const owner = await people.demo('owner')
  await owner.goto('/operator/pages')
  await owner.getByRole('link', { name: 'Terms', exact: true }).press('Enter')
  await owner.getByLabel('English').fill('## Be fair\n\nThese are the *terms*.')
  await owner.getByLabel('Dutch').fill('## Wees eerlijk\n\nDit zijn de voorwaarden.')
  await owner.getByRole('button', { name: 'Preview' }).press('Enter')
  await expect(owner.getByRole('region', { name: 'Preview in English' })).toContainText('These are the terms.')
  await owner.getByRole('button', { name: 'Save draft' }).press('Enter')
  await expect(owner.getByText('Draft saved.', { exact: false })).toBeVisible()
  await expectNoAccessibilityViolations(owner)
  await owner.getByRole('button', { name: 'Publish' }).press('Enter')
  const question = owner.getByRole('alertdialog', { name: 'Publish this page?' })
  await expect(question).toContainText('These are the first terms')
  await question.getByRole('button', { name: 'Publish' }).press('Enter')
  await expect(owner.getByRole('region', { name: 'Versions' })).toContainText('Version 1')

  const visitor = await people.visitor()
  await visitor.goto('/')
  await visitor.getByRole('navigation', { name: 'About this site' }).getByRole('link', { name: 'Terms' }).press('Enter')
  await expect(visitor.getByRole('heading', { name: 'Be fair', level: 2 })).toBeVisible()
  await expect(visitor.getByText('Version 1')).toBeVisible()
  await expectNoAccessibilityViolations(visitor)
  const reader = await people.visitor({ language: 'nl' })
  await reader.goto('/terms')
  await expect(reader.getByText('Dit zijn de voorwaarden.')).toBeVisible()
  await reader.getByRole('link', { name: 'Privacy' }).press('Enter')
  await expect(reader.getByText('Concept', { exact: true })).toBeVisible()
  await expectNoAccessibilityViolations(reader)

  const person = await people.demo('kwame')
  await person.goto('/account')
  const banner = person.getByRole('complementary', { name: 'New terms' })
  await expect(banner.getByRole('link', { name: 'Read the terms' })).toBeVisible()
  await expectNoAccessibilityViolations(person)
  await banner.getByRole('button', { name: 'Accept the terms' }).press('Enter')
  await expect(banner).toHaveCount(0)
  await expect(person).toHaveURL(/\/account$/u)
})

test('after the deadline for new terms a person must accept the terms before sending a message', async ({
  peopleOf,
}) => {
  const { asker, expert, roomId } = await peopleOf(server.url).pair([{}, { language: 'nl', width: 375, dark: true }])
  await asker.page.goto(`/dashboard?tab=chats&room=${roomId}`)
  const box = asker.page.getByRole('textbox', { name: 'Message' })
  await expect(box).toBeVisible()
  await expert.page.goto(`/dashboard?tab=chats&room=${roomId}`)
  await expect(expert.page.getByRole('textbox', { name: 'Bericht' })).toBeVisible()

  await publishTermsOfLongAgo()
  const owed = () => callApiFromBrowser<{ terms?: object }>(asker.context, server.url, 'GET', '/api/session')
  await expect.poll(async () => (await owed()).terms).toBeDefined()

  await box.fill('Shall we begin?')
  await box.press('Enter')
  const question = asker.page.getByRole('alertdialog', { name: 'Accept the new terms first' })
  await expect(question.getByRole('link', { name: 'Read the terms' })).toBeVisible()
  await expectNoAccessibilityViolations(asker.page)
  await question.getByRole('button', { name: 'Not now' }).press('Enter')
  await expect(question).toHaveCount(0)
  const failed = asker.page.getByText('Accept the new terms first')
  await expect(failed).toBeVisible()
  await asker.page.getByRole('button', { name: 'Send again' }).press('Enter')
  await question.getByRole('button', { name: 'Accept the terms' }).press('Enter')
  await expect(asker.page.getByText('Thank you. You can send it now.')).toBeVisible()
  await asker.page.getByRole('button', { name: 'Send again' }).press('Enter')
  await expect(failed).toHaveCount(0)

  // After a reload, the page asks about the terms. The question disappears once it is answered.
  await expect(expert.page.getByRole('log').getByText('Shall we begin?')).toBeVisible()
  await expert.page.reload()
  const banner = expert.page.getByRole('complementary', { name: 'Nieuwe voorwaarden' })
  await expect(banner).toContainText('Accepteer de nieuwe voorwaarden')
  await expert.page.getByRole('textbox', { name: 'Bericht' }).fill('Graag')
  await expert.page.getByRole('textbox', { name: 'Bericht' }).press('Enter')
  const inDutch = expert.page.getByRole('alertdialog', { name: 'Accepteer eerst de nieuwe voorwaarden' })
  await inDutch.getByRole('button', { name: 'Voorwaarden accepteren' }).press('Enter')
  await expect(inDutch).toHaveCount(0)
  await expect(banner).toHaveCount(0)
})

/** Publishes terms with a date in the past, so that the period for their acceptance is over. */
async function publishTermsOfLongAgo(): Promise<void> {
  const sql = await openSql(await readEmbeddedUrl(server.location))
  await sql.query(
    `INSERT INTO page_versions (page, version, en, nl, asks_again, published_at)
     SELECT 'terms', coalesce(max(version), 0) + 1, 'New terms', 'Nieuwe voorwaarden', true, now() - interval '31 days'
     FROM page_versions WHERE page = 'terms'`,
  )
  await sql.close()
}

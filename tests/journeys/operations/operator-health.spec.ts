import { expectNoAccessibilityViolations } from '@kundig/testing/browser/accessibility'
import { expect, test, createUniqueWord } from '@kundig/testing/browser/people'

test('an operator sees a problem, and reads its cause, its start and the remedy', async ({ people, sql }) => {
  try {
    // A person to whom no other journey gives a role.
    const { page: stranger } = await people.expert(`Sam ${createUniqueWord()}`)
    expect((await stranger.goto('/operator/health'))?.status()).toBe(404)

    const owner = await people.demo('owner')
    await owner.goto('/operator')
    await sql.query(
      `INSERT INTO failure_counts (kind, since, count, last_at)
       VALUES ('mail_given_up', date_bin('10 minutes', now(), '2000-01-01Z'), 12, now())`,
    )
    // The page refreshes automatically.
    await expect(owner.getByText('Action needed')).toBeVisible({ timeout: 30_000 })
    await owner.getByRole('link', { name: 'Site status' }).focus()
    await owner.keyboard.press('Enter')
    await expect(owner.getByRole('heading', { level: 1, name: 'Site status' })).toBeVisible()
    const failed = owner.getByRole('region', { name: 'Recent failures' })
    const row = failed.getByRole('listitem').filter({ hasText: 'An email was given up after three days' })
    await expect(row).toContainText('12 in the last hour')
    await expect(row).toContainText('Check that the mail server in SMTP_URL is running')
    await expect(
      owner.getByRole('region', { name: 'Backlog' }).getByRole('listitem').filter({ hasText: 'Push notifications' }),
    ).toHaveCount(2)
    await expect(owner.getByRole('region', { name: 'Servers' }).getByRole('listitem').first()).toContainText('free of')
    await expectNoAccessibilityViolations(owner)
  } finally {
    await sql.query(`DELETE FROM failure_counts WHERE kind = 'mail_given_up'`)
  }
})

test('the health page fits a phone, in Dutch and dark', async ({ people }) => {
  const owner = await people.demo('owner', { language: 'nl', dark: true, width: 375, height: 812 })
  expect((await owner.goto('/operator/health'))?.status()).toBe(200)
  await expect(owner.getByRole('region', { name: 'Infrastructuur' })).toContainText('Laatste back-up')
  await expectNoAccessibilityViolations(owner)
  const overflow = await owner.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBe(0)
})

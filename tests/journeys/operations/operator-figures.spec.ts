import { readFile } from 'node:fs/promises'

import { expectNoAccessibilityViolations } from '@kundig/testing/browser/accessibility'
import { expect, test, createUniqueWord } from '@kundig/testing/browser/people'

test(
  'an operator reads a week and a month by keyboard, as plot, table and file',
  { tag: '@core' },
  async ({ people }) => {
    // A person to whom no other journey gives a role.
    const { page: stranger } = await people.expert(`Sam ${createUniqueWord()}`)
    expect((await stranger.goto('/operator/figures'))?.status()).toBe(404)

    const owner = await people.demo('owner')
    await owner.goto('/operator')
    await owner.getByRole('link', { name: 'Daily figures' }).focus()
    await owner.keyboard.press('Enter')
    await expect(owner.getByRole('heading', { level: 1, name: 'Daily figures' })).toBeVisible()
    const signUps = owner.getByRole('region', { name: 'Sign-ups', exact: true })
    await expect(signUps).toContainText('in 7 days')
    await expect(signUps.locator('canvas')).toBeVisible()

    await owner.getByRole('button', { name: '30 days' }).focus()
    await owner.keyboard.press('Enter')
    await expect(signUps).toContainText('in 30 days')
    await expect(owner).toHaveURL(/\/operator\/figures\?days=30$/u)
    await expect(owner.getByRole('button', { name: '30 days' })).toBeFocused()
    await signUps.getByText('Sign-ups as a table').focus()
    await owner.keyboard.press('Enter')
    await expect(signUps.getByRole('row')).toHaveCount(31)
    await expectNoAccessibilityViolations(owner)

    const downloading = owner.waitForEvent('download')
    await signUps.getByRole('button', { name: 'Download CSV of Sign-ups' }).press('Enter')
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(/^kundig-sign-ups-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/u)
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
    expect(lines[0]).toBe('\uFEFFDay,Sign-ups')
    expect(lines).toHaveLength(31)
  },
)

test('figures of a year fit a phone, in Dutch and dark', async ({ people }) => {
  const owner = await people.demo('owner', { language: 'nl', dark: true, width: 375, height: 812 })
  expect((await owner.goto('/operator/figures?days=365'))?.status()).toBe(200)
  await expect(owner.getByRole('region', { name: 'Aanmeldingen' }).locator('canvas')).toBeVisible()
  await expect(owner.getByRole('region', { name: 'Betaalvolume' })).toContainText('in 365 dagen')
  await expectNoAccessibilityViolations(owner)
  const overflow = await owner.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBe(0)
})

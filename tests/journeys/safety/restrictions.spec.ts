import type { Page } from '@playwright/test'

import { expectNoAccessibilityViolations } from '@kundig/testing/browser/accessibility'
import { callApiFromBrowser, readUserId } from '@kundig/testing/browser/calls'
import { openLivePage } from '@kundig/testing/browser/live-pages'
import { expect, PASSWORD, type People, test, createUniqueWord } from '@kundig/testing/browser/people'

async function decide(people: People, personId: string, decision: object): Promise<void> {
  const visitor = (await people.visitor()).context()
  const subject = { kind: 'profile', id: personId }
  await callApiFromBrowser(visitor, people.url, 'POST', '/api/reports', { subject, category: 'scam' })
  const owner = (await people.demo('owner')).context()
  const { items } = await callApiFromBrowser<{ items: { id: string; about_id: string }[] }>(
    owner,
    people.url,
    'GET',
    '/api/operations/cases',
  )
  const caseId = items.find(({ about_id }) => about_id === personId)?.id
  await callApiFromBrowser(owner, people.url, 'POST', `/api/operations/cases/${caseId}/decide`, {
    ground: 'rules',
    facts: 'You asked people to pay elsewhere.',
    rule: 'Our rules, part 3',
    ...decision,
  })
}

async function logIn(page: Page, email: string): Promise<void> {
  await page.goto('/login')
  await page.locator('input[name=email]').fill(email)
  await page.locator('input[name=password]').fill(PASSWORD)
  await page.locator('input[name=password]').press('Enter')
}

test(
  'a suspended person is logged out, reads why after logging in, objects, and can log out again',
  { tag: '@core' },
  async ({ people }) => {
    const { page, context, email } = await people.expert(`Femke ${createUniqueWord()}`)
    await openLivePage(page, '/dashboard')
    await decide(people, await readUserId(context, people.url), { measure: 'suspend', days: 7 })
    await expect(page.getByText('You have been logged out')).toBeVisible()

    await logIn(page, email)
    await expect(page.getByRole('heading', { level: 1, name: 'Your account is suspended' })).toBeFocused()
    const decisions = page.getByRole('region', { name: 'Decisions about you' })
    await expect(decisions).toContainText('You asked people to pay elsewhere.')
    await expectNoAccessibilityViolations(page)
    await page.reload()
    await expect(decisions).toBeVisible()
    await page.goto('/dashboard?tab=chats')
    await expect(decisions).toBeVisible()
    await decisions.getByRole('button', { name: 'Object …' }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.type('It was someone else.')
    await decisions.getByRole('button', { name: 'Object', exact: true }).click()
    await expect(decisions).toContainText('Waiting for an answer.')
    await page.getByRole('button', { name: 'Log out', exact: true }).click()
    await expect(page.locator('input[name=email]')).toBeVisible()
    await expect(decisions).toHaveCount(0)
  },
)

test('a banned person reads why, in Dutch, dark and narrow', async ({ people }) => {
  const look = { language: 'nl', dark: true, width: 375, height: 812 } as const
  const { page, context, email } = await people.expert(`Femke ${createUniqueWord()}`, look)
  await decide(people, await readUserId(context, people.url), { measure: 'ban' })
  await logIn(page, email)
  await expect(page.getByRole('heading', { level: 1, name: 'Je kunt Kundig niet meer gebruiken' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Besluiten over jou' })).toContainText('Je bent uitgesloten')
  await expectNoAccessibilityViolations(page)
})

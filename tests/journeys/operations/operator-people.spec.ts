import { expectNoAccessibilityViolations } from '@kundig/testing/browser/accessibility'
import { expect, test, createUniqueWord } from '@kundig/testing/browser/people'

test(
  'an operator finds a person, the address keeps the query, and the account page shows the facts',
  { tag: '@core' },
  async ({ people }) => {
    // A person to whom no other journey gives a role.
    const { page: stranger } = await people.expert(`Sam ${createUniqueWord()}`)
    expect((await stranger.goto('/operator/people'))?.status()).toBe(404)

    const owner = await people.demo('owner')
    await owner.goto('/operator')
    await owner.getByRole('link', { name: 'Find people' }).press('Enter')
    await owner.getByLabel('Name, email address or id').fill('kwame')
    await owner.keyboard.press('Enter')
    const found = owner.getByRole('region', { name: 'People found' })
    await expect(found.getByRole('link', { name: /Kwame/u })).toBeVisible()
    await expect(owner).toHaveURL(/\/operator\/people\?q=kwame$/u)
    await expectNoAccessibilityViolations(owner)
    await owner.reload()
    await found.getByRole('link', { name: /Kwame/u }).press('Enter')
    await expect(owner.getByRole('region', { name: 'Account' })).toContainText('kwame@kundig.example')
    await expect(owner.getByRole('region', { name: 'Suspend' })).toBeVisible()
    await expectNoAccessibilityViolations(owner)
    await owner.goBack()
    await expect(found.getByRole('link', { name: /Kwame/u })).toBeVisible()
  },
)

test('an account fits a phone, in Dutch and dark', async ({ people }) => {
  const owner = await people.demo('owner', { language: 'nl', dark: true, width: 375, height: 812 })
  expect((await owner.goto('/operator/people?q=kwame%40kundig.example'))?.status()).toBe(200)
  await owner.getByRole('region', { name: 'Gevonden mensen' }).getByRole('link').press('Enter')
  await expect(owner.getByRole('region', { name: 'Account' })).toContainText('kwame@kundig.example')
  await expectNoAccessibilityViolations(owner)
  const overflow = await owner.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBe(0)
})

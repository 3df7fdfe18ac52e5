import { expectNoViolations } from '@kundig/testing/browser/accessibility'
import { expect, test } from '@kundig/testing/browser/people'

test('an owner publishes the terms, a visitor reads them from the footer, and who was there before accepts them', async ({
  people,
}) => {
  const owner = await people.demo('owner')
  await owner.goto('/operator/pages')
  await owner.getByRole('link', { name: 'Terms', exact: true }).press('Enter')
  await owner.getByLabel('English').fill('## Be fair\n\nThese are the *terms*.')
  await owner.getByLabel('Dutch').fill('## Wees eerlijk\n\nDit zijn de voorwaarden.')
  await owner.getByRole('button', { name: 'Show how it looks' }).press('Enter')
  await expect(owner.getByRole('region', { name: 'How it looks in English' })).toContainText('These are the terms.')
  await owner.getByRole('button', { name: 'Save the draft' }).press('Enter')
  await expect(owner.getByText('The draft is saved.', { exact: false })).toBeVisible()
  await expectNoViolations(owner)
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
  await expectNoViolations(visitor)
  const reader = await people.visitor({ language: 'nl' })
  await reader.goto('/terms')
  await expect(reader.getByText('Dit zijn de voorwaarden.')).toBeVisible()
  await reader.getByRole('link', { name: 'Privacy' }).press('Enter')
  await expect(reader.getByText('Concept', { exact: true })).toBeVisible()
  await expectNoViolations(reader)

  const person = await people.demo('kwame')
  await person.goto('/account')
  const banner = person.getByRole('complementary', { name: 'New terms' })
  await expect(banner.getByRole('link', { name: 'Read the terms' })).toBeVisible()
  await expectNoViolations(person)
  await banner.getByRole('button', { name: 'Accept the terms' }).press('Enter')
  await expect(banner).toHaveCount(0)
  await expect(person).toHaveURL(/\/account$/u)
})

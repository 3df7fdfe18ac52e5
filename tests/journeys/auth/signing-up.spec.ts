import { expect, test, createUniqueWord } from '@kundig/testing/browser/people'

// spec 1.2, 2.60, 2.61, 2.63, 2.67, 2.68, 2.70, 3.23, 4.3, 5.13, 5.16, 6.9
test(
  'the profile form shows the specified errors, and accepts a custom category',
  { tag: '@core' },
  async ({ people }) => {
    const page = await people.visitor()
    await page.goto('/login')
    await page.getByRole('button', { name: 'Sign up', exact: true }).click()
    await page.getByLabel('Email').fill(`${createUniqueWord()}@kundig.example`)
    await page.getByLabel('Password', { exact: true }).fill('Een-Goed-Wachtwoord-7')
    await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
    await expect(page).toHaveURL(/\/account$/u)
    await expect(page.getByRole('heading', { name: 'Complete your account' })).toBeVisible()
    // A profile is optional. Without a profile, the form is shown with empty fields.
    for (const field of ['Name', 'Bio', 'Expertise category']) await expect(page.getByLabel(field)).toHaveValue('')
    await expect(page.getByRole('checkbox', { name: /^I want to share my knowledge with others/u })).toBeVisible()

    await page.getByLabel('Name').fill('J0hn')
    await page.getByRole('button', { name: 'Create profile' }).click()
    await expect(
      page.getByText(
        'Name contains invalid characters. Only letters, spaces, hyphens, apostrophes, and periods are allowed.',
      ),
    ).toBeVisible()
    await expect(page.getByText('Category is required')).toBeVisible()

    await page.getByLabel('Name').fill('Zoë O’Brien-Łukasz Jr.')
    await page.getByLabel('Expertise category').selectOption({ label: 'Another category…' })
    await page.getByLabel('Your own category').fill('Beekeeping')
    await page.getByRole('button', { name: 'Create profile' }).click()
    await expect(page).toHaveURL(/\/dashboard$/u)
    await page.getByRole('link', { name: 'Account' }).click()
    await expect(page.getByRole('heading', { name: 'Account Settings' })).toBeVisible()
    await expect(page.getByLabel('Your own category')).toHaveValue('Beekeeping')
    await page.getByLabel('Bio').fill('Bees on a roof in Utrecht.')
    await page.getByRole('button', { name: 'Preview Profile' }).click()
    await expect(page).toHaveURL(/\/profile\//u)
    await expect(page.getByText('Bees on a roof in Utrecht.')).toBeVisible()
    await expect(page.getByRole('button', { name: /Send Request/u })).toHaveCount(0)
  },
)

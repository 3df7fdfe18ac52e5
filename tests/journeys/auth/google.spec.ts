import { expect, test, createUniqueWord } from '@kundig/testing/browser/people'
import { searchExperts } from '@kundig/testing/browser/searching'

const LANGUAGES = [
  {
    language: 'en',
    button: 'Continue with Google',
    chooser: 'Choose an account',
    complete: 'Complete your account',
    name: 'Name',
  },
  {
    language: 'nl',
    button: 'Doorgaan met Google',
    chooser: 'Kies een account',
    complete: 'Vul je profiel aan',
    name: 'Naam',
  },
] as const

// Tests run in sequence, because one of two simultaneous sign-ins with the same new account must retry.
test.describe.configure({ mode: 'default' })

for (const texts of LANGUAGES) {
  // spec 1.20, 2.53, 7.3
  test(
    `a new person is asked for a profile, prefilled with the name from Google (${texts.language})`,
    { tag: '@core' },
    async ({ people }) => {
      const page = await people.visitor({ language: texts.language })
      const complaints: string[] = []
      page.context().on('console', (message) => {
        if (message.type() === 'error') complaints.push(message.text())
      })
      await page.goto('/login')
      const opened = page.waitForEvent('popup')
      await page.getByRole('button', { name: texts.button }).click()
      const popup = await opened
      await expect(popup.getByRole('heading', { name: texts.chooser })).toBeVisible()
      await popup.getByRole('link', { name: /Robin Peters/u }).click()
      await expect(page).toHaveURL(/\/account$/u)
      await expect(page.getByRole('heading', { name: texts.complete })).toBeVisible()
      await expect(page.getByLabel(texts.name)).toHaveValue('Robin Peters')
      await expect.poll(() => popup.isClosed()).toBe(true)
      expect(complaints).toEqual([])
    },
  )
}

test('a visitor asks an expert by logging in with Google, and sees the question as pending', async ({ people }) => {
  const expert = await people.expert(`Wout ${createUniqueWord()}`)
  const page = await people.visitor()
  await page.goto('/')
  await searchExperts(page, expert.name)
  await page.getByRole('button', { name: `Send Request to ${expert.name}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Your question').fill('Do you restore pianos?')
  const opened = page.waitForEvent('popup')
  await dialog.getByRole('button', { name: 'Continue with Google' }).click()
  await (await opened).getByRole('link', { name: /Robin Peters/u }).click()
  await expect(page).toHaveURL(/\/dashboard\?tab=requests$/u)
  await expect(page.getByText(`You asked ${expert.name}`)).toBeVisible()
  await expert.page.goto('/dashboard?tab=requests')
  await expect(expert.page.getByText('Do you restore pianos?')).toBeVisible()
  await expect(expert.page.getByText('Robin Peters').first()).toBeVisible()
})

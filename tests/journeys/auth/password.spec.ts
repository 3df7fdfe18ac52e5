import { readMail } from '@kundig/testing/browser/mail'
import { expect, test, createUniqueWord } from '@kundig/testing/browser/people'

const NEW_PASSWORD = 'Een-Ander-Wachtwoord-8'

test(
  'a reset link names its account and leads to that account’s log-in, even with another account logged in',
  { tag: '@core' },
  async ({ people }) => {
    const { email, page: owner } = await people.expert(`Greet ${createUniqueWord()}`)
    await owner.context().request.post('/api/password-reset', { data: { email }, headers: { origin: people.url } })
    const { link } = await readMail(owner.context(), email, '/reset-password')
    const { page, email: other } = await people.expert(`Saar ${createUniqueWord()}`)
    await page.goto(link)
    const main = page.getByRole('main')
    await expect(main.getByText(`For the account of ${email}.`)).toBeVisible()
    await expect(main.getByText(`${other} is logged in here, and will be logged out.`)).toBeVisible()
    await page.getByLabel('New password').fill(NEW_PASSWORD)
    await page.getByLabel('Confirm password').fill(NEW_PASSWORD)
    await main.getByRole('button', { name: 'Reset Password' }).click()
    await expect(page).toHaveURL(/\/login$/u)
    await expect(page.getByLabel('Email')).toHaveValue(email)
  },
)

import { readSignInLink } from '@kundig/contract/auth/sign-in-code'
import { readMail } from '@kundig/testing/browser/mail'
import { expect, test, createUniqueWord } from '@kundig/testing/browser/people'

test('a mailed code typed in the open tab logs a person in', async ({ people }) => {
  const { email, name } = await people.expert(`Fleur ${createUniqueWord()}`)
  const page = await people.visitor()
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  const { link } = await readMail(page.context(), email, '/sign-in-code')
  await page.getByLabel('Code from the email').fill(readSignInLink(new URL(link).hash.slice(1))?.code ?? '')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page).toHaveURL(/\/dashboard$/u)
  await page.goto('/account')
  await expect(page.getByLabel('Name')).toHaveValue(name)
})

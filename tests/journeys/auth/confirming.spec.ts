import { readMail } from '@kundig/testing/browser/mail'
import { expect, test, createUniqueWord } from '@kundig/testing/browser/people'

test('an email address is confirmed by a click, and not by opening the link', { tag: '@core' }, async ({ people }) => {
  const { page, context, email } = await people.signedUp(`Hanna ${createUniqueWord()}`, { language: 'nl' })
  const { link } = await readMail(context, email, '/verify-email')
  let asked = 0
  page.on('request', (request) => (asked += request.url().endsWith('/rpc/auth/verifyEmail') ? 1 : 0))
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Bevestig je e-\u2060mailadres' })).toBeFocused()
  await expect(page.getByText(email)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Dit was ik niet' })).toHaveCount(0)
  expect(asked).toBe(0)
  expect(await (await context.request.get('/api/session')).json()).toMatchObject({
    user: { email_verified: false },
  })

  await page.getByRole('button', { name: 'E-\u2060mailadres bevestigen' }).dblclick()
  await expect(page.getByRole('heading', { name: 'Je e-\u2060mailadres is bevestigd' })).toBeFocused()
  expect(asked).toBe(1)
  await expect(page).toHaveURL(/\/verify-email$/u)
  expect(await (await context.request.get('/api/session')).json()).toMatchObject({ user: { email_verified: true } })
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Je e-\u2060mailadres is bevestigd' })).toBeVisible()
})

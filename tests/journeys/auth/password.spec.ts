import type { Locator, Page } from '@playwright/test'

import { holdBack } from '@kundig/testing/browser/held-requests'
import { readMail } from '@kundig/testing/browser/mail'
import { expect, PASSWORD, type People, test, uniqueWord } from '@kundig/testing/browser/people'

const NEW_PASSWORD = 'Een-Ander-Wachtwoord-8'

const WORDS = {
  en: {
    forgot: 'Forgot password?',
    email: 'Email',
    send: 'Send Reset Link',
    checkMail: 'Check your email',
    onItsWay: (email: string) => `If there is an account for ${email}, an email with a link is on its way.`,
    newPassword: 'New password',
    confirmPassword: 'Confirm password',
    reset: 'Reset Password',
    weak: 'Password is too weak',
    differ: 'Passwords do not match',
    done: 'Your password has been reset. Log in with the new one.',
    invalid: 'Invalid or expired reset link. Please request a new one.',
    requestNew: 'Request New Link',
    password: 'Password',
    logIn: 'Log In',
    explore: 'Explore',
  },
  nl: {
    forgot: 'Wachtwoord vergeten?',
    email: 'E-mailadres',
    send: 'Resetlink sturen',
    checkMail: 'Kijk in je mail',
    onItsWay: (email: string) => `Als er een account is voor ${email}, is er een mail met een link onderweg.`,
    newPassword: 'Nieuw wachtwoord',
    confirmPassword: 'Wachtwoord bevestigen',
    reset: 'Wachtwoord instellen',
    weak: 'Wachtwoord is te zwak',
    differ: 'De wachtwoorden zijn niet gelijk',
    done: 'Je wachtwoord is opnieuw ingesteld. Log ermee in.',
    invalid: 'Ongeldige of verlopen resetlink. Vraag een nieuwe aan.',
    requestNew: 'Nieuwe link aanvragen',
    password: 'Wachtwoord',
    logIn: 'Inloggen',
    explore: 'Ontdekken',
  },
} as const

/** Someone who forgot their password, at a browser without a session, with the link from the mail. */
async function resetLinkFor(
  people: People,
  press: (button: Locator) => Promise<void> = (button) => button.click(),
): Promise<{ page: Page; link: string; calls: (procedure: string) => number }> {
  const { email } = await people.expert(`Greet ${uniqueWord()}`)
  const page = await people.visitor()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill(email)
  await press(page.getByRole('button', { name: 'Send Reset Link' }))
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  const { link } = await readMail(page.context(), email, '/reset-password')
  return { page, link, calls: (procedure) => asked.filter((path) => path === `/rpc/auth/${procedure}`).length }
}

for (const language of ['en', 'nl'] as const) {
  const words = WORDS[language]
  // spec 2.7, 2.8, 2.54, 2.56, 2.58, 2.59, 4.5, 5.9, 5.10, 7.5, 7.7, 8.28
  test(`a forgotten password is set anew by a link from the mail (${language})`, async ({ people }) => {
    const { email, page: elsewhere } = await people.expert(`Gerda ${uniqueWord()}`, { language })
    await elsewhere.goto('/dashboard')
    await expect(elsewhere.getByRole('tab', { name: words.explore })).toBeVisible()

    const page = await people.visitor({ language })
    await page.goto('/login')
    await page.getByLabel(words.email).fill(email)
    await page.getByRole('link', { name: words.forgot }).click()
    await expect(page).toHaveURL(/\/forgot-password$/u)
    await expect(page.getByLabel(words.email)).toHaveValue(email)
    await page.getByRole('button', { name: words.send }).click()
    await expect(page.getByRole('heading', { name: words.checkMail })).toBeFocused()
    await expect(page.getByText(words.onItsWay(email))).toBeVisible()
    await expect(page.locator('a[href="/dev/mail"]')).toBeVisible()

    const mail = await readMail(page.context(), email, '/reset-password')
    expect(mail.language).toBe(language)
    await page.goto(mail.link)
    await expect(page.getByLabel(words.newPassword)).toBeVisible()
    // The code stays neither in the address nor in the list of visited pages; a reload still finds it.
    await expect(page).toHaveURL(/\/reset-password$/u)
    await page.reload()

    const password = page.getByLabel(words.newPassword)
    const confirmation = page.getByLabel(words.confirmPassword)
    const reset = page.getByRole('button', { name: words.reset })
    await password.fill('abcdefgh')
    await confirmation.fill('abcdefgh')
    await reset.click()
    await expect(page.getByText(words.weak)).toBeVisible()
    await expect(password).toBeFocused()
    await password.fill(NEW_PASSWORD)
    await reset.click()
    await expect(page.getByText(words.differ)).toBeVisible()
    await expect(confirmation).toBeFocused()
    await confirmation.fill(NEW_PASSWORD)
    await reset.click()
    await expect(page.getByText(words.done)).toBeVisible()
    await expect(page).toHaveURL(/\/login$/u)

    // Who was logged in with the old password is out.
    await expect(elsewhere.getByLabel(words.password, { exact: true })).toBeVisible({ timeout: 5000 })

    // The tab that asked for the link still knows the address.
    await expect(page.getByLabel(words.email)).toHaveValue(email)
    await page.getByLabel(words.password, { exact: true }).fill(PASSWORD)
    const logIn = page.locator('form').getByRole('button', { name: words.logIn, exact: true })
    await logIn.click()
    await expect(
      page
        .locator('form')
        .getByRole('paragraph')
        .filter({ hasText: /Authentication|Inloggen/u }),
    ).toBeVisible()
    await page.getByLabel(words.password, { exact: true }).fill(NEW_PASSWORD)
    await logIn.click()
    await expect(page.getByRole('tab', { name: words.explore })).toBeVisible()

    // A link is good once.
    const late = await people.visitor({ language })
    await late.goto(mail.link)
    await expect(late.getByText(words.invalid)).toBeVisible()
    await late.getByRole('link', { name: words.requestNew }).click()
    await expect(late).toHaveURL(/\/forgot-password$/u)
  })
}

// spec 2.50, 5.2
test('an address without an account is answered like any other', async ({ people }) => {
  const page = await people.visitor()
  await page.goto('/forgot-password')
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await expect(page.getByText('This field is required')).toBeVisible()
  await page.getByLabel('Email').fill('nobody@')
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  const email = `${uniqueWord()}@kundig.example`
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await expect(page.getByText(WORDS.en.onItsWay(email))).toBeVisible()
  await page.getByRole('link', { name: 'Back to login' }).click()
  await expect(page).toHaveURL(/\/login$/u)
})

// spec 2.54, 2.57, 7.6
test('a link without a code, with a made-up one, or with a cut one is invalid', async ({ people }) => {
  const page = await people.visitor()
  for (const query of ['', '?oobCode=', '?oobCode=made-up', `?oobCode=${'x'.repeat(500)}`]) {
    await page.goto(`/reset-password${query}`)
    await expect(page.getByText(WORDS.en.invalid)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Request New Link' })).toBeVisible()
  }
  await page.goto('/verify-email?code=made-up')
  await expect(page.getByText('Invalid or expired confirmation link. Please request a new one.')).toBeVisible()
  await page.getByRole('link', { name: 'Log in to get a new email' }).click()
  await expect(page).toHaveURL(/\/login$/u)
})

// spec 2.55
test('a link is checked behind a spinner', async ({ people }) => {
  const page = await people.visitor()
  const check = await holdBack(page, '**/rpc/auth/verifyResetCode')
  await page.goto('/reset-password?oobCode=made-up')
  const main = page.getByRole('main')
  await expect(main.getByText('Checking your link…')).toBeVisible()
  await expect(main.locator('.spinner')).toBeVisible()
  await expect(main.locator('form')).toHaveCount(0)
  check.letGo()
  await expect(page.getByText(WORDS.en.invalid)).toBeVisible()
})

test(
  'a link names its account, and ends at its log-in, whoever else was logged in',
  { tag: '@core' },
  async ({ people }) => {
    const { email, page: owner } = await people.expert(`Greet ${uniqueWord()}`)
    await owner.context().request.post('/api/password-reset', { data: { email }, headers: { origin: people.url } })
    const { link } = await readMail(owner.context(), email, '/reset-password')
    const { page, email: other } = await people.expert(`Saar ${uniqueWord()}`)
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

// spec 8.29
test('a reset that the server could not carry out may be tried again', async ({ people }) => {
  const { page, link } = await resetLinkFor(people)
  await page.route('**/rpc/auth/confirmReset', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 })
  await page.goto(link)
  await page.getByLabel('New password').fill(NEW_PASSWORD)
  await page.getByLabel('Confirm password').fill(NEW_PASSWORD)
  const reset = page.getByRole('button', { name: 'Reset Password' })
  await reset.click()
  await expect(page.locator('form').getByText('Failed to reset password. Please try again.')).toBeVisible()
  await reset.click()
  await expect(page.getByText(WORDS.en.done)).toBeVisible()
})

test('pressing twice asks once, and going back does not lead to the form again', async ({ people }) => {
  const { page, link, calls } = await resetLinkFor(people, (button) => button.dblclick())
  expect(calls('requestReset')).toBe(1)
  await page.goto(link)
  await page.getByLabel('New password').fill(NEW_PASSWORD)
  await page.getByLabel('Confirm password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Reset Password' }).dblclick()
  await expect(page.getByText(WORDS.en.done)).toBeVisible()
  await expect(page).toHaveURL(/\/login$/u)
  expect(calls('confirmReset')).toBe(1)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
})

// spec 8.27
test('too many attempts are shown as such', async ({ people }) => {
  const page = await people.visitor()
  await page.route('**/rpc/auth/requestReset', (route) =>
    route.fulfill({ status: 429, json: { message: 'Slow down' } }),
  )
  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill('anna@kundig.example')
  await page.getByRole('button', { name: 'Send Reset Link' }).click()
  await expect(page.getByText('Too many attempts. Please try again later.').first()).toBeVisible()
})

import type { Locator } from '@playwright/test'

import { readMail } from '@kundig/testing/browser/mail'
import { expect, PASSWORD, test, uniqueWord } from '@kundig/testing/browser/people'

/** How far a bar is painted, in whole percent of its own width. */
const drawnPercent = (bar: Locator): Promise<number> =>
  bar.evaluate((element) => {
    const painted = element.firstElementChild?.getBoundingClientRect().width ?? Number.NaN
    return Math.round((100 * painted) / element.getBoundingClientRect().width)
  })

// spec 2.49, 2.51, 2.52, 4.5, 5.1, 5.2, 5.4, 5.5, 5.7, 5.8, 9.4
test('sign-up shows the strength of a password and refuses a weak one', async ({ people }) => {
  const page = await people.visitor()
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign up', exact: true }).click()
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
  await expect(page.getByText('This field is required').first()).toBeVisible()

  await page.getByLabel('Email').fill('anna@')
  const password = page.getByLabel('Password', { exact: true })
  await expect(
    page.getByText(
      'Password must contain at least 8 characters, including uppercase, lowercase, numbers, and special characters',
    ),
  ).toBeVisible()
  const bar = page
    .getByRole('meter', { name: 'Password strength' })
    .or(page.getByRole('progressbar', { name: 'Password strength' }))
  const isFilledBy = async (percent: number): Promise<void> => {
    await expect(bar).toHaveAttribute('aria-valuenow', `${percent}`)
    await expect.poll(() => drawnPercent(bar)).toBe(percent)
  }
  const met = page.locator('[data-met=true]')
  await expect(met).toHaveCount(0)
  await password.fill('abc')
  await isFilledBy(33)
  await expect(met).toHaveText(['lowercase'])
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
  await expect(page.getByText('Please enter a valid email address').first()).toBeVisible()
  await expect(page.getByText('Password is too weak').first()).toBeVisible()
  await password.fill('Sh0rt!x')
  await isFilledBy(66)
  // Too short is not too weak: the rule itself says what is missing, and once.
  await expect(page.getByText('Password is too weak')).toHaveCount(0)
  await expect(page.getByText(/^Password must contain at least 8 characters/u)).toHaveCount(1)
  await password.fill('Abcdefg1')
  await isFilledBy(66)
  await password.fill('Abcdefg1!')
  await isFilledBy(100)
  await expect(met).toHaveText(['at least 8 characters', 'uppercase', 'lowercase', 'numbers', 'special characters'])

  await expect(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect(password).toHaveAttribute('type', 'password')

  await expect(page).toHaveTitle('Sign up · Kundig')

  // And back: logging in asks nothing of a password's strength, but that there is one.
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(password).toBeVisible()
  await expect(page).toHaveTitle('Log in · Kundig')
  await expect(bar).toHaveCount(0)
  await page.getByLabel('Email').fill('anna@kundig.example')
  await password.fill('')
  await page.locator('form').getByRole('button', { name: 'Log In', exact: true }).click()
  await expect(page.locator('form').getByText('This field is required')).toHaveCount(1)
  await expect(password).toBeFocused()
  // Who forgot theirs is asked for none.
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page.getByRole('button', { name: 'Send Reset Link' })).toBeVisible()
  await expect(page.locator('input')).toHaveCount(1)
  await expect(page.getByLabel('Email')).toHaveValue('anna@kundig.example')
})

test('a common password is told while it is typed, counts as weak, and leaves the browser only when it is sent', async ({
  people,
}) => {
  const page = await people.visitor()
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  await page.goto('/login#sign-up')
  const password = page.getByLabel('Password', { exact: true })
  const bar = page.getByRole('meter', { name: 'Password strength' })
  const common = page.getByText('This password is one of the first that are guessed. Please choose another one.')
  await password.fill('Sunshine2026!')
  await expect(common).toBeVisible()
  await expect(bar).toHaveAttribute('aria-valuenow', '33')
  expect(sent.join('\n')).toContain('commonPasswords')
  expect(sent.join('\n').toLowerCase()).not.toContain('sunshine')
  await password.fill(PASSWORD)
  await expect(common).toHaveCount(0)
  await expect(bar).toHaveAttribute('aria-valuenow', '100')

  // Whoever is faster than the answer is refused by the server, in the same words.
  await page.getByLabel('Email').fill(`${uniqueWord()}@kundig.example`)
  await password.fill('Sunshine2026!')
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
  await expect(common.first()).toBeVisible()
  await expect(password).toBeFocused()
})

// spec 8.67
test('an address that has an account, and a wrong password, are answered in words', async ({ people }) => {
  const { email } = await people.expert(`Els ${uniqueWord()}`)
  const page = await people.visitor({ language: 'nl' })
  await page.goto('/login#sign-up')
  await page.getByLabel('E-mailadres').fill(email)
  await expect(page).toHaveTitle('Registreren · Kundig')
  await page.getByLabel('Wachtwoord', { exact: true }).fill('Een-Ander-Wachtwoord-8')
  await page.getByRole('button', { name: 'Registreren', exact: true }).click()
  await expect(page.getByText('Er is al een account met dit e-\u2060mailadres. Log in.').first()).toBeVisible()
  await expect(page.getByLabel('E-mailadres')).toBeFocused()

  await page.goto('/login')
  await page.reload()
  await page.getByLabel('E-mailadres').fill(email)
  await page.getByLabel('Wachtwoord', { exact: true }).fill('Verkeerd-Wachtwoord-1')
  await page.locator('form').getByRole('button', { name: 'Inloggen', exact: true }).click()
  await expect(
    page.getByText('Inloggen is niet gelukt. Controleer je e-\u2060mailadres en wachtwoord.').first(),
  ).toBeVisible()
})

for (const { language, email, password, logIn, network, tooMany } of [
  {
    language: 'en',
    email: 'Email',
    password: 'Password',
    logIn: 'Log In',
    network: 'Network error. Please try again.',
    tooMany: 'Too many attempts. Please try again later.',
  },
  {
    language: 'nl',
    email: 'E-mailadres',
    password: 'Wachtwoord',
    logIn: 'Inloggen',
    network: 'Netwerkfout. Probeer het opnieuw.',
    tooMany: 'Te veel pogingen. Probeer het later opnieuw.',
  },
] as const) {
  // spec 7.1, 8.26, 8.27, 8.67
  test(`a network that is down, and too many attempts, are told in the form; pressing twice asks once (${language})`, async ({
    people,
  }) => {
    const { email: address } = await people.expert(`Fien ${uniqueWord()}`)
    const page = await people.visitor({ language })
    const context = page.context()
    await page.goto('/login')
    const form = page.locator('form')
    const submit = form.getByRole('button', { name: logIn, exact: true })
    await page.getByLabel(email).fill(address)
    await page.getByLabel(password, { exact: true }).fill(PASSWORD)

    await context.setOffline(true)
    await submit.click()
    await expect(form.getByText(network)).toBeVisible()
    await context.setOffline(false)

    await page.route('**/api/auth/sign-in/email', (route) => route.fulfill({ status: 429, json: {} }), { times: 1 })
    await submit.click()
    await expect(form.getByText(tooMany)).toBeVisible()

    let asked = 0
    page.on('request', (request) => (asked += request.url().endsWith('/sign-in/email') ? 1 : 0))
    await submit.dblclick()
    await expect(page).toHaveURL(/\/dashboard$/u)
    expect(asked).toBe(1)
  })
}

// spec 1.2, 2.60, 2.61, 2.63, 2.67, 2.68, 2.70, 3.23, 4.3, 5.13, 5.16, 6.9
test(
  'the profile form refuses what the spec refuses, in its words, and takes a category of one’s own',
  { tag: '@core' },
  async ({ people }) => {
    const page = await people.visitor()
    await page.goto('/login')
    await page.getByRole('button', { name: 'Sign up', exact: true }).click()
    await page.getByLabel('Email').fill(`${uniqueWord()}@kundig.example`)
    await page.getByLabel('Password', { exact: true }).fill('Een-Goed-Wachtwoord-7')
    await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
    await expect(page).toHaveURL(/\/account$/u)
    await expect(page.getByRole('heading', { name: 'Complete your account' })).toBeVisible()
    // Nobody has to have a profile: its form is there before one is made, with every field empty.
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

test('the auth screen keeps the place of the Google button, and of the word for a password’s strength', async ({
  people,
}) => {
  const page = await people.visitor({ width: 375, height: 800 })
  let answer = (): void => undefined
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/rpc/auth/providers*', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/login')
  const change = page.getByRole('button', { name: 'Sign up', exact: true })
  await expect(change).toBeVisible()
  const google = page.getByRole('button', { name: 'Continue with Google' })
  await expect(google).toHaveCount(0)
  const before = await change.boundingBox()
  answer()
  await expect(google).toBeVisible()
  expect(await change.boundingBox()).toEqual(before)

  await change.click()
  const form = page.locator('form')
  const heightOf = () => form.evaluate((element) => element.getBoundingClientRect().height)
  const empty = await heightOf()
  await page.getByLabel('Password', { exact: true }).fill('a')
  await expect(form.getByText('Weak', { exact: true })).toBeVisible()
  expect(await heightOf()).toBe(empty)
})

test('who mistyped their address at sign-up gives the right one, and it counts once its link is used', async ({
  people,
}) => {
  const page = await people.visitor({ width: 375, height: 812 })
  const word = uniqueWord()
  const [mistyped, right] = [`${word}@exmaple.com`, `${word}@example.com`]
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign up', exact: true }).click()
  await page.getByLabel('Email').fill(mistyped)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
  const notice = page.getByRole('region', { name: 'Confirm your email address' })
  await expect(notice).toContainText(mistyped)

  await notice.getByRole('button', { name: 'Change email address' }).click()
  const send = notice.getByRole('button', { name: 'Email me the link' })
  await notice.getByLabel('New email address').fill(mistyped)
  await notice.getByLabel('Current password').fill('Wrong-Password-1')
  await send.click()
  await expect(notice.getByText('That is your email address already')).toBeVisible()
  await notice.getByLabel('New email address').fill(right)
  await send.click()
  await expect(notice.getByText('The current password is wrong').first()).toBeVisible()
  await notice.getByLabel('Current password').fill(PASSWORD)
  await send.click()
  await expect(notice.getByRole('status').filter({ hasText: right })).toBeVisible()
  await expect(page.getByText(`Logged in as ${mistyped}`)).toBeVisible()

  const { link, subject } = await readMail(page.context(), right, '/verify-email')
  expect(subject).toBe('Confirm your new email address for Kundig')
  await page.goto(link)
  await page.getByRole('button', { name: 'Confirm email address' }).click()
  await expect(page.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible()
  await page.goto('/account')
  await expect(page.getByText(`Logged in as ${right}`)).toBeVisible()
  await expect(notice).toHaveCount(0)
})

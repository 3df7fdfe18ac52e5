import { openLive } from '@kundig/testing/browser/live-pages'
import { readMail } from '@kundig/testing/browser/mail'
import { expect, PASSWORD, test, uniqueWord } from '@kundig/testing/browser/people'

const WORDS = {
  en: {
    title: 'Confirm your email address',
    confirm: 'Confirm email address',
    confirmed: 'Your email address is confirmed',
    password: 'Password of the account',
    required: 'This field is required',
    wrong: 'The current password is wrong',
    asOther: (other: string) => `You are logged in as ${other}.`,
    notMe: 'This was not me',
    closeTitle: 'Close the account?',
    cancel: 'Cancel',
    close: 'Close the account',
    closed: 'The account is closed',
    invalid: 'Invalid or expired confirmation link. Please request a new one.',
  },
  nl: {
    title: 'Bevestig je e-\u2060mailadres',
    confirm: 'E-\u2060mailadres bevestigen',
    confirmed: 'Je e-\u2060mailadres is bevestigd',
    password: 'Wachtwoord van het account',
    required: 'Dit veld is verplicht',
    wrong: 'Het huidige wachtwoord klopt niet',
    asOther: (other: string) => `Je bent ingelogd als ${other}.`,
    notMe: 'Dit was ik niet',
    closeTitle: 'Het account sluiten?',
    cancel: 'Annuleren',
    close: 'Account sluiten',
    closed: 'Het account is gesloten',
    invalid: 'Ongeldige of verlopen bevestigingslink. Vraag een nieuwe aan.',
  },
} as const

for (const language of ['en', 'nl'] as const) {
  const words = WORDS[language]

  test(
    `an email address is confirmed by a click, and not by opening the link (${language})`,
    { tag: language === 'nl' ? '@core' : [] },
    async ({ people }) => {
      const { page, context, email } = await people.signedUp(`Hanna ${uniqueWord()}`, { language })
      const { link } = await readMail(context, email, '/verify-email')
      let asked = 0
      page.on('request', (request) => (asked += request.url().endsWith('/rpc/auth/verifyEmail') ? 1 : 0))
      await page.goto(link)
      await expect(page.getByRole('heading', { name: words.title })).toBeFocused()
      await expect(page.getByText(email)).toBeVisible()
      // Nothing to tell somebody that this is not theirs, who is logged in to it.
      await expect(page.getByRole('button', { name: words.notMe })).toHaveCount(0)
      expect(asked).toBe(0)
      expect(await (await context.request.get('/api/session')).json()).toMatchObject({
        user: { email_verified: false },
      })

      await page.getByRole('button', { name: words.confirm }).dblclick()
      await expect(page.getByRole('heading', { name: words.confirmed })).toBeFocused()
      expect(asked).toBe(1)
      await expect(page).toHaveURL(/\/verify-email$/u)
      expect(await (await context.request.get('/api/session')).json()).toMatchObject({ user: { email_verified: true } })
      // A second click on the link is no mistake.
      await page.goto(link)
      await expect(page.getByRole('heading', { name: words.confirmed })).toBeVisible()
    },
  )

  test(`whoever is not logged in to the account confirms with its password (${language})`, async ({ people }) => {
    const { context, email } = await people.signedUp(`Hedy ${uniqueWord()}`)
    const { link } = await readMail(context, email, '/verify-email')
    const page = await people.visitor({ language, width: 375, dark: true })
    await page.goto(link)
    await expect(page.getByRole('heading', { name: words.title })).toBeFocused()
    const password = page.getByLabel(words.password)
    await page.keyboard.press('Tab')
    await expect(password).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.locator('form').getByText(words.required)).toBeVisible()
    await password.fill('Wrong-Password-1')
    await page.keyboard.press('Enter')
    await expect(page.locator('form').getByText(words.wrong)).toBeVisible()
    await expect(password).toBeFocused()
    await password.fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: words.confirmed })).toBeFocused()
    expect(await (await page.context().request.get('/api/session')).json()).toBe(null)
  })

  test(`whoever is logged in to another account is told so, and stays logged in there (${language})`, async ({
    people,
  }) => {
    const { context, email } = await people.signedUp(`Hilde ${uniqueWord()}`)
    const { link } = await readMail(context, email, '/verify-email')
    const other = await people.signedUp(`Huib ${uniqueWord()}`, { language })
    await other.page.goto(link)
    await expect(other.page.getByText(words.asOther(other.email))).toContainText(email)
    await other.page.getByLabel(words.password).fill(PASSWORD)
    await other.page.getByRole('button', { name: words.confirm }).click()
    await expect(other.page.getByRole('heading', { name: words.confirmed })).toBeVisible()
    expect(await (await context.request.get('/api/session')).json()).toMatchObject({ user: { email_verified: true } })
    expect(await (await other.context.request.get('/api/session')).json()).toMatchObject({
      user: { email: other.email, email_verified: false },
    })
  })

  test(`“This was not me” closes the account that somebody else made with the address (${language})`, async ({
    people,
  }) => {
    const squatter = await people.signedUp(`Hugo ${uniqueWord()}`)
    const { link } = await readMail(squatter.context, squatter.email, '/verify-email')
    await openLive(squatter.page, '/dashboard')
    await expect(squatter.page.getByRole('tab', { name: 'Explore' })).toBeVisible()

    const page = await people.visitor({ language, width: 375 })
    await page.goto(link)
    const notMe = page.getByRole('button', { name: words.notMe })
    await notMe.click()
    const dialog = page.getByRole('alertdialog', { name: words.closeTitle })
    await expect(dialog).toContainText(squatter.email)
    // Nothing happens by itself, nor by Enter out of habit.
    await expect(dialog.getByRole('button', { name: words.cancel })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(notMe).toBeFocused()
    expect(await (await squatter.context.request.get('/api/session')).json()).not.toBe(null)

    await notMe.click()
    await dialog.getByRole('button', { name: words.close, exact: true }).click()
    // First what is told for four seconds only.
    await expect(squatter.page.getByText('You have been logged out')).toBeVisible()
    await expect(page.getByRole('heading', { name: words.closed })).toBeFocused()
    await expect(page.getByRole('main')).toContainText(squatter.email)
    await page.goto(link)
    await expect(page.getByText(words.invalid)).toBeVisible()
  })
}

test('“This was not me” keeps an address from an account that asked for it', async ({ people }) => {
  const asking = await people.signedUp(`Harm ${uniqueWord()}`)
  const mine = `${uniqueWord()}@kundig.example`
  const answer = await asking.context.request.post('/api/email-change', {
    data: { email: mine, current_password: PASSWORD },
    headers: { origin: people.url },
  })
  expect(answer.ok()).toBe(true)
  const { link } = await readMail(asking.context, mine, '/verify-email')
  const page = await people.visitor()
  await page.goto(link)
  await page.getByRole('button', { name: 'This was not me' }).click()
  await page.getByRole('button', { name: 'Keep my address out of it' }).click()
  await expect(page.getByRole('heading', { name: 'Your address stays yours' })).toBeFocused()
  await asking.page.goto(link)
  await expect(asking.page.getByText(WORDS.en.invalid)).toBeVisible()
  expect(await (await asking.context.request.get('/api/session')).json()).toMatchObject({
    user: { email: asking.email },
  })
})

test('a link that nobody could check is no worse for it: the address is said to be unconfirmed, and it is tried again', async ({
  people,
}) => {
  const { page, context, email } = await people.signedUp(`Heleen ${uniqueWord()}`)
  const { link } = await readMail(context, email, '/verify-email')
  await page.route('**/rpc/auth/checkVerification', (route) => route.abort())
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Your email address is not confirmed yet' })).toBeFocused()
  await expect(page.getByText('Network error. Please try again.')).toBeVisible()
  await page.unroute('**/rpc/auth/checkVerification')
  await page.getByRole('button', { name: 'Try again' }).click()

  await page.route('**/rpc/auth/verifyEmail', (route) => route.abort(), { times: 1 })
  const confirm = page.getByRole('button', { name: 'Confirm email address' })
  await confirm.click()
  await expect(page.locator('form').getByText('Network error. Please try again.')).toBeVisible()
  await confirm.click()
  await expect(page.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible()
})

test('a link that is used up while its page is open says so', async ({ people }) => {
  const { page, context, email } = await people.signedUp(`Hella ${uniqueWord()}`)
  const { link } = await readMail(context, email, '/verify-email')
  await page.goto(link)
  const confirm = page.getByRole('button', { name: 'Confirm email address' })
  await expect(confirm).toBeVisible()
  const visitor = await people.visitor()
  await visitor.goto(link)
  await visitor.getByRole('button', { name: 'This was not me' }).click()
  await visitor.getByRole('button', { name: 'Close the account', exact: true }).click()
  await expect(visitor.getByRole('heading', { name: 'The account is closed' })).toBeVisible()
  // Its session has ended with the account, and with that the page looks at the link again.
  await expect(page.getByText(WORDS.en.invalid)).toBeVisible()
  await expect(confirm).toHaveCount(0)
})

test('the notice that asks for the confirmation sends the mail again, once, and goes when it is done', async ({
  people,
}) => {
  const { page, context, email } = await people.signedUp(`Henk ${uniqueWord()}`)
  await page.goto('/account')
  const notice = page.getByRole('region', { name: 'Confirm your email address' })
  await expect(notice).toContainText(email)
  let asked = 0
  page.on('request', (request) => (asked += request.url().endsWith('/rpc/auth/requestVerification') ? 1 : 0))
  await notice.getByRole('button', { name: 'Send the email again' }).dblclick()
  await expect(page.getByText('The email is on its way')).toBeVisible()
  expect(asked).toBe(1)
  await page.goto((await readMail(context, email, '/verify-email')).link)
  await page.getByRole('button', { name: 'Confirm email address' }).click()
  await page.getByRole('link', { name: 'Go to the dashboard' }).click()
  await page.getByRole('link', { name: 'Account' }).click()
  await expect(page.getByRole('heading', { name: 'Security' })).toBeVisible()
  await expect(notice).toHaveCount(0)
})

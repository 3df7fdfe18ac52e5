import { readMail } from '@kundig/testing/browser/mail'
import { expect, type People } from '@kundig/testing/browser/people'

import { inBoth, screens } from './screenshots.ts'

const WEAK = 'abc'
const SHORT = 'Sh0rt!x'
const COMMON = 'Sunshine2026!'
const MEDIUM = 'Abcdefg1'
const STRONG = 'Abcdefg1!'

/** The auth screen, as a visitor meets it. */
async function openAuth(people: People) {
  const page = await people.visitor()
  await page.goto('/login')
  const form = page.locator('form')
  return {
    page,
    email: form.locator('input[name=email]'),
    password: form.locator('input[name=password]'),
    submit: form.locator('button[type=submit]'),
    toSignUp: page.getByRole('button', { name: inBoth('Sign up', 'Registreer je') }),
    reveal: form.getByRole('button', { name: inBoth('Show password', 'Wachtwoord tonen') }),
    google: page.getByRole('button', { name: /Google/u }),
  }
}

screens(
  ['login', 'login.errors', 'login.failed', 'login.too-many', 'login.from-dashboard'],
  async (people, capture) => {
    const { page, email, password, submit } = await openAuth(people)
    await capture('login', page, { at: '/login', whole: true })
    await email.fill('anna@')
    await submit.click()
    await capture('login.errors', page, { whole: true })
    await email.fill('nobody@kundig.example')
    await password.fill(STRONG)
    await submit.click()
    const alert = page.locator('form').getByText(/failed|niet gelukt/u)
    await capture('login.failed', page, { ready: () => expect(alert.first()).toBeVisible(), whole: true })
    await page.route('**/api/auth/sign-in/email', (route) => route.fulfill({ status: 429, json: {} }))
    await submit.click()
    const tooMany = page.locator('form').getByText(/Too many|Te veel/u)
    await capture('login.too-many', page, { ready: () => expect(tooMany.first()).toBeVisible(), whole: true })
    await capture('login.from-dashboard', page, { at: '/dashboard', ready: () => expect(password).toBeVisible() })
  },
)

screens(
  ['sign-up', 'sign-up.errors', 'sign-up.weak', 'sign-up.short', 'sign-up.common', 'sign-up.medium', 'sign-up.strong'],
  async (people, capture) => {
    const { page, email, password, submit, toSignUp, reveal } = await openAuth(people)
    await toSignUp.click()
    await capture('sign-up', page, { whole: true })
    await submit.click()
    await capture('sign-up.errors', page, { whole: true })
    await email.fill('iris.bloem@kundig.example')
    await password.fill(WEAK)
    await submit.click()
    await capture('sign-up.weak', page, { whole: true })
    await password.fill(SHORT)
    await capture('sign-up.short', page, { whole: true })
    await password.fill(COMMON)
    const common = page.locator('form').getByText(/first that are guessed|eerste geraden/u)
    await capture('sign-up.common', page, { ready: () => expect(common).toBeVisible(), whole: true })
    await password.fill(MEDIUM)
    await capture('sign-up.medium', page, { whole: true })
    await password.fill(STRONG)
    await reveal.click()
    await capture('sign-up.strong', page, { whole: true })
  },
)

screens(
  ['google', 'google.waiting', 'google.join', 'google.join.wrong', 'google.blocked'],
  async (people, capture, sql) => {
    const { page, google } = await openAuth(people)
    const opened = page.waitForEvent('popup')
    await google.click()
    const popup = await opened
    await capture('google', popup, {
      at: '/api/auth/google/start',
      ready: () => expect(popup.getByRole('link').first()).toBeVisible(),
    })
    const waiting = page
      .locator('main')
      .getByRole('status')
      .filter({ hasText: /window|venster/u })
    await capture('google.waiting', page, { ready: () => expect(waiting).toBeVisible() })
    await popup.close()
    // The password is asked for where an address was never confirmed. Only while it is asked: others show the same person.
    const confirm = (isConfirmed: boolean) =>
      sql.query(`UPDATE "user" SET email_verified = $1 WHERE email = 'sanne@kundig.example'`, [isConfirmed])
    await confirm(false)
    const asking = page.waitForEvent('popup')
    await google.click()
    const asked = await asking
    await asked.getByRole('link', { name: /sanne@kundig\.example/u }).click()
    const password = asked.locator('input[type=password]')
    await expect(password).toBeVisible()
    await confirm(true)
    await capture('google.join', asked, { ready: () => expect(password).toBeVisible(), whole: true })
    await password.fill('Wrong-Password-1')
    await asked.locator('form button[type=submit]').click()
    const wrong = asked.locator('form .field-error')
    await capture('google.join.wrong', asked, { ready: () => expect(wrong).toBeVisible(), whole: true })
    await asked.close()
    await page.evaluate(() => {
      window.open = () => null
    })
    await google.click()
    const blocked = page.locator('main').getByText(/blocked|geblokkeerd/u)
    await capture('google.blocked', page, { ready: () => expect(blocked).toBeVisible() })
  },
)

screens(
  ['forgot-password', 'forgot-password.errors', 'forgot-password.check-your-mail', 'forgot-password.sent-again'],
  async (people, capture) => {
    const page = await people.visitor()
    const submit = page.locator('form button[type=submit]')
    await capture('forgot-password', page, { at: '/forgot-password', ready: () => expect(submit).toBeVisible() })
    await page.getByRole('textbox').fill('anna@')
    await submit.click()
    await capture('forgot-password.errors', page)
    await page.getByRole('textbox').fill('anneke@kundig.example')
    await submit.click()
    const again = page.getByRole('button', { name: /^(?:Send again|Opnieuw sturen)/u })
    await capture('forgot-password.check-your-mail', page, { ready: () => expect(again).toBeVisible(), whole: true })
    await capture('forgot-password.sent-again', page)
  },
)

screens(
  [
    'reset-password',
    'reset-password.checking',
    'reset-password.errors',
    'reset-password.failed',
    'reset-password.invalid',
    'dev-mail',
    'dev-mail.one',
  ],
  async (people, capture) => {
    const page = await people.visitor()
    const email = 'judith@kundig.example'
    await page.goto('/forgot-password')
    await page.getByRole('textbox').fill(email)
    await page.locator('form button[type=submit]').click()
    const { link } = await readMail(page.context(), email, '/reset-password')
    await page.goto(link)
    const fields = page.locator('form input')
    const submit = page.locator('form button[type=submit]')
    const ready = () => expect(fields.first()).toBeVisible()
    // The page has taken the code out of the address by then.
    await ready()
    await capture('reset-password', page, { ready, whole: true })
    await page.route('**/rpc/auth/verifyResetCode', () => undefined)
    const checking = page.getByText(/^(?:Checking your link…|Je link wordt gecontroleerd…)$/u)
    await capture('reset-password.checking', page, {
      at: '/reset-password',
      ready: () => expect(checking).toBeVisible(),
    })
    await page.unroute('**/rpc/auth/verifyResetCode')
    await page.goto('/reset-password')
    await ready()
    await fields.first().fill(STRONG)
    await fields.nth(1).fill(MEDIUM)
    await submit.click()
    await capture('reset-password.errors', page, { whole: true })
    await fields.nth(1).fill(STRONG)
    await page.route('**/rpc/auth/confirmReset', (route) => route.fulfill({ status: 500, json: {} }))
    await submit.click()
    const failed = page.locator('form').getByText(/Failed to reset|niet gelukt/u)
    await capture('reset-password.failed', page, { ready: () => expect(failed).toBeVisible(), whole: true })
    // The button to log in is not seen until it is known that nobody is.
    const unknown = page.getByRole('banner').locator('.invisible')
    await capture('reset-password.invalid', page, {
      at: '/reset-password?oobCode=',
      ready: async () => {
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(unknown).toHaveCount(0)
      },
      whole: true,
    })
    await capture('dev-mail', page, { at: '/dev/mail' })
    await page.getByRole('listitem').first().getByRole('link').click()
    const mail = page.frameLocator('iframe').getByRole('link').first()
    await expect(mail).toBeVisible()
    const { pathname } = new URL(page.url())
    await capture('dev-mail.one', page, { at: pathname, ready: () => expect(mail).toBeVisible(), whole: true })
  },
)

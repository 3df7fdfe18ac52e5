import { readMail } from '@kundig/testing/browser/mail'
import { expect, PASSWORD, type People, uniqueWord } from '@kundig/testing/browser/people'
import { appCode } from '@kundig/testing/people/authenticator-app'

import { inBoth, screens } from './screenshots.ts'

const TURN_ON = inBoth('Turn on', 'Instellen')
const CODE_OF_APP = inBoth('Code that the app shows', 'Code die de app toont')

/** The account page of somebody whose address is confirmed, as a second factor asks for. */
async function confirmed(people: People) {
  const { page, context, email } = await people.signedUp(`Femke ${uniqueWord()}`)
  const { link } = await readMail(context, email, '/verify-email')
  await page.goto(link)
  await page.getByRole('button', { name: /^(?:Confirm email address|E-mailadres bevestigen)$/u }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/confirmed|bevestigd/u)
  await page.goto('/account')
  return { page, email, security: page.getByRole('region', { name: inBoth('Security', 'Beveiliging') }) }
}

screens(
  [
    'account.second-factor-password',
    'account.second-factor-key',
    'account.second-factor-code-wrong',
    'account.recovery-codes',
    'account.second-factor-on',
    'login.second-step',
    'login.second-step-wrong',
    'login.recovery-code',
  ],
  async (people, capture) => {
    const { page, email, security } = await confirmed(people)
    await security.getByRole('button', { name: TURN_ON }).click()
    const password = security.locator('input[type=password]').last()
    await capture('account.second-factor-password', page, { about: password, widths: [1280, 375, 320] })
    await password.fill(PASSWORD)
    await password.press('Enter')
    const code = security.getByLabel(CODE_OF_APP)
    await expect(code).toBeVisible()
    const key = await security.locator('code').innerText()
    await capture('account.second-factor-key', page, { about: security.getByRole('img'), widths: [1280, 375, 320] })
    await code.fill('12')
    await code.press('Enter')
    await capture('account.second-factor-code-wrong', page, { about: code })
    await code.fill(await appCode(key))
    await code.press('Enter')
    const codes = security.locator('ul.font-mono')
    await expect(codes).toBeVisible()
    await capture('account.recovery-codes', page, { about: codes, widths: [1280, 375, 320] })
    await security.getByRole('button', { name: inBoth('I have kept them', 'Ik heb ze bewaard') }).click()
    const off = security.getByRole('button', { name: inBoth('Turn off', 'Uitzetten') })
    await expect(off).toBeVisible()
    await capture('account.second-factor-on', page, { about: off })

    const other = await people.visitor()
    await other.goto('/login')
    await other.locator('input[name=email]').fill(email)
    await other.locator('input[name=password]').fill(PASSWORD)
    await other.locator('form button[type=submit]').click()
    const step = other.getByLabel('Code', { exact: true })
    await capture('login.second-step', other, { ready: () => expect(step).toBeVisible(), widths: [1280, 375, 320] })
    await step.fill('000000')
    await other.getByRole('button', { name: inBoth('Continue', 'Verder') }).click()
    await expect(step).toHaveAttribute('aria-invalid', 'true')
    await capture('login.second-step-wrong', other)
    await other.getByRole('button', { name: inBoth('Use a recovery code', 'Gebruik een herstelcode') }).click()
    await capture('login.recovery-code', other)
  },
)

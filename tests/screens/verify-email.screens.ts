import { readMail } from '@kundig/testing/browser/mail'
import { expect, PASSWORD, uniqueWord } from '@kundig/testing/browser/people'

import { inBoth, screens } from './screenshots.ts'

screens(
  [
    'verify-email',
    'verify-email.confirmed',
    'verify-email.by-password',
    'verify-email.as-another',
    'verify-email.wrong-password',
    'verify-email.not-me',
    'verify-email.closed',
    'verify-email.change',
    'verify-email.change-not-me',
    'verify-email.change-kept',
    'verify-email.invalid',
    'verify-email.failed',
  ],
  async (people, capture) => {
    const post = async (page: Awaited<ReturnType<typeof people.visitor>>, path: string, data: object) => {
      const answer = await page.context().request.post(path, { data, headers: { origin: people.url } })
      expect(answer.ok()).toBe(true)
    }
    /** Somebody with a new account, and the link of the mail to its address. */
    const somebody = async () => {
      const page = await people.visitor()
      const email = `${uniqueWord()}@kundig.example`
      await post(page, '/api/auth/sign-up/email', { email, password: PASSWORD })
      return { page, email, link: (await readMail(page.context(), email, '/verify-email')).link }
    }
    const { page, link } = await somebody()
    const submit = page.locator('form button[type=submit]')
    await page.goto(link)
    await capture('verify-email', page, { ready: () => expect(submit).toBeVisible(), whole: true })
    await submit.click()
    await capture('verify-email.confirmed', page, {
      ready: () => expect(page.locator('form')).toHaveCount(0),
      whole: true,
    })

    const squatted = await somebody()
    const visitor = await people.visitor()
    const password = visitor.locator('input[name=password]')
    const ready = () => expect(password).toBeVisible()
    await visitor.goto(squatted.link)
    await capture('verify-email.by-password', visitor, { ready, whole: true })
    const other = await people.expert(`Lena ${uniqueWord()}`)
    await other.page.goto(squatted.link)
    await capture('verify-email.as-another', other.page, {
      ready: () => expect(other.page.locator('input[name=password]')).toBeVisible(),
      whole: true,
    })
    await password.fill('Wrong-Password-1')
    await visitor.locator('form button[type=submit]').click()
    await capture('verify-email.wrong-password', visitor, { ready, whole: true })
    const notMe = visitor.getByRole('button', { name: inBoth('This was not me', 'Dit was ik niet') })
    const dialog = visitor.getByRole('alertdialog')
    await notMe.click()
    await capture('verify-email.not-me', visitor, { ready: () => expect(dialog).toBeVisible() })
    await dialog.getByRole('button').last().click()
    await capture('verify-email.closed', visitor, { ready: () => expect(password).toHaveCount(0), whole: true })

    const asking = await somebody()
    const wanted = `${uniqueWord()}@kundig.example`
    await post(asking.page, '/api/email-change', { email: wanted, current_password: PASSWORD })
    await visitor.goto((await readMail(visitor.context(), wanted, '/verify-email')).link)
    await capture('verify-email.change', visitor, { ready, whole: true })
    await notMe.click()
    await capture('verify-email.change-not-me', visitor, { ready: () => expect(dialog).toBeVisible() })
    await dialog.getByRole('button').last().click()
    await capture('verify-email.change-kept', visitor, { ready: () => expect(password).toHaveCount(0), whole: true })

    const stranger = await people.visitor()
    await capture('verify-email.invalid', stranger, {
      at: '/verify-email?code=made-up',
      ready: () => expect(stranger.getByRole('heading', { level: 1 })).toBeVisible(),
      whole: true,
    })
    await stranger.route('**/rpc/auth/*erif*', (route) => route.abort())
    const again = stranger.getByRole('button', { name: inBoth('Try again', 'Probeer opnieuw') })
    await capture('verify-email.failed', stranger, {
      at: '/verify-email?code=another',
      ready: () => expect(again).toBeVisible(),
      whole: true,
    })
  },
)

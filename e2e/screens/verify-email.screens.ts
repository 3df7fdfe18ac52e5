import { readMail } from '../fixtures/mail.ts'
import { expect, PASSWORD, uniqueWord } from '../fixtures/people.ts'
import { inBoth, screens } from './studio.ts'

screens(['verify-email', 'verify-email.invalid', 'verify-email.failed'], async (people, shoot) => {
  const page = await people.visitor()
  const heading = page.getByRole('heading', { level: 1 })
  const ready = () => expect(heading).toBeVisible()
  const email = `${uniqueWord()}@kundig.example`
  const answer = await page
    .context()
    .request.post('/api/auth/sign-up/email', { data: { email, password: PASSWORD }, headers: { origin: people.url } })
  expect(answer.ok()).toBe(true)
  const { link } = await readMail(page.context(), email, '/verify-email')
  await page.goto(link)
  await shoot('verify-email', page, { ready, whole: true })
  const visitor = await people.visitor()
  const seen = () => expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
  await shoot('verify-email.invalid', visitor, { at: '/verify-email?code=made-up', ready: seen, whole: true })
  await visitor.route('**/rpc/auth/*erif*', (route) => route.abort())
  const again = visitor.getByRole('button', { name: inBoth('Try again', 'Probeer opnieuw') })
  await shoot('verify-email.failed', visitor, {
    at: '/verify-email?code=another',
    ready: () => expect(again).toBeVisible(),
    whole: true,
  })
})

import { describe, expect, it } from 'vitest'

import { PASSWORD, type Person } from '@kundig/testing/people/test-client'
import { useTestApp } from '@kundig/testing/server/use-test-app'

const NEW_DEVICE = 'A new login to your Kundig account'
const PASSWORD_CHANGED = 'Your Kundig password was changed'

const app = useTestApp()

/** Subjects of a person's mails, except the mail for confirming the address. */
const subjectsTo = async ({ email }: Person): Promise<string[]> =>
  (await app.mails(email)).map(({ subject }) => subject).slice(1)
async function signedUp(): Promise<Person> {
  const person = await app.signUp()
  const off = Object.fromEntries(
    ['messages', 'requests', 'answers', 'chats', 'appointments', 'payments', 'selling'].map((topic) => [topic, false]),
  )
  await app.must(person, 'PATCH', '/api/notifications/settings', { mail: off })
  await app.mails(person.email)
  return person
}

describe('a security notice, regardless of mail settings,', () => {
  it('reports each log-in on a new device once', async () => {
    const person = await signedUp()
    const phone = await app.signIn(person)
    await expect.poll(() => subjectsTo(person)).toEqual([NEW_DEVICE])
    for (const known of [person, phone]) {
      await app.must(known, 'POST', '/api/auth/sign-in/email', { email: person.email, password: PASSWORD })
    }
    await app.signIn(person)
    await expect.poll(() => subjectsTo(person)).toEqual([NEW_DEVICE, NEW_DEVICE])
  })

  it('names the browser and the time of a new log-in, in the owner’s language', async () => {
    const person = await signedUp()
    const headers = {
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36',
      'x-kundig-locale': 'nl',
    }
    await app.api(null, 'POST', '/api/auth/sign-in/email', { email: person.email, password: PASSWORD }, headers)
    const { text } = await app.mailAbout(person.email, /^Nieuwe inlog op je Kundig-account$/u)
    expect(text).toMatch(/: Chrome op Linux, \d+ \p{L}+ \d{4} om \d\d:\d\d \(UTC\)\./u)
  })

  it('reports a changed password in the owner’s language', async () => {
    const person = await signedUp()
    const body = { current_password: PASSWORD, new_password: 'Another-Good-One-8' }
    const dutch = { 'x-kundig-locale': 'nl' }
    expect((await app.api(person, 'POST', '/api/password', body, dutch)).status).toBe(200)
    await expect.poll(() => subjectsTo(person)).toEqual(['Je wachtwoord voor Kundig is gewijzigd'])
  })

  it('reports a password that was set by a mailed link', async () => {
    const person = await signedUp()
    await app.must(null, 'POST', '/api/password-reset', { email: person.email })
    const [, reset] = await app.mails(person.email, 2)
    const code = /\?oobCode=([\w-]+)/u.exec(reset?.text ?? '')?.[1]
    await app.must(null, 'POST', '/api/password-reset/confirm', { code, password: 'Another-Good-One-8' })
    await expect.poll(async () => (await subjectsTo(person)).at(-1)).toBe(PASSWORD_CHANGED)
  })

  it('is not sent for failed attempts', async () => {
    const person = await signedUp()
    const other = { ...person, cookies: new Map<string, string>() }
    await app.api(other, 'POST', '/api/auth/sign-in/email', { email: person.email, password: 'Wrong-Password-9' })
    await app.api(person, 'POST', '/api/password', {
      current_password: 'Wrong-Password-9',
      new_password: 'Another-Good-One-8',
    })
    await app.signIn(person)
    await expect.poll(() => subjectsTo(person)).toEqual([NEW_DEVICE])
  })
})

import { randomUUID } from 'node:crypto'

import { describe, expect, it } from 'vitest'

import { type Answer, type Failure, PASSWORD, type Person } from '@kundig/testing/people/test-client'
import { useTestApp } from '@kundig/testing/server/use-test-app'

const INVALID = { status: 400, body: { code: 'VERIFICATION_CODE_INVALID' } }
const NEW_PASSWORD = 'Another-Horse-8-Battery'

const app = useTestApp()

const newEmail = (): string => `${randomUUID()}@example.com`
const ask = (
  person: Person | null,
  email: string,
  headers: Record<string, string> = {},
  current_password = PASSWORD,
): Promise<Answer<Failure>> => app.api(person, 'POST', '/api/email-change', { email, current_password }, headers)
const confirm = (code: string, person: Person | null): Promise<Answer<Failure>> =>
  app.api(person, 'POST', '/api/email-verification/confirm', { code })
const logIn = async (email: string, password = PASSWORD): Promise<number> =>
  (await app.api(null, 'POST', '/api/auth/sign-in/email', { email, password })).status
const codeIn = (text: string | undefined): string => /\?(?:oobCode|code)=([\w.-]+)/u.exec(text ?? '')?.[1] ?? ''
const verify = ({ id }: Person) => app.sql('UPDATE "user" SET email_verified = true WHERE id = $1', [id])
const addressOf = async (person: Person) => (await app.session(person))?.user

async function codeFor(person: Person, email: string): Promise<string> {
  expect((await ask(person, email)).status).toBe(200)
  return codeIn((await app.mails(email.trim().toLowerCase())).at(-1)?.text)
}

async function waitForMails(): Promise<void> {
  const waiting = `SELECT 1 FROM jobs.job WHERE name IN ('mail', 'code-mail', 'email-change-mail') AND state < 'completed'`
  await expect.poll(() => app.sql(waiting)).toEqual([])
}

describe('a new email address', () => {
  it('the new address replaces the old one after the mailed link is used', async () => {
    const person = await app.signUp(`mistyped-${newEmail()}`)
    const email = newEmail()
    const code = await codeFor(person, ` ${email.toUpperCase()} `)
    expect(await addressOf(person)).toMatchObject({ email: person.email, email_verified: false })
    expect(await confirm(code, person)).toMatchObject({ status: 200, body: { ok: true } })
    expect(await addressOf(person)).toMatchObject({ id: person.id, email, email_verified: true })
    expect([await logIn(email), await logIn(person.email)]).toEqual([200, 401])
    expect((await confirm(code, person)).status).toBe(200)
  })

  it('receives mail in the language that the client names', async () => {
    const person = await app.signUp()
    await verify(person)
    const email = newEmail()
    expect((await ask(person, email, { 'x-kundig-locale': 'nl' })).status).toBe(200)
    const [mail] = await app.mails(email)
    expect(mail).toMatchObject({ subject: 'Bevestig je nieuwe e-mailadres voor Kundig', language: 'nl' })
    await waitForMails()
    expect((await app.mails(person.email)).at(-1)).toMatchObject({
      subject: 'Je Kundig-account krijgt een nieuw e-mailadres',
      language: 'nl',
    })
  })

  it('is announced to the old address only if the old address was confirmed', async () => {
    const [confirmed, mistyped] = [await app.signUp(), await app.signUp()]
    await verify(confirmed)
    const email = newEmail()
    await ask(confirmed, email)
    await ask(mistyped, newEmail())
    const [, notice] = await app.mails(confirmed.email, 2)
    expect(notice?.subject).toBe('Your Kundig account is getting a new email address')
    expect(notice?.text).toContain(email)
    await waitForMails()
    expect(await app.mails(mistyped.email)).toHaveLength(1)
  })

  it('a confirmed old address is notified after the change', async () => {
    const [confirmed, mistyped] = [await app.signUp(), await app.signUp()]
    await verify(confirmed)
    const subjectsAfterChange = async (person: Person, email: string): Promise<string[]> => {
      const code = await codeFor(person, email)
      await waitForMails()
      const { length } = await app.mails(person.email)
      expect((await confirm(code, person)).status).toBe(200)
      expect((await confirm(code, person)).status).toBe(200)
      await waitForMails()
      return (await app.mails(person.email)).slice(length).map(({ subject, text }) => `${subject}: ${text}`)
    }
    const email = newEmail()
    expect(await subjectsAfterChange(confirmed, email)).toEqual([
      expect.stringMatching(new RegExp(`^Your Kundig account has a new email address: .*${email}`, 'su')),
    ])
    expect(await subjectsAfterChange(mistyped, newEmail())).toEqual([])
  })

  it('an address that already has an account cannot be taken and gets no mail', async () => {
    const [person, owner] = [await app.signUp(), await app.signUp()]
    const answers = [await ask(person, owner.email), await ask(person, newEmail())]
    const plain = ({ status, body, headers }: Answer<Failure>) => ({
      status,
      body,
      headers: [...headers].filter(([name]) => name !== 'date'),
    })
    expect(answers.map(plain)[0]).toEqual(answers.map(plain)[1])
    await waitForMails()
    expect(await app.mails(owner.email)).toHaveLength(1)

    const contested = newEmail()
    const code = await codeFor(person, contested)
    await app.signUp(contested)
    expect(await confirm(code, person)).toMatchObject(INVALID)
    expect((await addressOf(person))?.email).toBe(person.email)
  })

  it('goes to exactly one of two accounts that confirm the address concurrently', async () => {
    const people = [await app.signUp(), await app.signUp()]
    const email = newEmail()
    const codes: string[] = []
    for (const person of people) {
      await ask(person, email)
      codes.push(codeIn((await app.mails(email, codes.length + 1)).at(-1)?.text))
    }
    const statuses = await Promise.all(codes.map(async (code, at) => (await confirm(code, people[at] ?? null)).status))
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 400])
  })

  it('requires the current password', async () => {
    const person = await app.signUp()
    const email = newEmail()
    expect(await ask(person, email, {}, 'Wrong-Password-1')).toMatchObject({
      status: 403,
      body: { code: 'WRONG_PASSWORD' },
    })
    expect(await ask(person, email, {}, '')).toMatchObject({ status: 400, body: { code: 'FIELD_REQUIRED' } })
    expect(await ask(null, email)).toMatchObject({ status: 401, body: { code: 'NO_SESSION' } })
    await app.sql('DELETE FROM account WHERE user_id = $1', [person.id])
    expect(await ask(person, email)).toMatchObject({ status: 409, body: { code: 'NO_PASSWORD' } })
    await waitForMails()
    expect(await app.mails(email, 0)).toEqual([])
  })

  it('must be a valid address, and not the current one', async () => {
    const person = await app.signUp()
    expect(await ask(person, 'no-address')).toMatchObject({ status: 400, body: { code: 'EMAIL_INVALID' } })
    expect(await ask(person, person.email.toUpperCase())).toMatchObject({
      status: 400,
      body: { code: 'EMAIL_UNCHANGED', data: { field: 'email' } },
    })
  })
})

describe('a link that changes the address', () => {
  it('is void after a change of password, so that the owner can stop an intruder', async () => {
    const person = await app.signUp()
    const code = await codeFor(person, newEmail())
    await app.must(person, 'POST', '/api/password', { current_password: PASSWORD, new_password: NEW_PASSWORD })
    expect(await confirm(code, person)).toMatchObject(INVALID)
    expect((await addressOf(person))?.email).toBe(person.email)
  })

  it('is void after another link is used', async () => {
    const person = await app.signUp()
    const [mistyped, meant] = [newEmail(), newEmail()]
    const [first, second] = [await codeFor(person, mistyped), await codeFor(person, meant)]
    expect((await confirm(second, person)).status).toBe(200)
    expect(await confirm(first, person)).toMatchObject(INVALID)
    expect((await addressOf(person))?.email).toBe(meant)
  })

  it('cannot restore a former address', async () => {
    const person = await app.signUp()
    const email = newEmail()
    const there = await codeFor(person, email)
    await confirm(there, person)
    await ask(person, person.email)
    expect((await confirm(codeIn((await app.mails(person.email, 2)).at(-1)?.text), person)).status).toBe(200)
    expect(await confirm(there, person)).toMatchObject(INVALID)
    expect((await addressOf(person))?.email).toBe(person.email)
  })

  it('voids earlier links that were mailed to the old address', async () => {
    const person = await app.signUp()
    const verification = codeIn((await app.mails(person.email))[0]?.text)
    await app.must(null, 'POST', '/api/password-reset', { email: person.email })
    const reset = codeIn((await app.mails(person.email, 2)).at(-1)?.text)
    const email = newEmail()
    await confirm(await codeFor(person, email), person)
    expect(await confirm(verification, person)).toMatchObject(INVALID)
    expect(
      await app.api(null, 'POST', '/api/password-reset/confirm', { code: reset, password: NEW_PASSWORD }),
    ).toMatchObject({ status: 400, body: { code: 'RESET_CODE_INVALID' } })
    expect(await logIn(email)).toBe(200)
  })

  it.each([
    ['is malformed', 'a.b.c'],
    ['is unsigned', `${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`],
    ['is too long', `${'a'.repeat(3000)}.b.c`],
    ['has NUL bytes', 'a\u0000.b.c'],
  ])('is refused when it %s', async (_what, code) => {
    expect((await confirm(code, null)).status).toBe(400)
  })

  it('is refused when one character is changed', async () => {
    const person = await app.signUp()
    const [head = '', body = '', signature = ''] = (await codeFor(person, newEmail())).split('.')
    const asked = JSON.parse(Buffer.from(body, 'base64url').toString()) as { to: string }
    const bent = Buffer.from(JSON.stringify({ ...asked, to: newEmail() })).toString('base64url')
    expect(await confirm(`${head}.${bent}.${signature}`, person)).toMatchObject(INVALID)
    expect((await addressOf(person))?.email).toBe(person.email)
  })
})

import { randomUUID } from 'node:crypto'

import { describe, expect, it } from 'vitest'

import { type Answer, type Failure, PASSWORD, type Person } from '@kundig/testing/people/test-client'
import { useTestApp } from '@kundig/testing/server/use-test-app'

const NEW_PASSWORD = 'Another-Horse-8-Battery'
const INVALID = {
  status: 400,
  body: { code: 'RESET_CODE_INVALID', message: 'Invalid or expired reset link. Please request a new one.' },
}

const app = useTestApp()

const ask = (email: string, headers: Record<string, string> = {}): Promise<Answer<Failure>> =>
  app.api(null, 'POST', '/api/password-reset', { email }, headers)
const verify = (code: string): Promise<Answer<Failure>> => app.api(null, 'POST', '/api/password-reset/verify', { code })
const confirm = (code: string, password = NEW_PASSWORD): Promise<Answer<Failure>> =>
  app.api(null, 'POST', '/api/password-reset/confirm', { code, password })
const logIn = (email: string, password: string): Promise<Answer<Failure>> =>
  app.api(null, 'POST', '/api/auth/sign-in/email', { email, password })

const codeIn = (text: string | undefined): string => /\?(?:oobCode|code)=([\w-]+)/u.exec(text ?? '')?.[1] ?? ''

/** Requests a link, and reads the code from its mail. Skips other mails, such as notices about a new device. */
async function codeFor({ email }: Person): Promise<string> {
  const links = async () => (await app.mails(email, 0)).filter(({ text }) => text.includes('?oobCode='))
  const before = (await links()).length
  expect((await ask(email)).status).toBe(200)
  await expect.poll(async () => (await links()).length).toBe(before + 1)
  return codeIn((await links()).at(-1)?.text)
}

describe('asking for a reset link', () => {
  // spec 7.5
  it('does not reveal whether the address has an account', async () => {
    const { email } = await app.signUp()
    await app.mails(email)
    const unknown = `${randomUUID()}@example.com`
    const answers = [await ask(email), await ask(unknown)]
    const strip = ({ status, body, headers }: Answer<Failure>) => {
      const kept = [...headers].filter(([name]) => name !== 'date')
      return { status, body, headers: kept }
    }
    expect(answers.map(strip)[0]).toEqual(answers.map(strip)[1])
    expect(answers[0]).toMatchObject({ status: 200, body: { ok: true } })
    for (const address of [email, unknown]) {
      const jobs = await app.sql(
        `SELECT 1 FROM jobs.job WHERE name = 'code-mail' AND data->>'email' = $1 AND data->>'purpose' = 'password-reset'`,
        [address],
      )
      expect(jobs).toHaveLength(1)
    }
    await app.mails(email, 2)
    expect(await app.mails(unknown, 0)).toEqual([])
  })

  it('accepts the address in any case', async () => {
    const { email } = await app.signUp()
    expect((await ask(` ${email.toUpperCase()} `)).status).toBe(200)
    expect(await app.mails(email, 2)).toHaveLength(2)
  })

  // spec 7.8
  it('sends the mail in the language that the client names, even if the browser prefers another', async () => {
    const { email } = await app.signUp()
    await app.mails(email)
    await ask(email, { 'x-kundig-locale': 'nl', 'accept-language': 'en' })
    const mail = (await app.mails(email, 2)).at(-1)
    expect(mail).toMatchObject({ subject: 'Stel een nieuw wachtwoord in voor Kundig', language: 'nl' })
    expect(mail?.html).toContain('<html lang="nl">')
  })

  // spec 5.3
  it.each([
    ['', 'FIELD_REQUIRED'],
    ['no-address', 'EMAIL_INVALID'],
    ['a\u0000b@example.com', 'EMAIL_INVALID'],
    [`${'x'.repeat(300)}@example.com`, 'EMAIL_INVALID'],
    ['x'.repeat(30_000), 'EMAIL_INVALID'],
  ])('rejects invalid addresses', async (email, code) => {
    expect(await ask(email)).toMatchObject({ status: 400, body: { code } })
  })

  it('rejects unknown fields', async () => {
    const body = { email: 'a@example.com', redirectTo: 'https://evil.example' }
    expect((await app.api(null, 'POST', '/api/password-reset', body)).status).toBe(400)
  })
})

describe('a reset code', () => {
  it('is stored as a hash only, for one hour', async () => {
    const person = await app.signUp()
    const code = await codeFor(person)
    expect(code).toMatch(/^[\w-]{43}$/u)
    const rows = await app.sql<{ row: string; minutes: number }>(
      `SELECT one_time_codes::text AS row, extract(epoch FROM expires_at - now())::float / 60 AS minutes
       FROM one_time_codes WHERE user_id = $1 AND purpose = 'password-reset'`,
      [person.id],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]?.row).not.toContain(code)
    expect(rows[0]?.minutes).toBeGreaterThan(59)
    expect(rows[0]?.minutes).toBeLessThanOrEqual(60)
  })

  // spec 7.6
  it('can be checked without being used up, and sets a password once', async () => {
    const person = await app.signUp()
    const code = await codeFor(person)
    for (const status of [200, 200, 200]) expect((await verify(code)).status).toBe(status)
    expect((await verify(code)).body).toEqual({ ok: true, email: person.email })
    expect(await confirm(code)).toMatchObject({ status: 200, body: { ok: true } })
    expect(await verify(code)).toMatchObject(INVALID)
    expect(await confirm(code, 'Third-Horse-9-Battery')).toMatchObject(INVALID)
    expect((await logIn(person.email, NEW_PASSWORD)).status).toBe(200)
    expect((await logIn(person.email, PASSWORD)).status).toBe(401)
  })

  // spec 7.7
  it('can be used exactly once, even in twenty concurrent requests', async () => {
    const person = await app.signUp()
    const code = await codeFor(person)
    const passwords = Array.from({ length: 20 }, (_, index) => `Racing-Horse-${index}!`)
    const answers = await Promise.all(passwords.map((password) => confirm(code, password)))
    const winners = passwords.filter((_, index) => answers[index]?.status === 200)
    expect(winners).toHaveLength(1)
    expect(answers.filter(({ body }) => body.code === 'RESET_CODE_INVALID')).toHaveLength(19)
    expect((await logIn(person.email, winners[0] ?? '')).status).toBe(200)
  })

  // spec 8.67
  it('is invalid after it expires', async () => {
    const person = await app.signUp()
    const code = await codeFor(person)
    await app.sql(`UPDATE one_time_codes SET expires_at = now() - interval '1 second' WHERE user_id = $1`, [person.id])
    expect(await verify(code)).toMatchObject(INVALID)
    expect(await confirm(code)).toMatchObject(INVALID)
    expect((await logIn(person.email, PASSWORD)).status).toBe(200)
  })

  it('is invalid when truncated, changed or made up', async () => {
    const code = await codeFor(await app.signUp())
    for (const other of [code.slice(0, -1), `${code}A`, code.toUpperCase(), 'x', '\u0000', '../..', 'é'.repeat(50)]) {
      expect(await verify(other)).toMatchObject(INVALID)
      expect(await confirm(other)).toMatchObject(INVALID)
    }
    for (const other of ['', 'x'.repeat(201), 7, null, { $ne: '' }]) {
      expect(await app.api(null, 'POST', '/api/password-reset/verify', { code: other })).toMatchObject({
        status: 400,
        body: { code: 'INVALID_INPUT' },
      })
    }
    expect((await verify(code)).status).toBe(200)
  })

  it('cannot be replaced by the code of a confirmation mail', async () => {
    const { email } = await app.signUp()
    const code = codeIn((await app.mails(email))[0]?.text)
    expect(code).toHaveLength(43)
    expect(await confirm(code)).toMatchObject(INVALID)
  })

  it('is void after another code of the same person is used', async () => {
    const person = await app.signUp()
    const [first, second] = [await codeFor(person), await codeFor(person)]
    expect((await verify(first)).status).toBe(200)
    expect((await confirm(second)).status).toBe(200)
    expect(await confirm(first)).toMatchObject(INVALID)
  })

  // spec 5.10, 9.3
  it.each([
    ['', 'FIELD_REQUIRED'],
    ['short', 'PASSWORD_WEAK'],
    ['alllowercase', 'PASSWORD_WEAK'],
    ['Sh0rt!x', 'PASSWORD_TOO_SHORT'],
    ['Password1!', 'PASSWORD_COMMON'],
    ['Aa1!xxxx\uD800', 'TEXT_INVALID'],
    [`Aa1!${'x'.repeat(125)}`, 'PASSWORD_TOO_LONG'],
  ])('rejects the password %j, and stays valid', async (password, code) => {
    const person = await app.signUp()
    const reset = await codeFor(person)
    expect(await confirm(reset, password)).toMatchObject({ status: 400, body: { code, data: { field: 'password' } } })
    expect((await verify(reset)).status).toBe(200)
    expect((await logIn(person.email, PASSWORD)).status).toBe(200)
  })
})

describe('a reset', () => {
  it('ends every session and its live connection within five seconds', { tags: 'slow' }, async () => {
    const here = await app.signUp()
    const there = await app.signIn(here)
    const bystander = await app.signUp()
    const tabs = [await app.live(here), await app.live(there)]
    const other = await app.live(bystander)
    const code = await codeFor(here)
    const startedAt = performance.now()
    expect((await confirm(code)).status).toBe(200)
    await expect.poll(() => tabs.map(({ socket }) => socket.connected), { timeout: 5000 }).toEqual([false, false])
    expect(performance.now() - startedAt).toBeLessThan(5000)
    for (const tab of tabs) expect(tab.listEvents('session.ended')).toHaveLength(1)
    for (const person of [here, there]) {
      await expect(app.live(person)).rejects.toThrow('NO_SESSION')
      expect(await app.session(person)).toBe(null)
    }
    expect(other.socket.connected).toBe(true)
    expect((await app.session(bystander))?.user.id).toBe(bystander.id)
  })

  it('makes every browser count as new again, except the one that resets the password', async () => {
    const person = await app.signUp()
    for (let browser = 0; browser < 3; browser++) await app.signIn(person)
    const known = async () =>
      (await app.sql<{ count: number }>('SELECT count(*)::int FROM known_devices WHERE user_id = $1', [person.id]))[0]
        ?.count
    expect(await known()).toBeGreaterThanOrEqual(3)
    expect((await confirm(await codeFor(person))).status).toBe(200)
    expect(await known()).toBeLessThanOrEqual(1)
  })

  it('verifies the address', async () => {
    const person = await app.signUp()
    const verified = async (): Promise<boolean | undefined> => {
      const [row] = await app.sql<{ email_verified: boolean }>('SELECT email_verified FROM "user" WHERE id = $1', [
        person.id,
      ])
      return row?.email_verified
    }
    expect(await verified()).toBe(false)
    expect((await confirm(await codeFor(person))).status).toBe(200)
    expect(await verified()).toBe(true)
  })

  it('gives a password to an account that had no password', async () => {
    const person = await app.signUp()
    await app.sql('DELETE FROM account WHERE user_id = $1', [person.id])
    expect((await logIn(person.email, PASSWORD)).status).toBe(401)
    expect((await confirm(await codeFor(person))).status).toBe(200)
    expect((await logIn(person.email, NEW_PASSWORD)).status).toBe(200)
  })
})

describe('confirming an email address', () => {
  const confirmEmail = (code: string, person: Person): Promise<Answer<Failure>> =>
    app.api(person, 'POST', '/api/email-verification/confirm', { code })
  const isVerified = async ({ id }: Person): Promise<boolean | undefined> => {
    const [row] = await app.sql<{ email_verified: boolean }>('SELECT email_verified FROM "user" WHERE id = $1', [id])
    return row?.email_verified
  }

  it('is requested after a sign-up, but is not required for using the site', async () => {
    const person = await app.signUpWithProfile()
    expect(await isVerified(person)).toBe(false)
    const [mail] = await app.mails(person.email)
    expect(mail?.text).toContain('/verify-email?code=')
    const code = codeIn(mail?.text)
    expect((await confirmEmail(code, person)).status).toBe(200)
    expect(await isVerified(person)).toBe(true)
    expect((await confirmEmail(code, person)).status).toBe(200)
  })

  it('can be requested again by the logged-in person until the address is confirmed', async () => {
    const person = await app.signUp()
    await app.mails(person.email)
    const again = (): Promise<Answer<Failure>> =>
      app.api(person, 'POST', '/api/email-verification', undefined, { 'x-kundig-locale': 'nl' })
    expect((await again()).status).toBe(200)
    const [, second] = await app.mails(person.email, 2)
    expect(second?.subject).toBe('Bevestig je e-mailadres voor Kundig')
    expect((await confirmEmail(codeIn(second?.text), person)).status).toBe(200)
    expect((await again()).status).toBe(200)
    await expect
      .poll(() => app.sql(`SELECT 1 FROM jobs.job WHERE name = 'code-mail' AND state <> 'completed'`))
      .toEqual([])
    expect(await app.mails(person.email, 2)).toHaveLength(2)
    expect(await app.api(null, 'POST', '/api/email-verification')).toMatchObject({
      status: 401,
      body: { code: 'NO_SESSION' },
    })
  })

  it('fails with a code that is expired, truncated or for another purpose', async () => {
    const person = await app.signUp()
    const code = codeIn((await app.mails(person.email))[0]?.text)
    const invalid = { status: 400, body: { code: 'VERIFICATION_CODE_INVALID' } }
    expect(await confirmEmail(code.slice(1), person)).toMatchObject(invalid)
    expect(await confirmEmail(await codeFor(person), person)).toMatchObject(invalid)
    await app.sql('UPDATE one_time_codes SET expires_at = now() WHERE user_id = $1', [person.id])
    expect(await confirmEmail(code, person)).toMatchObject(invalid)
    expect(await isVerified(person)).toBe(false)
  })
})

import { randomUUID } from 'node:crypto'

import { describe, expect, it } from 'vitest'

import { readSignInLink } from '@kundig/contract/auth/sign-in-code'
import { computeAuthenticatorCode, turnOnSecondFactor } from '@kundig/testing/people/authenticator-app'
import { createBrowser } from '@kundig/testing/people/google-window'
import { toOutcome } from '@kundig/testing/people/outcome'
import { type Answer, type Failure, PASSWORD, type Person } from '@kundig/testing/people/test-client'
import { createTestApp } from '@kundig/testing/server/test-app'
import { useTestApp } from '@kundig/testing/server/use-test-app'

const INVALID = '400 SIGN_IN_CODE_INVALID'
const SUBJECT = 'Your Kundig login code'

const app = useTestApp()

const newEmail = (): string => `${randomUUID()}@example.com`
const ask = (email: string, headers: Record<string, string> = {}): Promise<Answer<Failure>> =>
  app.api(null, 'POST', '/api/sign-in-code', { email }, headers)
const signIn = (email: string, code: string, who: Person | null = null): Promise<Answer<Failure>> =>
  app.api(who, 'POST', '/api/auth/sign-in/code', { email, code })
const byPassword = async ({ email }: Person): Promise<number> =>
  (await app.api(null, 'POST', '/api/auth/sign-in/email', { email, password: PASSWORD })).status
const idOf = async (browser: Person): Promise<string | undefined> => (await app.session(browser))?.user.id
const sessionsOf = async ({ id }: Person): Promise<number> =>
  (await app.sql('SELECT 1 FROM session WHERE user_id = $1', [id])).length
const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

async function codeMails(email: string): Promise<string[]> {
  return (await app.mails(email, 0)).filter(({ subject }) => subject === SUBJECT).map(({ text }) => text)
}

async function codeFor(email: string): Promise<{ code: string; text: string }> {
  const before = (await codeMails(email)).length
  expect(toOutcome(await ask(email))).toBe('200')
  await expect.poll(async () => (await codeMails(email)).length).toBe(before + 1)
  const text = (await codeMails(email)).at(-1) ?? ''
  return { text, code: /^Your code is (\d{6})$/mu.exec(text)?.[1] ?? '' }
}

async function confirmed(): Promise<Person> {
  const person = await app.signUp()
  const code = /\?code=([\w.-]+)/u.exec((await app.mails(person.email))[0]?.text ?? '')?.[1]
  await app.must(person, 'POST', '/api/email-verification/confirm', { code })
  return person
}

describe('a mailed code', () => {
  it('signs in once, and keeps password and other sessions of a confirmed account', async () => {
    const person = await confirmed()
    const { code } = await codeFor(person.email)
    const browser = createBrowser()
    const answer = await signIn(person.email.toUpperCase(), `${code.slice(0, 3)} ${code.slice(3)}`, browser)
    expect([answer.status, answer.body]).toEqual([200, { ok: true }])
    expect(answer.headers.get('set-cookie')).toContain('HttpOnly')
    expect(await idOf(browser)).toBe(person.id)
    expect(await idOf(person)).toBe(person.id)
    expect(await byPassword(person)).toBe(200)
    expect(toOutcome(await signIn(person.email, code))).toBe(INVALID)
  })

  it('is in the fragment of the mailed link, and is not used up by a GET', async () => {
    const { email, id } = await confirmed()
    const { text, code } = await codeFor(email)
    const link = new URL(/https?:\S*\/sign-in-code#\S+/u.exec(text)?.[0] ?? '')
    expect([link.search, readSignInLink(link.hash.slice(1))]).toEqual(['', { email, code }])
    const query = new URLSearchParams({ email, code }).toString()
    for (const path of [`${link.pathname}?${query}`, `/api/auth/sign-in/code?${query}`]) {
      await fetch(`${app.url}${path}`)
    }
    const browser = createBrowser()
    expect(toOutcome(await signIn(email, code, browser))).toBe('200')
    expect(await idOf(browser)).toBe(id)
  })

  it('creates one session for many concurrent uses', async () => {
    const person = await confirmed()
    const { code } = await codeFor(person.email)
    const before = await sessionsOf(person)
    const answers = await Promise.all(Array.from({ length: 5 }, () => signIn(person.email, code)))
    expect(answers.map(toOutcome).toSorted()).toEqual(['200', INVALID, INVALID, INVALID, INVALID])
    expect(await sessionsOf(person)).toBe(before + 1)
  })

  it('is void after five wrong attempts, also in a parallel burst', async () => {
    const { email } = await confirmed()
    const { code } = await codeFor(email)
    for (let tries = 0; tries < 4; tries++) expect(toOutcome(await signIn(email, otherThan(code)))).toBe(INVALID)
    expect(toOutcome(await signIn(email, code))).toBe('200')
    const { code: next } = await codeFor(email)
    await Promise.all(Array.from({ length: 5 }, () => signIn(email, otherThan(next))))
    expect(toOutcome(await signIn(email, next))).toBe(INVALID)
  })

  it('is void after ten minutes, or after a newer code', async () => {
    const { email } = await confirmed()
    const { code: older } = await codeFor(email)
    const { code } = await codeFor(email)
    expect(toOutcome(await signIn(email, older === code ? otherThan(code) : older))).toBe(INVALID)
    await app.sql(`UPDATE sign_in_codes SET expires_at = expires_at - interval '10 minutes'`)
    expect(toOutcome(await signIn(email, code))).toBe(INVALID)
  })

  it('signs in to no other account', async () => {
    const [one, other] = [await confirmed(), await confirmed()]
    const { code } = await codeFor(one.email)
    await codeFor(other.email)
    expect(toOutcome(await signIn(other.email, code))).toBe(INVALID)
  })

  it('is void once the account has another address', async () => {
    const person = await confirmed()
    const { code } = await codeFor(person.email)
    await app.sql('UPDATE "user" SET email = $2 WHERE id = $1', [person.id, newEmail()])
    expect(toOutcome(await signIn(person.email, code))).toBe(INVALID)
  })

  it('is stored as keyed hashes, without an address', async () => {
    const { email } = await confirmed()
    const { code } = await codeFor(email)
    const rows = await app.sql<{ row: string }>('SELECT sign_in_codes::text AS row FROM sign_in_codes')
    for (const { row } of rows) expect(row).not.toMatch(new RegExp(`${code}|${email}`, 'u'))
  })

  it('is mailed in the language of the reader', async () => {
    const { email } = await confirmed()
    await ask(email, { 'x-kundig-locale': 'nl' })
    const mail = await app.mailAbout(email, /^Je inlogcode voor Kundig$/u)
    expect(mail.language).toBe('nl')
    expect(mail.text).toMatch(/^Je code is \d{6}$/mu)
  })
})

describe('an address without an account', () => {
  it('gets the same answers, and a mail that says there is no account', async () => {
    const { email: known } = await confirmed()
    const unknown = newEmail()
    const strip = ({ status, body, headers }: Answer<Failure>) => ({
      status,
      body,
      headers: [...headers].filter(([name]) => name !== 'date'),
    })
    const before = (await app.sql('SELECT 1 FROM sign_in_codes WHERE tries = 1')).length
    expect(strip(await ask(known))).toEqual(strip(await ask(unknown)))
    const mail = await app.mailAbout(unknown, /^No Kundig account has this address$/u)
    expect(mail.text).toContain('/login#sign-up')
    expect(mail.text).not.toContain(unknown)
    await app.mailAbout(known, new RegExp(SUBJECT, 'u'))
    expect(strip(await signIn(known, 'wrong'))).toEqual(strip(await signIn(unknown, 'wrong')))
    expect((await app.sql('SELECT 1 FROM sign_in_codes WHERE tries = 1')).length).toBe(before + 2)
  })
})

describe('an account with an unconfirmed address', () => {
  it('belongs to the mailbox’s owner after a sign-in by code, which ends all earlier access', async () => {
    const stranger = await app.signUp(newEmail())
    const tab = await app.live(stranger)
    const { code } = await codeFor(stranger.email)
    const owner = createBrowser()
    const answer = await signIn(stranger.email, code, owner)
    expect([answer.status, answer.body]).toEqual([200, { ok: true, access_replaced: true }])
    expect((await app.session(owner))?.user).toMatchObject({
      id: stranger.id,
      email_verified: true,
      has_password: false,
    })
    expect(await app.session(stranger)).toBe(null)
    await expect.poll(() => tab.socket.connected).toBe(false)
    expect(await byPassword(stranger)).toBe(401)
    expect(await app.sql('SELECT method FROM email_confirmations WHERE user_id = $1', [stranger.id])).toEqual([
      { method: 'code' },
    ])
    const mail = await app.mailAbout(stranger.email, /^Your Kundig password no longer works$/u)
    expect(mail.text).toContain('we removed the old password')
    const { code: next } = await codeFor(stranger.email)
    expect((await signIn(stranger.email, next)).body).toEqual({ ok: true })
    expect(await idOf(owner)).toBe(stranger.id)
  })

  it('loses linked Google accounts and known browsers, although a mailed link was opened before', async () => {
    const person = await app.signUp(newEmail())
    await app.sql('UPDATE "user" SET email_verified = true WHERE id = $1', [person.id])
    await app.sql(
      `INSERT INTO account (id, user_id, account_id, provider_id) VALUES (gen_random_uuid(), $1, $2, 'google')`,
      [person.id, randomUUID()],
    )
    const { code } = await codeFor(person.email)
    expect(toOutcome(await signIn(person.email, code))).toBe('200')
    expect(await app.sql('SELECT provider_id FROM account WHERE user_id = $1', [person.id])).toEqual([])
    expect(await app.sql('SELECT 1 FROM known_devices WHERE user_id = $1', [person.id])).toHaveLength(1)
  })
})

describe('a person who signs in by code', () => {
  it('is asked for the second factor', async () => {
    const person = await app.signUpWithProfile()
    const { key } = await turnOnSecondFactor(app, app.sql, person)
    await app.sql(
      `INSERT INTO email_confirmations (user_id, email, method) VALUES ($1, $2, 'session')
                   ON CONFLICT DO NOTHING`,
      [person.id, person.email],
    )
    const { code } = await codeFor(person.email)
    const browser = createBrowser()
    expect(await signIn(person.email, code, browser)).toMatchObject({ status: 200, body: { second_factor: true } })
    expect(await app.session(browser)).toBe(null)
    await app.must(browser, 'POST', '/api/second-factor/verify', { code: await computeAuthenticatorCode(key) })
    expect(await idOf(browser)).toBe(person.id)
  })

  it('stays locked out while suspended', async () => {
    const person = await confirmed()
    const { code } = await codeFor(person.email)
    await app.sql('UPDATE "user" SET is_restricted = true WHERE id = $1', [person.id])
    await app.sql(
      `INSERT INTO standings (account_id, state, until) VALUES ($1, 'suspended', now() + interval '1 day')`,
      [person.id],
    )
    const browser = createBrowser()
    expect(toOutcome(await signIn(person.email, code, browser))).toBe('200')
    expect(await app.session(browser)).toBe(null)
    expect(await app.must(browser, 'GET', '/api/second-factor/challenge')).toMatchObject({
      restriction: { state: 'suspended' },
    })
  })

  it('is notified of a new browser, as after a sign-in by password', async () => {
    const person = await confirmed()
    const { code } = await codeFor(person.email)
    expect(toOutcome(await signIn(person.email, code, createBrowser()))).toBe('200')
    expect((await app.mailAbout(person.email, /^A new login to your Kundig account$/u)).language).toBe('en')
  })
})

describe('limits of mailed codes', () => {
  it('allow three codes an hour per address, or one mail a day if it has no account', async () => {
    const limited = await createTestApp({ attemptLimitFactor: 1 })
    const person = await limited.signUp()
    const askLimited = (email: string) => limited.api(null, 'POST', '/api/sign-in-code', { email })
    for (let asked = 0; asked < 3; asked++) expect(toOutcome(await askLimited(person.email))).toBe('200')
    expect(toOutcome(await askLimited(person.email))).toBe('429 TOO_MANY_ATTEMPTS')
    // Strangers cannot use up the codes of a known browser.
    expect(toOutcome(await limited.api(person, 'POST', '/api/sign-in-code', { email: person.email }))).toBe('200')
    const unknown = newEmail()
    for (let asked = 0; asked < 2; asked++) expect(toOutcome(await askLimited(unknown))).toBe('200')
    const waiting = `SELECT 1 FROM jobs.job WHERE name IN ('mail', 'sign-in-code-mail') AND state < 'completed'`
    await expect.poll(() => limited.sql(waiting)).toEqual([])
    expect(await limited.mails(unknown)).toHaveLength(1)
    const { email } = person
    const wrong = { email, code: '12345' }
    for (let tries = 0; tries < 10; tries++) {
      expect(toOutcome(await limited.api(null, 'POST', '/api/auth/sign-in/code', wrong))).toBe(INVALID)
    }
    expect(toOutcome(await limited.api(null, 'POST', '/api/auth/sign-in/code', wrong))).toBe('429 TOO_MANY_ATTEMPTS')
    const password = { email, password: PASSWORD }
    expect(toOutcome(await limited.api(null, 'POST', '/api/auth/sign-in/email', password))).toBe(
      '429 TOO_MANY_ATTEMPTS',
    )
    await limited.close()
  })
})

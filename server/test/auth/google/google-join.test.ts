import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { type FakeGoogle, startFakeGoogle } from '@kundig/testing/people/fake-google'
import { returnFromGoogle, createBrowser } from '@kundig/testing/people/google-window'
import { type Answer, type Failure, PASSWORD, type Person } from '@kundig/testing/people/test-client'
import { createTestApp, type TestApp } from '@kundig/testing/server/test-app'

const ASKED = '/auth/popup?join=1'
const IN = '/auth/popup'
const NEW_PASSWORD = 'Another-Horse-8-Battery'

let google: FakeGoogle
let app: TestApp
beforeAll(async () => {
  google = await startFakeGoogle()
  app = await createTestApp({ google: google.provider })
})
afterAll(async () => {
  await app.close()
  await google.close()
})

const newEmail = (): string => `${randomUUID()}@gmail.example`
const codeIn = (text: string | undefined): string => /\?(?:oobCode|code)=([\w.-]+)/u.exec(text ?? '')?.[1] ?? ''
const withGoogle = (browser: Person, email: string, sub: string = randomUUID()): Promise<string> =>
  returnFromGoogle({ app, google }, browser, { claims: { sub, email, email_verified: true } })
const join = (browser: Person, password: string): Promise<Answer<Failure>> =>
  app.api(browser, 'POST', '/api/auth/google/join', { password })
const logIn = async (email: string, password = PASSWORD): Promise<number> =>
  (await app.api(null, 'POST', '/api/auth/sign-in/email', { email, password })).status
const providersOf = async ({ id }: Person): Promise<string[]> =>
  (
    await app.sql<{ provider_id: string }>(
      'SELECT provider_id FROM account WHERE user_id = $1 ORDER BY provider_id, account_id',
      [id],
    )
  ).map(({ provider_id }) => provider_id)
/** Confirms an address like an earlier release, which required only the code. */
const confirmByTheOldRule = ({ id }: Person) => app.sql('UPDATE "user" SET email_verified = true WHERE id = $1', [id])
async function confirm(person: Person, email = person.email): Promise<void> {
  const code = codeIn((await app.mails(email))[0]?.text)
  await app.must(person, 'POST', '/api/email-verification/confirm', { code })
}
const joinMails = async (email: string): Promise<string[]> => {
  const waiting = `SELECT 1 FROM jobs.job WHERE name = 'mail' AND state < 'completed'`
  await expect.poll(() => app.sql(waiting)).toEqual([])
  const mails = await app.mails(email, 0)
  return mails.filter(({ subject }) => subject.startsWith('You can now log in to ')).map(({ text }) => text)
}

const ASKING: [string, () => Promise<{ attacker: Person; email: string }>][] = [
  [
    'signed up with the address',
    async () => {
      const attacker = await app.signUp(newEmail())
      return { attacker, email: attacker.email }
    },
  ],
  [
    'signed up with the address, and the link was opened without a login',
    async () => {
      const attacker = await app.signUp(newEmail())
      const code = codeIn((await app.mails(attacker.email))[0]?.text)
      await app.api(null, 'POST', '/api/email-verification/check', { code })
      await app.api(null, 'POST', '/api/email-verification/confirm', { code })
      return { attacker, email: attacker.email }
    },
  ],
]

/** Accounts that a Google sign-in replaces without a question, because no proof of the address is recorded. */
const NOT_ASKING: typeof ASKING = [
  [
    'signed up with the address, and the link was opened before this release',
    async () => {
      const attacker = await app.signUp(newEmail())
      await confirmByTheOldRule(attacker)
      return { attacker, email: attacker.email }
    },
  ],
  [
    'changed another account to the address, and the link was opened',
    async () => {
      const attacker = await app.signUp()
      const email = newEmail()
      await app.must(attacker, 'POST', '/api/email-change', { email, current_password: PASSWORD })
      const code = codeIn((await app.mails(email))[0]?.text)
      await app.api(null, 'POST', '/api/email-verification/confirm', { code })
      return { attacker, email }
    },
  ],
  [
    'changed their own confirmed address to it, and the link was opened before this release',
    async () => {
      const attacker = await app.signUp()
      await confirm(attacker)
      const email = newEmail()
      await app.sql('UPDATE "user" SET email = $2 WHERE id = $1', [attacker.id, email])
      return { attacker, email }
    },
  ],
]

async function expectNoSharedAccount(owner: Person, attackers: Person[], email: string): Promise<void> {
  const session = await app.session(owner)
  expect(session?.user).toMatchObject({ email, email_verified: true })
  for (const browser of attackers) {
    const theirs = await app.session(browser)
    expect([theirs?.user.id, theirs?.user.email]).not.toContain(session?.user.id)
    expect([theirs?.user.id, theirs?.user.email]).not.toContain(email)
  }
  expect(await logIn(email)).toBe(401)
}

describe('the owner of an address, who signs in with Google after an impostor', () => {
  it.each(NOT_ASKING)('%s, shares no account with the impostor', async (_what, attack) => {
    const { attacker, email } = await attack()
    const second = await app.signIn({ ...attacker, email: (await app.session(attacker))?.user.email ?? '' })
    const owner = createBrowser()
    expect(await withGoogle(owner, email)).toBe(IN)
    await expectNoSharedAccount(owner, [attacker, second], email)
  })

  it.each(ASKING)('%s, must enter a password to join the accounts', async (_w, attack) => {
    const { attacker, email } = await attack()
    const second = await app.signIn(attacker)
    const owner = createBrowser()
    const sub = randomUUID()
    expect(await withGoogle(owner, email, sub)).toBe(ASKED)
    expect(await join(owner, 'A-Guessed-Password-1')).toMatchObject({ status: 403, body: { code: 'WRONG_PASSWORD' } })
    expect(await app.session(owner)).toBe(null)
    await app.must(null, 'POST', '/api/password-reset', { email })
    const code = codeIn((await app.mailAbout(email, /^Reset/u)).text)
    await app.must(null, 'POST', '/api/password-reset/confirm', { code, password: NEW_PASSWORD })
    expect(await withGoogle(owner, email, sub)).toBe(IN)
    await expectNoSharedAccount(owner, [attacker, second], email)
  })
})

describe('a Google account and an account with a password', () => {
  it('are joined immediately if the account confirmed the address itself, and the owner is notified', async () => {
    const person = await app.signUp(newEmail())
    await confirm(person)
    const browser = createBrowser()
    browser.cookies.set('language', 'nl')
    expect(await withGoogle(browser, person.email)).toBe(IN)
    expect((await app.session(browser))?.user.id).toBe(person.id)
    expect((await app.session(person))?.user.id).toBe(person.id)
    expect(await logIn(person.email)).toBe(200)
    expect(await app.mailAbout(person.email, /Google/u)).toMatchObject({
      subject: 'Je kunt nu met Google inloggen bij Kundig',
      language: 'nl',
    })
  })

  it('are joined once by two concurrent callbacks, and later sign-ins send no more mail', async () => {
    const person = await app.signUp(newEmail())
    await confirm(person)
    const sub = randomUUID()
    const mine = createBrowser()
    await Promise.all([withGoogle(mine, person.email, sub), withGoogle(mine, person.email, sub)])
    expect(await withGoogle(createBrowser(), person.email, sub)).toBe(IN)
    expect(await providersOf(person)).toEqual(['credential', 'google'])
    expect(await joinMails(person.email)).toHaveLength(1)
  })

  it('the password joins the accounts if the address is unconfirmed', async () => {
    const person = await app.signUp(newEmail())
    const browser = createBrowser()
    const sub = randomUUID()
    expect(await withGoogle(browser, person.email, sub)).toBe(ASKED)
    expect(await providersOf(person)).toEqual(['credential'])
    expect(await app.api(browser, 'GET', '/api/auth/google/join')).toMatchObject({
      status: 200,
      body: { email: person.email },
    })
    expect(await join(browser, '')).toMatchObject({ status: 400, body: { code: 'FIELD_REQUIRED' } })
    expect(await join(browser, PASSWORD)).toMatchObject({ status: 200, body: { ok: true } })
    expect((await app.session(browser))?.user).toMatchObject({ id: person.id, email_verified: true })
    expect(await providersOf(person)).toEqual(['credential', 'google'])
    expect(await joinMails(person.email)).toEqual([expect.stringContaining('as well as your password')])
    expect(await join(browser, PASSWORD)).toMatchObject({ status: 400, body: { code: 'GOOGLE_JOIN_EXPIRED' } })
    expect(await withGoogle(createBrowser(), person.email, sub)).toBe(IN)
    expect((await app.session(person))?.user.id).toBe(person.id)
  })

  it('joining an account whose confirmation has an unknown source ends all earlier access', async () => {
    const person = await app.signUp(newEmail())
    const code = codeIn((await app.mails(person.email))[0]?.text)
    await confirmByTheOldRule(person)
    const tab = await app.live(person)
    await app.must(null, 'POST', '/api/password-reset', { email: person.email })
    const reset = codeIn((await app.mailAbout(person.email, /^Reset/u)).text)
    const wanted = newEmail()
    await app.must(person, 'POST', '/api/email-change', { email: wanted, current_password: PASSWORD })
    const change = codeIn((await app.mails(wanted))[0]?.text)

    const browser = createBrowser()
    expect(await withGoogle(browser, person.email)).toBe(IN)
    expect((await app.session(browser))?.user).toMatchObject({ id: person.id, has_password: false })
    expect(await app.session(person)).toBe(null)
    await expect.poll(() => tab.socket.connected).toBe(false)
    expect(await logIn(person.email)).toBe(401)
    const confirmation = (used: string) =>
      app.api(null, 'POST', '/api/email-verification/confirm', { code: used, password: PASSWORD })
    expect([(await confirmation(code)).status, (await confirmation(change)).status]).toEqual([400, 400])
    const again = { code: reset, password: NEW_PASSWORD }
    expect((await app.api(null, 'POST', '/api/password-reset/confirm', again)).status).toBe(400)
    expect(await joinMails(person.email)).toEqual([expect.stringContaining('removed the old password')])
  })

  it('are joined only in the browser that asked for the password, and only if the account is unchanged', async () => {
    const person = await app.signUp(newEmail())
    const browser = createBrowser()
    expect(await withGoogle(browser, person.email)).toBe(ASKED)
    const expired = { status: 400, body: { code: 'GOOGLE_JOIN_EXPIRED' } }
    expect(await join(createBrowser(), PASSWORD)).toMatchObject(expired)
    const forger = createBrowser()
    const [head = '', , signature = ''] = (browser.cookies.get('kundig.google_join') ?? '').split('.')
    const claims = { sub: 'forged', email: person.email, account: person.id, exp: 4_000_000_000 }
    const body = Buffer.from(JSON.stringify(claims)).toString('base64url')
    forger.cookies.set('kundig.google_join', `${head}.${body}.${signature}`)
    expect(await join(forger, PASSWORD)).toMatchObject(expired)

    await app.sql('UPDATE "user" SET email = $2 WHERE id = $1', [person.id, newEmail()])
    expect(await join(browser, PASSWORD)).toMatchObject(expired)
    expect(await providersOf(person)).toEqual(['credential'])
  })

  it('are protected against guessing: wrong passwords count as failed sign-ins', async () => {
    const limited = await createTestApp({ google: google.provider, attemptLimitFactor: 1 })
    const person = await limited.signUp(newEmail())
    const browser = createBrowser()
    const claims = { sub: randomUUID(), email: person.email, email_verified: true }
    expect(await returnFromGoogle({ app: limited, google }, browser, { claims })).toBe(ASKED)
    const statuses: number[] = []
    for (let tries = 0; tries < 12; tries++) {
      const password = `Wrong-Password-${tries}`
      statuses.push((await limited.api(browser, 'POST', '/api/auth/google/join', { password })).status)
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 403), 429, 429])
    await limited.close()
  })
})

describe('an address that Google has reassigned', () => {
  it('the new owner of an address cannot open an account that has another Google account', async () => {
    const email = newEmail()
    const first = createBrowser()
    await withGoogle(first, email)
    const later = createBrowser()
    expect(await withGoogle(later, email)).toBe('/auth/popup?error=GOOGLE_EMAIL_OF_ANOTHER')
    expect(await app.session(later)).toBe(null)
  })

  it('the account with a reassigned address opens only with its password', async () => {
    const email = newEmail()
    const first = createBrowser()
    await withGoogle(first, email)
    await app.must(null, 'POST', '/api/password-reset', { email })
    const code = codeIn((await app.mailAbout(email, /^Reset/u)).text)
    await app.must(null, 'POST', '/api/password-reset/confirm', { code, password: NEW_PASSWORD })
    const later = createBrowser()
    expect(await withGoogle(later, email)).toBe(ASKED)
    expect((await join(later, NEW_PASSWORD)).status).toBe(200)
    expect((await app.session(later))?.user.email).toBe(email)
  })
})

describe('a password reset', () => {
  it('unlinks a Google account that was linked under a former address of the account', async () => {
    const mine = newEmail()
    const attacker = createBrowser()
    const sub = randomUUID()
    await withGoogle(attacker, mine, sub)
    const email = newEmail()
    await app.sql('UPDATE "user" SET email = $2 WHERE email = $1', [mine, email])
    await app.must(null, 'POST', '/api/password-reset', { email })
    const code = codeIn((await app.mailAbout(email, /^Reset/u)).text)
    await app.must(null, 'POST', '/api/password-reset/confirm', { code, password: NEW_PASSWORD })
    const back = createBrowser()
    expect(await withGoogle(back, mine, sub)).toBe(IN)
    expect((await app.session(back))?.user.email).toBe(mine)
    expect(await logIn(email, NEW_PASSWORD)).toBe(200)
  })

  it('keeps the Google account with which the account was made', async () => {
    const email = newEmail()
    const sub = randomUUID()
    await withGoogle(createBrowser(), email, sub)
    await app.must(null, 'POST', '/api/password-reset', { email })
    const code = codeIn((await app.mailAbout(email, /^Reset/u)).text)
    await app.must(null, 'POST', '/api/password-reset/confirm', { code, password: NEW_PASSWORD })
    const back = createBrowser()
    expect(await withGoogle(back, email, sub)).toBe(IN)
    expect(await joinMails(email)).toEqual([])
  })
})

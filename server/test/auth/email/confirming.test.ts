import { randomUUID } from 'node:crypto'

import { describe, expect, it } from 'vitest'

import { type Answer, type Failure, PASSWORD, type Person } from '@kundig/testing/people/test-client'
import { createTestApp } from '@kundig/testing/server/test-app'
import { useTestApp } from '@kundig/testing/server/use-test-app'

const INVALID = { status: 400, body: { code: 'VERIFICATION_CODE_INVALID' } }
const NEEDED = { status: 403, body: { code: 'PASSWORD_NEEDED' } }
const NEW_PASSWORD = 'Another-Horse-8-Battery'

const app = useTestApp()

const newEmail = (): string => `${randomUUID()}@example.com`
const codeIn = (text: string | undefined): string => /\?(?:oobCode|code)=([\w.-]+)/u.exec(text ?? '')?.[1] ?? ''
const check = (person: Person | null, code: string) =>
  app.api<unknown>(person, 'POST', '/api/email-verification/check', { code })
const confirm = (person: Person | null, code: string, password?: string): Promise<Answer<Failure>> =>
  app.api(person, 'POST', '/api/email-verification/confirm', { code, ...(password !== undefined && { password }) })
const disown = (code: string): Promise<Answer<Failure>> =>
  app.api(null, 'POST', '/api/email-verification/reject', { code })
const logIn = async (email: string, password = PASSWORD): Promise<number> =>
  (await app.api(null, 'POST', '/api/auth/sign-in/email', { email, password })).status

interface Stored extends Record<string, unknown> {
  email: string
  email_verified: boolean
  method: string | null
}
async function stored({ id }: Person): Promise<Stored | undefined> {
  const [row] = await app.sql<Stored>(
    `SELECT u.email, u.email_verified, c.method FROM "user" u
     LEFT JOIN email_confirmations c ON c.user_id = u.id AND c.email = u.email WHERE u.id = $1`,
    [id],
  )
  return row
}

const KINDS = [
  [
    'a new account',
    async () => {
      const person = await app.signUp()
      return { person, email: person.email, code: codeIn((await app.mails(person.email))[0]?.text) }
    },
  ],
  [
    'a change of address',
    async () => {
      const person = await app.signUp()
      const email = newEmail()
      await app.must(person, 'POST', '/api/email-change', { email, current_password: PASSWORD })
      return { person, email, code: codeIn((await app.mails(email))[0]?.text) }
    },
  ],
] as const

describe.each(KINDS)('the code of %s', (kind, make) => {
  it('confirms nothing when the mailed link is only opened', async () => {
    const { person, email, code } = await make()
    const before = await stored(person)
    expect(await check(null, code)).toMatchObject({
      status: 200,
      body: { email, is_confirmed: false, is_own: false },
    })
    expect(await confirm(null, code)).toMatchObject(NEEDED)
    expect(await confirm(await app.signUp(), code)).toMatchObject(NEEDED)
    expect(await stored(person)).toEqual(before)
    expect(before).toMatchObject({ email: person.email, email_verified: false })
  })

  it('confirms the address with a session of the account', async () => {
    const { person, email, code } = await make()
    expect((await check(person, code)).body).toEqual({ email, is_confirmed: false, is_own: true })
    expect((await confirm(person, code)).status).toBe(200)
    expect(await stored(person)).toEqual({ email, email_verified: true, method: 'session' })
    expect((await check(person, code)).body).toEqual({ email, is_confirmed: true, is_own: true })
  })

  it('confirms the address with the account’s password, logged out or logged in as another person', async () => {
    for (const other of [null, await app.signUp()]) {
      const { person, email, code } = await make()
      expect(await confirm(other, code, 'Wrong-Password-1')).toMatchObject({
        status: 403,
        body: { code: 'WRONG_PASSWORD' },
      })
      expect(await stored(person)).toMatchObject({ email: person.email, email_verified: false })
      expect((await confirm(other, code, PASSWORD)).status).toBe(200)
      expect(await stored(person)).toEqual({ email, email_verified: true, method: 'password' })
    }
  })

  it('an address cannot be confirmed with the password alone', async () => {
    const { person, code } = await make()
    expect(await confirm(person, `${code.slice(0, -2)}xx`, PASSWORD)).toMatchObject(INVALID)
    expect(await stored(person)).toMatchObject({ email_verified: false })
  })

  it('does not allow guessing the password: wrong passwords count as failed sign-ins', async () => {
    const limited = await createTestApp({ attemptLimitFactor: 1 })
    const person = await limited.signUp()
    let code = codeIn((await limited.mails(person.email))[0]?.text)
    if (kind === 'a change of address') {
      const email = newEmail()
      await limited.must(person, 'POST', '/api/email-change', { email, current_password: PASSWORD })
      code = codeIn((await limited.mails(email))[0]?.text)
    }
    const statuses: number[] = []
    for (let tries = 0; tries < 12; tries++) {
      const body = { code, password: `Wrong-Password-${tries}` }
      statuses.push((await limited.api(null, 'POST', '/api/email-verification/confirm', body)).status)
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 403), 429, 429])
    const signIn = { email: person.email, password: PASSWORD }
    expect((await limited.api(null, 'POST', '/api/auth/sign-in/email', signIn)).status).toBe(429)
    await limited.close()
  })
})

describe('“This was not me”', () => {
  it('closes the account made with the address, and frees the address', async () => {
    const squatter = await app.signUpWithProfile({ full_name: 'Not The Owner' })
    const { email } = squatter
    const tab = await app.live(squatter)
    const code = codeIn((await app.mails(email))[0]?.text)
    await app.must(null, 'POST', '/api/password-reset', { email })
    const reset = codeIn((await app.mails(email, 2)).at(-1)?.text)
    expect(await disown(code)).toMatchObject({ status: 200, body: { ok: true } })

    expect(await app.session(squatter)).toBe(null)
    await expect.poll(() => tab.socket.connected).toBe(false)
    expect(await logIn(email)).toBe(401)
    const closed = { code: reset, password: NEW_PASSWORD }
    expect((await app.api(null, 'POST', '/api/password-reset/confirm', closed)).status).toBe(400)
    expect((await app.api(null, 'GET', `/api/profiles/${squatter.id}`)).status).not.toBe(200)
    expect(await confirm(null, code, PASSWORD)).toMatchObject(INVALID)
    expect(await disown(code)).toMatchObject(INVALID)

    const owner = await app.signUp(email, NEW_PASSWORD)
    expect(owner.id).not.toBe(squatter.id)
    expect(await app.session(owner)).toMatchObject({ user: { email, email_verified: false } })
  })

  it('preserves other people’s data: rooms are closed with all messages, and pending requests rejected', async () => {
    const [squatter, partner, asked] = [await app.signUpWithProfile(), await app.profiled(), await app.profiled()]
    const room = await app.room(partner, squatter)
    await app.send(partner, room.id, 'Mine')
    await app.send(squatter, room.id, 'Theirs')
    const pending = await app.request(squatter, asked)
    const tab = await app.live(partner)
    await disown(codeIn((await app.mails(squatter.email))[0]?.text))

    expect((await app.allMessages(partner, room.id)).map(({ content }) => content)).toEqual(['Mine', 'Theirs'])
    expect(await app.getRoom(partner, room.id)).toMatchObject({ status: 'closed' })
    await expect.poll(() => tab.listEvents('room.updated').map(({ status }) => status)).toEqual(['closed'])
    expect(await app.must(asked, 'GET', `/api/connection-requests/${pending.id}`)).toMatchObject({ status: 'rejected' })
  })

  it('has no effect on a confirmed address', async () => {
    const person = await app.signUp()
    const code = codeIn((await app.mails(person.email))[0]?.text)
    await confirm(person, code)
    expect(await disown(code)).toMatchObject(INVALID)
    expect((await app.session(person))?.user.email).toBe(person.email)
  })

  it('excludes a concurrent confirmation: exactly one of the two succeeds', async () => {
    const person = await app.signUp()
    const code = codeIn((await app.mails(person.email))[0]?.text)
    const [confirmed, disowned] = await Promise.all([confirm(null, code, PASSWORD), disown(code)])
    expect([confirmed.status, disowned.status].toSorted((a, b) => a - b)).toEqual([200, 400])
    expect(await logIn(person.email)).toBe(confirmed.status === 200 ? 200 : 401)
  })

  it('cancels a change of address, and leaves the account unchanged', async () => {
    const person = await app.signUp()
    const email = newEmail()
    await app.must(person, 'POST', '/api/email-change', { email, current_password: PASSWORD })
    const code = codeIn((await app.mails(email))[0]?.text)
    expect((await disown(code)).status).toBe(200)
    expect(await confirm(person, code, PASSWORD)).toMatchObject(INVALID)
    expect(await disown(code)).toMatchObject(INVALID)
    expect((await app.session(person))?.user.email).toBe(person.email)
  })
})

import { randomUUID } from 'node:crypto'

import { describe, expect, it } from 'vitest'

import type { Device } from '@kundig/contract/auth/auth.contract'
import {
  type Answer,
  toCookieHeader,
  type Failure,
  PASSWORD,
  type Person,
  type Tab,
} from '@kundig/testing/people/test-client'
import { useTestApp } from '@kundig/testing/server/use-test-app'

const NEW_PASSWORD = 'Another-Good-One-8'

const app = useTestApp()

const copyPerson = (person: Person): Person => ({ ...person, cookies: new Map(person.cookies) })
const listDevices = async (person: Person): Promise<Device[]> =>
  (await app.must<{ items: Device[] }>(person, 'GET', '/api/sessions')).items
const changePassword = (person: Person | null, current: string, next = NEW_PASSWORD): Promise<Answer<Failure>> =>
  app.api(person, 'POST', '/api/password', { current_password: current, new_password: next })

async function expectEnded(tab: Tab): Promise<void> {
  await expect.poll(() => tab.socket.connected, { timeout: 5000 }).toBe(false)
  expect(tab.received).toEqual([{ name: 'session.ended', payload: undefined }])
}

describe('the current session', () => {
  it('includes the session id, and shows if the address is verified and if a password exists', async () => {
    const person = await app.signUp()
    const [row] = await app.sql<{ id: string }>('SELECT id FROM session WHERE user_id = $1', [person.id])
    expect(await app.session(person)).toMatchObject({
      session_id: row?.id,
      user: { id: person.id, email: person.email, email_verified: false, has_password: true },
    })
    await app.sql('UPDATE "user" SET email_verified = true WHERE id = $1', [person.id])
    await app.sql('DELETE FROM account WHERE user_id = $1', [person.id])
    expect(await app.session(person)).toMatchObject({ user: { email_verified: true, has_password: false } })
  })
})

describe('the list of devices', () => {
  it('lists the person’s active sessions, latest first, and marks the current one', async () => {
    const here = await app.signUp()
    const phone = await app.signIn(here)
    await app.signUp()
    await app.api(
      null,
      'POST',
      '/api/auth/sign-in/email',
      { email: here.email, password: PASSWORD },
      { 'user-agent': 'A Phone' },
    )
    const gone = await app.signIn(here)
    await app.sql("UPDATE session SET expires_at = now() - interval '1 second' WHERE id = $1", [
      (await app.session(gone))?.session_id,
    ])
    const items = await listDevices(here)
    expect(items).toHaveLength(3)
    expect(items.map(({ updated_at }) => updated_at)).toEqual(
      items
        .map(({ updated_at }) => updated_at)
        .toSorted()
        .toReversed(),
    )
    expect(items[0]).toMatchObject({ user_agent: 'A Phone', is_current: false })
    expect(items.filter(({ is_current }) => is_current).map(({ id }) => id)).toEqual([
      (await app.session(here))?.session_id,
    ])
    expect((await listDevices(phone)).find(({ is_current }) => is_current)?.id).toBe(
      (await app.session(phone))?.session_id,
    )
    expect(JSON.stringify(items)).not.toContain('token')
  })
})

describe('ending sessions', () => {
  it('logging out one device closes only its session and live connection', async () => {
    const here = await app.signUp()
    const there = await app.signIn(here)
    const [mine, theirs] = await Promise.all([app.live(here), app.live(there)])
    const id = (await app.session(there))?.session_id ?? ''
    expect((await app.api(here, 'DELETE', `/api/sessions/${id}`)).status).toBe(200)
    await expectEnded(theirs)
    expect(await app.session(copyPerson(there))).toBe(null)
    expect(await app.session(here)).not.toBe(null)
    expect(mine.socket.connected).toBe(true)
    expect(await app.api(here, 'DELETE', `/api/sessions/${id}`)).toMatchObject({
      status: 404,
      body: { code: 'SESSION_NOT_FOUND', message: 'This device is no longer logged in' },
    })
  })

  it('ending the current session logs out this browser', async () => {
    const person = await app.signUp()
    const tab = await app.live(person)
    await app.must(person, 'DELETE', `/api/sessions/${(await app.session(person))?.session_id}`)
    await expectEnded(tab)
    expect(await app.session(person)).toBe(null)
    expect(toCookieHeader(person)).not.toContain('session_token')
  })

  it('ending another person’s session has no effect, and is answered like a missing session', async () => {
    const [person, other] = await Promise.all([app.signUp(), app.signUp()])
    const id = (await app.session(other))?.session_id ?? ''
    const foreign = await app.api(person, 'DELETE', `/api/sessions/${id}`)
    const missing = await app.api(person, 'DELETE', `/api/sessions/${randomUUID()}`)
    expect(foreign.status).toBe(404)
    expect(foreign.body).toEqual(missing.body)
    expect(await app.session(other)).not.toBe(null)
  })

  it('ending all other sessions keeps the current session and other people’s sessions', async () => {
    const [here, stranger] = await Promise.all([app.signUp(), app.signUp()])
    const there = await Promise.all([app.signIn(here), app.signIn(here)])
    const [mine, apart] = await Promise.all([app.live(here), app.live(stranger)])
    const theirs = await Promise.all(there.map((person) => app.live(person)))
    await app.must(here, 'POST', '/api/sessions/revoke-others')
    await Promise.all(theirs.map(expectEnded))
    expect(await Promise.all(there.map((person) => app.session(copyPerson(person))))).toEqual([null, null])
    expect([mine.socket.connected, apart.socket.connected]).toEqual([true, true])
    expect(await listDevices(here)).toHaveLength(1)
  })

  it('ending all sessions ends more than a hundred sessions', async () => {
    const here = await app.signUp()
    await app.sql(
      `INSERT INTO session (id, user_id, token, expires_at)
       SELECT uuidv7(), $1, gen_random_uuid()::text, now() + interval '1 day' FROM generate_series(1, 150)`,
      [here.id],
    )
    const tab = await app.live(here)
    await app.must(here, 'POST', '/api/sessions/revoke-all')
    await expectEnded(tab)
    expect(await app.session(here)).toBe(null)
    expect(await app.sql('SELECT 1 FROM session WHERE user_id = $1', [here.id])).toEqual([])
  })

  it('a session ended by another server loses its live connection within five seconds', { tags: 'slow' }, async () => {
    const [person, other] = await Promise.all([app.signUp(), app.signUp()])
    const [tab, others] = await Promise.all([app.live(person), app.live(other)])
    const start = performance.now()
    await app.sql('DELETE FROM session WHERE user_id = $1', [person.id])
    await expectEnded(tab)
    expect(performance.now() - start).toBeLessThan(5000)
    expect(others.socket.connected).toBe(true)
  })
})

describe('an old cookie', () => {
  it.each(['/api/auth/sign-out', '/api/sessions/revoke-all'])('is invalid after %s', async (path) => {
    const person = await app.signUp()
    const kept = copyPerson(person)
    await app.must(person, 'POST', path, path.endsWith('sign-out') ? {} : undefined)
    expect(await app.session(copyPerson(kept))).toBe(null)
    expect((await app.api(kept, 'GET', '/api/sessions')).status).toBe(401)
    await expect(app.live(kept)).rejects.toThrow('NO_SESSION')
  })
})

describe('changing the password', () => {
  it('ends every other session with its live connections, and keeps the current session', async () => {
    const here = await app.signUp()
    const there = await app.signIn(here)
    const [mine, theirs] = await Promise.all([app.live(here), app.live(there)])
    expect(await changePassword(here, PASSWORD)).toMatchObject({ status: 200, body: { ok: true } })
    await expectEnded(theirs)
    expect(await app.session(there)).toBe(null)
    expect(await app.session(here)).not.toBe(null)
    expect(mine.socket.connected).toBe(true)
    await expect(app.signIn(here)).rejects.toThrow('401')
    expect(await app.session(await app.signIn({ ...here, password: NEW_PASSWORD }))).not.toBe(null)
  })

  it('requires the current password, and otherwise changes nothing', async () => {
    const here = await app.signUp()
    const there = await app.signIn(here)
    expect(await changePassword(here, 'Wrong-Password-1')).toMatchObject({
      status: 403,
      body: { code: 'WRONG_PASSWORD', message: 'The current password is wrong' },
    })
    expect(await app.session(there)).not.toBe(null)
    expect(await app.session(await app.signIn(here))).not.toBe(null)
  })

  it.each([
    ['weak', 'PASSWORD_WEAK'],
    ['Sh0rt!x', 'PASSWORD_TOO_SHORT'],
    ['Password1!', 'PASSWORD_COMMON'],
    ['Aa1!xxxx\uD800', 'TEXT_INVALID'],
    [`Aa1!${'x'.repeat(125)}`, 'PASSWORD_TOO_LONG'],
    ['', 'FIELD_REQUIRED'],
  ])('is refused for the new password %j', async (next, code) => {
    expect(await changePassword(await app.signUp(), PASSWORD, next)).toMatchObject({ status: 400, body: { code } })
  })

  it('is refused for an account without a password', async () => {
    const person = await app.signUp()
    await app.sql('DELETE FROM account WHERE user_id = $1', [person.id])
    expect(await changePassword(person, PASSWORD)).toMatchObject({ status: 409, body: { code: 'NO_PASSWORD' } })
  })

  it('succeeds once for two concurrent changes with the same current password', async () => {
    const person = await app.signUp()
    const answers = await Promise.all([
      changePassword(person, PASSWORD, 'First-Of-Two-1'),
      changePassword(person, PASSWORD, 'Second-Of-Two-2'),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403])
  })

  it('requires a session', async () => {
    expect(await changePassword(null, PASSWORD)).toMatchObject({ status: 401, body: { code: 'NO_SESSION' } })
  })
})

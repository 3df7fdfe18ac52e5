// @module-tag slow
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { describe, expect, it } from 'vitest'

import { type Answer, type Failure, keepCookies, PASSWORD, type Person } from '@kundig/testing/people/test-client'
import { useTestApp } from '@kundig/testing/server/use-test-app'

const NEW_PASSWORD = 'Another-Horse-8-Battery'
const RACES = 12
const SIGN_INS_EACH = 4

const app = useTestApp()

const logIn = ({ email }: Person, password: string): Promise<Answer<Failure>> =>
  app.api(null, 'POST', '/api/auth/sign-in/email', { email, password })

async function resetCodeFor({ email }: Person): Promise<string> {
  await app.mails(email)
  await app.must(null, 'POST', '/api/password-reset', { email })
  const [, mail] = await app.mails(email, 2)
  return /\?oobCode=([\w-]+)/u.exec(mail?.text ?? '')?.[1] ?? ''
}

const sessionsOf = async ({ id }: Person): Promise<number> =>
  (await app.sql('SELECT 1 FROM session WHERE user_id = $1', [id])).length

function browserOf(person: Person, answer: Answer<Failure>): Person {
  const browser: Person = { ...person, cookies: new Map() }
  keepCookies(browser, answer.headers.getSetCookie())
  return browser
}

describe('a sign-in with the old password', () => {
  it('during a reset is answered as a wrong password, and leaves no session', async () => {
    const person = await app.signUp()
    const wrong = await logIn(person, 'Wrong-Password-1')
    // An uncommitted reset, which has replaced the hash and ended all sessions.
    await app.sql('BEGIN')
    await app.sql(`UPDATE account SET password = 'replaced' WHERE user_id = $1`, [person.id])
    await app.sql('DELETE FROM session WHERE user_id = $1', [person.id])
    const signingIn = logIn(person, PASSWORD)
    await expect.poll(() => sessionsOf(person)).toBe(1)
    await app.sql('COMMIT')
    const answer = await signingIn
    expect({ status: answer.status, body: answer.body }).toEqual({ status: wrong.status, body: wrong.body })
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(await sessionsOf(person)).toBe(0)
  })

  it('succeeds when the reset is rolled back', async () => {
    const person = await app.signUp()
    await app.sql('BEGIN')
    await app.sql(`UPDATE account SET password = 'replaced' WHERE user_id = $1`, [person.id])
    const signingIn = logIn(person, PASSWORD)
    await expect.poll(() => sessionsOf(person)).toBe(2)
    await app.sql('ROLLBACK')
    expect((await signingIn).status).toBe(200)
  })

  it(`leaves no session after a concurrent reset: ${RACES} races`, { timeout: 60_000 }, async () => {
    const outcomes = new Set<number>()
    for (let race = 0; race < RACES; race++) {
      const person = await app.signUp()
      const code = await resetCodeFor(person)
      const signIns = Array.from({ length: SIGN_INS_EACH }, async () => {
        await sleep(randomInt(60))
        return logIn(person, PASSWORD)
      })
      const reset = app.must(null, 'POST', '/api/password-reset/confirm', { code, password: NEW_PASSWORD })
      const answers = await Promise.all(signIns)
      await reset
      for (const answer of answers) {
        outcomes.add(answer.status)
        expect(await app.session(browserOf(person, answer))).toBe(null)
      }
      expect(await sessionsOf(person)).toBe(0)
      expect((await logIn(person, NEW_PASSWORD)).status).toBe(200)
    }
    expect([...outcomes].every((status) => status === 200 || status === 401)).toBe(true)
  })

  it(`leaves no session after a concurrent change of password: ${RACES} races`, { timeout: 60_000 }, async () => {
    for (let race = 0; race < RACES; race++) {
      const person = await app.signUp()
      const signIns = Array.from({ length: SIGN_INS_EACH }, async () => {
        await sleep(randomInt(90))
        return logIn(person, PASSWORD)
      })
      await app.must(person, 'POST', '/api/password', { current_password: PASSWORD, new_password: NEW_PASSWORD })
      for (const answer of await Promise.all(signIns)) {
        expect(await app.session(browserOf(person, answer))).toBe(null)
      }
      expect(await sessionsOf(person)).toBe(1)
    }
  })
})

import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { holdTransaction } from '@kundig/testing/database/held-transaction'
import {
  computeAuthenticatorCode,
  forgetStep,
  turnOnSecondFactor,
  computeWrongCode,
} from '@kundig/testing/people/authenticator-app'
import { type FakeGoogle, startFakeGoogle } from '@kundig/testing/people/fake-google'
import { returnFromGoogle, createBrowser } from '@kundig/testing/people/google-window'
import { toOutcome } from '@kundig/testing/people/outcome'
import { PASSWORD, type Person } from '@kundig/testing/people/test-client'
import { createTestApp, TEST_SECRET, type TestApp } from '@kundig/testing/server/test-app'

import { deleteSessionsAwaitingFactor } from '../../../src/features/auth/second-factor/second-factor.repository.ts'
import { openDatabase } from '../../../src/platform/database/database.ts'
import { createLogger } from '../../../src/platform/logging/logger.ts'
import type { Secrets } from '../../../src/platform/secrets.ts'

const NEW_SECRET = 'the secret that comes after it, of 32 characters or more'
const ON = 'Two-step verification is on for your Kundig account'
const OFF = 'Two-step verification is off for your Kundig account'

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

interface Holder extends Person {
  key: string
  recoveryCodes: string[]
}

async function signUpWithFactor(): Promise<Holder> {
  const person = await app.signUpWithProfile()
  return { ...person, ...(await turnOnSecondFactor(app, app.sql, person)) }
}

const ask = async (who: Person | null, path: string, body: object = {}): Promise<string> =>
  toOutcome(await app.api(who, 'POST', `/api/second-factor/${path}`, body))
const give = (who: Person | null, code: string): Promise<string> => ask(who, 'give', { code })
const isAsked = async (who: Person | null): Promise<boolean> =>
  (await app.must<{ is_asked: boolean }>(who, 'GET', '/api/second-factor/challenge')).is_asked
const isIn = async (who: Person): Promise<boolean> => (await app.session(who)) !== null
const state = (who: Person) =>
  app.must<{ is_on: boolean; recovery_codes_left: number }>(who, 'GET', '/api/second-factor')
const sessionsOf = async ({ id }: Person): Promise<number> =>
  (await app.sql('SELECT 1 FROM session WHERE user_id = $1', [id])).length
const subjectsTo = async ({ email }: Person): Promise<string[]> =>
  (await app.mails(email)).map(({ subject }) => subject)

async function expectRefused(who: Person): Promise<void> {
  expect(await app.session(who)).toBeNull()
  for (const path of ['/api/sessions', '/api/chat-rooms', '/api/second-factor', `/api/profiles/${who.id}/picture`]) {
    const method = path.endsWith('picture') ? 'DELETE' : 'GET'
    expect(`${path} ${toOutcome(await app.api(who, method, path))}`).toBe(`${path} 401 NO_SESSION`)
  }
  expect(toOutcome(await app.api(who, 'POST', '/api/second-factor/disable', { code: '123456' }))).toBe('401 NO_SESSION')
  await expect(app.live(who)).rejects.toThrow('NO_SESSION')
}

describe('an account with a second factor', () => {
  it('refuses API calls and live connections after the password alone', async () => {
    const person = await signUpWithFactor()
    const phone = createBrowser()
    const answer = await app.api(phone, 'POST', '/api/auth/sign-in/email', { email: person.email, password: PASSWORD })
    expect(answer).toMatchObject({ status: 200, body: { ok: true, second_factor: true } })
    await expectRefused({ ...phone, id: person.id })
    expect(await isAsked(phone)).toBe(true)
    expect(await give(phone, await computeAuthenticatorCode(person.key))).toBe('200')
    expect((await app.session(phone))?.user.id).toBe(person.id)
    expect((await app.live(phone)).socket.connected).toBe(true)
    expect(await isAsked(phone)).toBe(false)
  })

  it('refuses programs with a token after the password alone', async () => {
    const { email, key } = await signUpWithFactor()
    const answer = await app.api(null, 'POST', '/api/auth/sign-in/email', { email, password: PASSWORD })
    const headers = { authorization: `Bearer ${answer.headers.get('set-auth-token') ?? ''}` }
    const devices = async () => toOutcome(await app.api(null, 'GET', '/api/sessions', undefined, headers))
    expect(await devices()).toBe('401 NO_SESSION')
    const code = await computeAuthenticatorCode(key)
    expect(toOutcome(await app.api(null, 'POST', '/api/second-factor/verify', { code }, headers))).toBe('200')
    expect(await devices()).toBe('200')
  })

  it('admits no one after a Google sign-in alone', async () => {
    const claims = { sub: randomUUID(), email: `${randomUUID()}@gmail.example`, email_verified: true }
    const first = createBrowser()
    expect(await returnFromGoogle({ app, google }, first, { claims })).toBe('/auth/popup')
    const person = { ...first, id: (await app.session(first))?.user.id ?? '' }
    const { key } = await turnOnSecondFactor(app, app.sql, person)
    const second = createBrowser()
    expect(await returnFromGoogle({ app, google }, second, { claims })).toBe('/auth/popup')
    await expectRefused({ ...second, id: person.id })
    expect(await give(second, await computeAuthenticatorCode(key))).toBe('200')
    expect((await app.session(second))?.user.id).toBe(person.id)
  })

  it('still requires the second factor after the password is reset by mail', async () => {
    const person = await signUpWithFactor()
    await app.must(null, 'POST', '/api/password-reset', { email: person.email })
    await expect.poll(() => subjectsTo(person)).toContain('Reset your Kundig password')
    const mails = await app.mails(person.email)
    const reset = mails.find(({ subject }) => subject.startsWith('Reset'))
    const code = /\?oobCode=([\w-]+)/u.exec(reset?.text ?? '')?.[1]
    const password = 'Another-Good-One-8'
    await app.must(null, 'POST', '/api/password-reset/confirm', { code, password })
    expect(await isIn(person)).toBe(false)
    const back = await app.signIn({ ...person, password })
    await expectRefused(back)
    expect(await give(back, await computeAuthenticatorCode(person.key))).toBe('200')
    expect(await state(back)).toMatchObject({ is_on: true })
  })

  it('has waiting sessions that are not listed, can be cancelled, and are deleted after ten minutes', async () => {
    const person = await signUpWithFactor()
    const [stays, goes] = [await app.signIn(person), await app.signIn(person)]
    const devices = await app.must<{ items: object[] }>(person, 'GET', '/api/sessions')
    expect(devices.items).toHaveLength(1)
    expect(toOutcome(await app.api(goes, 'POST', '/api/auth/sign-out', {}))).toBe('200')
    expect(await sessionsOf(person)).toBe(2)
    await app.sql(`UPDATE session SET created_at = created_at - interval '11 minutes' WHERE user_id = $1`, [person.id])
    expect(await isAsked(stays)).toBe(false)
    expect(await give(stays, await computeAuthenticatorCode(person.key))).toBe('401 NO_SESSION')
    const connection = openDatabase(app.databaseUrl, 1, createLogger('silent'))
    await deleteSessionsAwaitingFactor(connection.db, new Date(Date.now() - 600_000))
    await connection.close()
    expect(await sessionsOf(person)).toBe(1)
    expect(await isIn(person)).toBe(true)
  })

  it('does not affect accounts without a second factor', async () => {
    const person = await app.signUp()
    const other = await app.signIn(person)
    expect(await isIn(other)).toBe(true)
    expect(await isAsked(other)).toBe(false)
    expect(await give(other, '123456')).toBe('409 SECOND_FACTOR_OFF')
    expect(await isAsked(null)).toBe(false)
    expect(await give(null, '123456')).toBe('401 NO_SESSION')
  })
})

describe('a code', () => {
  it('from the app is accepted once under several concurrent attempts', async () => {
    const person = await signUpWithFactor()
    const browsers = await Promise.all([1, 2, 3, 4].map(() => app.signIn(person)))
    const code = await computeAuthenticatorCode(person.key)
    const outcomes = await Promise.all(browsers.map((browser) => give(browser, code)))
    expect(outcomes.toSorted()).toEqual(['200', ...Array.from({ length: 3 }, () => '409 SECOND_FACTOR_USED')])
    expect(await Promise.all(browsers.map(isIn))).toEqual(outcomes.map((came) => came === '200'))
    const late = await app.signIn(person)
    expect(await give(late, await computeAuthenticatorCode(person.key, -1))).toMatch(
      /^4(?:09 SECOND_FACTOR_USED|03 SECOND_FACTOR_WRONG)$/u,
    )
    expect(await isIn(late)).toBe(false)
  })

  it('allows five guesses in ten minutes over all sessions, without locking out logged-in sessions', async () => {
    const strict = await createTestApp({ attemptLimitFactor: 1 })
    try {
      const person = await strict.signUp()
      const { key, recoveryCodes } = await turnOnSecondFactor(strict, strict.sql, person)
      const giveStrictly = async (who: Person | undefined, code: string | undefined): Promise<string> =>
        toOutcome(await strict.api(who ?? null, 'POST', '/api/second-factor/verify', { code }))
      const wrong = await computeWrongCode(key)
      const tries = [await strict.signIn(person), await strict.signIn(person)]
      for (let count = 0; count < 5; count++) {
        expect(await giveStrictly(tries[count % 2], wrong)).toBe('403 SECOND_FACTOR_WRONG')
      }
      expect(await giveStrictly(tries[0], await computeAuthenticatorCode(key))).toBe('429 TOO_MANY_ATTEMPTS')
      expect(await giveStrictly(tries[1], recoveryCodes[0])).toBe('429 TOO_MANY_ATTEMPTS')
      expect(await giveStrictly(await strict.signIn(person), await computeAuthenticatorCode(key))).toBe(
        '429 TOO_MANY_ATTEMPTS',
      )
      expect(await giveStrictly(person, await computeAuthenticatorCode(key))).toBe('200')
    } finally {
      await strict.close()
    }
  })

  it('does not count as an attempt when it is right, so that frequent log-ins are allowed', async () => {
    const person = await signUpWithFactor()
    for (let count = 0; count < 7; count++) {
      await forgetStep(app.sql, person)
      expect(await give(await app.signIn(person), await computeAuthenticatorCode(person.key))).toBe('200')
    }
  })

  it('each of ten recovery codes works once, even under concurrent use', async () => {
    const person = await signUpWithFactor()
    expect(person.recoveryCodes).toHaveLength(10)
    expect(new Set(person.recoveryCodes).size).toBe(10)
    const [code = '', second = ''] = person.recoveryCodes
    const browsers = await Promise.all([1, 2, 3].map(() => app.signIn(person)))
    const outcomes = await Promise.all(browsers.map((browser) => give(browser, code)))
    expect(outcomes.filter((came) => came === '200')).toHaveLength(1)
    for (const came of outcomes) expect(came).toMatch(/^(?:200|409 SECOND_FACTOR_USED|403 RECOVERY_CODE_WRONG)$/u)
    expect(await state(person)).toEqual({ is_on: true, recovery_codes_left: 9 })
    expect(await give(await app.signIn(person), ` ${second.toUpperCase().replace('-', ' ')} `)).toBe('200')
    expect(await give(await app.signIn(person), code)).toBe('403 RECOVERY_CODE_WRONG')
  })

  it('different recovery codes can be used concurrently', async () => {
    const person = await signUpWithFactor()
    const browsers = await Promise.all([1, 2, 3, 4].map(() => app.signIn(person)))
    const codes = person.recoveryCodes.slice(0, browsers.length)
    const outcomes = await Promise.all(browsers.map((browser, index) => give(browser, codes[index] ?? '')))
    expect(outcomes).toEqual(['200', '200', '200', '200'])
    expect(await state(person)).toEqual({ is_on: true, recovery_codes_left: 6 })
  })

  it('recovery codes are void after the person makes new ones with the password', async () => {
    const person = await signUpWithFactor()
    expect(await ask(person, 'recovery-codes')).toBe('400 FIELD_REQUIRED')
    expect(await ask(person, 'recovery-codes', { current_password: 'Wrong-Password-9' })).toBe('403 WRONG_PASSWORD')
    const made = await app.must<{ recovery_codes: string[] }>(person, 'POST', '/api/second-factor/recovery-codes', {
      current_password: PASSWORD,
    })
    expect(made.recovery_codes).toHaveLength(10)
    const back = await app.signIn(person)
    expect(await give(back, person.recoveryCodes[0] ?? '')).toBe('403 RECOVERY_CODE_WRONG')
    expect(await give(back, made.recovery_codes[0] ?? '')).toBe('200')
  })
})

describe('turning on a second factor', () => {
  const begin = (who: Person, password = PASSWORD) =>
    app.api<{ key: string; uri: string; recovery_codes: string[] }>(who, 'POST', '/api/second-factor/setup', {
      current_password: password,
    })

  it('requires a confirmed address, the password and a first code', async () => {
    const person = await app.signUp()
    expect(toOutcome(await begin(person))).toBe('409 EMAIL_UNCONFIRMED')
    await app.sql('UPDATE "user" SET email_verified = true WHERE id = $1', [person.id])
    expect(toOutcome(await begin(person, 'Wrong-Password-9'))).toBe('403 WRONG_PASSWORD')
    expect(await ask(person, 'begin')).toBe('400 FIELD_REQUIRED')
    expect(await ask(person, 'turn-on', { code: '123456' })).toBe('409 SECOND_FACTOR_OFF')
    const { body } = await begin(person)
    expect(body.uri).toContain(`secret=${body.key}`)
    expect(body.uri).toMatch(/^otpauth:\/\/totp\/Kundig:/u)
    expect(await state(person)).toEqual({ is_on: false, recovery_codes_left: 0 })
    expect(await ask(person, 'turn-on', { code: await computeWrongCode(body.key) })).toBe('403 SECOND_FACTOR_WRONG')
    expect(await isIn(await app.signIn(person))).toBe(true)
    const code = await computeAuthenticatorCode(body.key)
    expect(await ask(person, 'turn-on', { code: `${code.slice(0, 3)} ${code.slice(3)}` })).toBe('200')
    expect(await state(person)).toEqual({ is_on: true, recovery_codes_left: 10 })
    expect(toOutcome(await begin(person))).toBe('409 SECOND_FACTOR_ON')
    expect(await ask(person, 'turn-on', { code })).toBe('409 SECOND_FACTOR_ON')
    expect(await give(await app.signIn(person), code)).toBe('409 SECOND_FACTOR_USED')
  })

  it('keeps only one of two keys that are requested concurrently', async () => {
    const person = await app.signUp()
    await app.sql('UPDATE "user" SET email_verified = true WHERE id = $1', [person.id])
    const begun = await Promise.all([begin(person), begin(person)])
    expect(begun.map(({ status }) => status)).toEqual([200, 200])
    const outcomes: string[] = []
    for (const { body } of begun)
      outcomes.push(await ask(person, 'turn-on', { code: await computeAuthenticatorCode(body.key) }))
    expect(outcomes.filter((came) => came === '200')).toHaveLength(1)
  })

  it('is not undone by another tab that asks for a key at the same time', async () => {
    const person = await app.signUp()
    await app.sql('UPDATE "user" SET email_verified = true WHERE id = $1', [person.id])
    await begin(person)
    const turningOn = await holdTransaction(app.databaseUrl, [
      'UPDATE two_factor SET verified = true WHERE user_id = $1',
      person.id,
    ])
    const other = begin(person)
    await turningOn.untilOthersWait()
    await turningOn.commit()
    expect(toOutcome(await other)).toBe('409 SECOND_FACTOR_ON')
    expect(await app.sql('SELECT verified FROM two_factor WHERE user_id = $1', [person.id])).toEqual([
      { verified: true },
    ])
  })

  it('ends every other session within five seconds and sends a mail, like turning the factor off', async () => {
    const person = await app.signUp()
    const [other, here] = [await app.live(await app.signIn(person)), await app.live(person)]
    const { key } = await turnOnSecondFactor(app, app.sql, person)
    await expect.poll(() => other.socket.connected, { timeout: 5000 }).toBe(false)
    expect(await sessionsOf(person)).toBe(1)
    await expect.poll(() => subjectsTo(person)).toContain(ON)
    const phone = await app.signIn(person)
    expect(await give(phone, await computeAuthenticatorCode(key))).toBe('200')
    const tab = await app.live(phone)
    await forgetStep(app.sql, person)
    const given = { code: await computeAuthenticatorCode(key), current_password: PASSWORD }
    expect(await ask(person, 'turn-off', given)).toBe('200')
    await expect.poll(() => tab.socket.connected, { timeout: 5000 }).toBe(false)
    expect(here.socket.connected).toBe(true)
    await expect.poll(() => subjectsTo(person)).toContain(OFF)
    expect(await isIn(await app.signIn(person))).toBe(true)
  })
})

describe('turning off a second factor', () => {
  it('requires the password and a code; an open session is not enough', async () => {
    const person = await signUpWithFactor()
    const code = await computeAuthenticatorCode(person.key)
    expect(await ask(person, 'turn-off', { code })).toBe('400 FIELD_REQUIRED')
    expect(await ask(person, 'turn-off', { code, current_password: 'Wrong-Password-9' })).toBe('403 WRONG_PASSWORD')
    const wrong = { code: await computeWrongCode(person.key), current_password: PASSWORD }
    expect(await ask(person, 'turn-off', wrong)).toBe('403 SECOND_FACTOR_WRONG')
    expect(await state(person)).toMatchObject({ is_on: true })
    expect(await ask(person, 'turn-off', { code, current_password: PASSWORD })).toBe('200')
    expect(await state(person)).toMatchObject({ is_on: false })
    expect(await ask(person, 'turn-off', { code, current_password: PASSWORD })).toBe('409 SECOND_FACTOR_OFF')
  })

  it('works with a recovery code, and does not log in sessions that wait for a code', async () => {
    const person = await signUpWithFactor()
    const waiting = await app.signIn(person)
    const given = { code: person.recoveryCodes[3], current_password: PASSWORD }
    expect(await ask(person, 'turn-off', given)).toBe('200')
    expect(await isIn(waiting)).toBe(false)
    expect(await isIn(person)).toBe(true)
  })
})

describe('a changed AUTH_SECRET', () => {
  beforeEach(() => restartWith([TEST_SECRET]))
  afterAll(() => restartWith([TEST_SECRET]))
  async function restartWith(secrets: Secrets): Promise<void> {
    app.settings.authSecrets = secrets
    await app.restart()
  }

  it('locks no one out: keys and recovery codes of the old secret are encrypted with the new secret', async () => {
    const person = await signUpWithFactor()
    const sealed = () => app.sql('SELECT secret, backup_codes FROM two_factor WHERE user_id = $1', [person.id])
    const before = await sealed()
    expect(JSON.stringify(before)).not.toContain(person.recoveryCodes[0])
    await restartWith([NEW_SECRET, TEST_SECRET])
    await expect.poll(sealed).not.toEqual(before)
    await restartWith([NEW_SECRET])
    expect(await give(await app.signIn(person), await computeAuthenticatorCode(person.key))).toBe('200')
    expect(await give(await app.signIn(person), person.recoveryCodes[0] ?? '')).toBe('200')
  })
})

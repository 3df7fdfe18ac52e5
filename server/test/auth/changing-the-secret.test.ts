import { randomUUID } from 'node:crypto'

import { beforeEach, expect, it } from 'vitest'

import { PASSWORD, type Person } from '@kundig/testing/people/test-client'
import { TEST_SECRET } from '@kundig/testing/server/test-app'
import { useTestApp } from '@kundig/testing/server/use-test-app'

import type { Secrets } from '../../src/platform/secrets.ts'

const NEW_SECRET = 'the secret that comes after it, of 32 characters or more'
const OTHER_SECRET = 'a secret that signed nothing here, of 32 characters or more'

const app = useTestApp()
beforeEach(() => restartWith([TEST_SECRET]))

async function restartWith(secrets: Secrets): Promise<void> {
  app.settings.authSecrets = secrets
  await app.restart()
}

const isIn = async (person: Person): Promise<boolean> => (await app.session(person)) !== null
const byToken = async (authorization: string): Promise<boolean> =>
  (await app.api<unknown>(null, 'GET', '/api/session', undefined, { authorization })).body !== null

const useForDays = (person: Person): Promise<unknown> =>
  app.sql(`UPDATE session SET expires_at = expires_at - interval '2 days' WHERE user_id = $1`, [person.id])

it('keeps sessions that were signed with a listed secret, and ends sessions of an unlisted secret', async () => {
  const person = await app.signUp()
  await restartWith([NEW_SECRET, TEST_SECRET])
  expect(await isIn(person)).toBe(true)
  await restartWith([TEST_SECRET, NEW_SECRET])
  expect(await isIn(person)).toBe(true)
  await restartWith([NEW_SECRET, OTHER_SECRET])
  expect(await isIn(person)).toBe(false)
})

it('gives an active browser a cookie that stays valid without the old secret', async () => {
  const [used, unused] = [await app.signUp(), await app.signUp()]
  await restartWith([NEW_SECRET, TEST_SECRET])
  await useForDays(used)
  expect(await isIn(used)).toBe(true)
  await restartWith([NEW_SECRET])
  expect([await isIn(used), await isIn(unused)]).toEqual([true, false])
})

it('lets people log out and log in while both secrets are listed', async () => {
  const person = await app.signUp()
  await restartWith([NEW_SECRET, TEST_SECRET])
  const shown = new Map(person.cookies)
  expect((await app.api(person, 'POST', '/api/auth/sign-out', {})).status).toBe(200)
  expect(await isIn({ ...person, cookies: shown })).toBe(false)
  expect(
    (await app.api(person, 'POST', '/api/auth/sign-in/email', { email: person.email, password: PASSWORD })).status,
  ).toBe(200)
  await restartWith([NEW_SECRET])
  expect(await isIn(person)).toBe(true)
})

it('keeps programs’ tokens valid in both formats, and ends them at log-out', async () => {
  const person = await app.signUp()
  const encoded = [...person.cookies].find(([name]) => name.endsWith('session_token'))?.[1] ?? ''
  await restartWith([NEW_SECRET, TEST_SECRET])
  for (const token of [encoded, decodeURIComponent(encoded)]) expect(await byToken(`Bearer ${token}`)).toBe(true)
  const authorization = `Bearer ${encoded}`
  expect((await app.api(null, 'POST', '/api/auth/sign-out', {}, { authorization })).status).toBe(200)
  expect(await byToken(authorization)).toBe(false)
})

it('keeps mailed links for a change of address valid', async () => {
  const person = await app.signUp()
  const email = `${randomUUID()}@example.com`
  const asked = { email, current_password: PASSWORD }
  expect((await app.api(person, 'POST', '/api/email-change', asked)).status).toBe(200)
  const code = /\?(?:oobCode|code)=([\w.-]+)/u.exec((await app.mails(email))[0]?.text ?? '')?.[1] ?? ''
  const confirm = () => app.api(person, 'POST', '/api/email-verification/confirm', { code })
  await restartWith([OTHER_SECRET, TEST_SECRET])
  expect((await confirm()).status).toBe(200)
  expect((await app.session(person))?.user.email).toBe(email)
})

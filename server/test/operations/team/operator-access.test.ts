import { describe, expect, it } from 'vitest'

import { computeAuthenticatorCode, forgetStep, turnOnSecondFactor } from '@kundig/testing/people/authenticator-app'
import { makeOperator } from '@kundig/testing/people/operators'
import { toOutcome } from '@kundig/testing/people/outcome'
import type { Person } from '@kundig/testing/people/test-client'
import { createTestApp } from '@kundig/testing/server/test-app'
import { useTestApp } from '@kundig/testing/server/use-test-app'

const app = useTestApp()

const moderator = async (site = app): Promise<Person> => makeOperator(app, 'moderator', await site.signUp())
const list = async (who: Person, site = app) => toOutcome(await site.api(who, 'GET', '/api/operations/operators'))
const state = async (who: Person, site = app) =>
  (await site.must<{ second_factor: string }>(who, 'GET', '/api/operations/me')).second_factor
const give = async (who: Person, code: string) =>
  toOutcome(await app.api(who, 'POST', '/api/second-factor/verify', { code }))

describe('the second factor of an operator', () => {
  it('must be given in each session before any other access, and again after twelve hours', async () => {
    const person = await moderator()
    expect(await state(person)).toBe('turn_on_needed')
    expect(await list(person)).toBe('409 SECOND_FACTOR_OFF')
    const { key } = await turnOnSecondFactor(app, app.sql, person)
    expect(await state(person)).toBe('passed')
    expect(await list(person)).toBe('200')
    const other = await app.signIn(person)
    expect(toOutcome(await app.api(other, 'GET', '/api/operations/me'))).toBe('404 NOT_FOUND')
    expect(await give(other, await computeAuthenticatorCode(key))).toBe('200')
    expect(await list(other)).toBe('200')
    const age = (text: string) =>
      app.sql(
        `UPDATE second_factor_sessions SET given_at = now() - $2::interval
         WHERE session_id IN (SELECT id FROM session WHERE user_id = $1)`,
        [person.id, text],
      )
    await age('11 hours 59 minutes')
    expect(await list(person)).toBe('200')
    await age('12 hours 1 minute')
    expect(await state(person)).toBe('code_needed')
    expect(await list(person)).toBe('403 SECOND_FACTOR_NEEDED')
    await forgetStep(app.sql, person)
    expect(await give(person, await computeAuthenticatorCode(key))).toBe('200')
    expect([await list(person), await list(other)]).toEqual(['200', '403 SECOND_FACTOR_NEEDED'])
  })

  it('is optional on a trial site, except for operators who have set one up', async () => {
    const tried = await createTestApp({ databaseUrl: app.databaseUrl, operatorsNeedSecondFactor: false })
    try {
      const person = await moderator(tried)
      expect([await state(person, tried), await list(person, tried)]).toEqual(['passed', '200'])
      await turnOnSecondFactor(tried, app.sql, person)
      await app.sql(`UPDATE second_factor_sessions SET given_at = now() - interval '13 hours'`)
      expect([await state(person, tried), await list(person, tried)]).toEqual([
        'code_needed',
        '403 SECOND_FACTOR_NEEDED',
      ])
    } finally {
      await tried.close()
    }
  })
})

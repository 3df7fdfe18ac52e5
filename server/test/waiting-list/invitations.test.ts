import { randomUUID } from 'node:crypto'

import { beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { Session } from '@kundig/contract/auth/auth.contract'
import type { OperatorRole } from '@kundig/contract/operations/operator-roles'
import type { WaitingCount, WaitingEntry } from '@kundig/contract/operations/waiting.contract'
import { makeOperator } from '@kundig/testing/people/operators'
import { toOutcome } from '@kundig/testing/people/outcome'
import { PASSWORD, type Person } from '@kundig/testing/people/test-client'
import { useTestApp } from '@kundig/testing/server/use-test-app'

const app = useTestApp({ operatorsNeedSecondFactor: false })
let moderator: Person
beforeAll(async () => {
  moderator = await operator('moderator')
})
beforeEach(() => app.sql('DELETE FROM waiting_list').then(() => app.sql('DELETE FROM invitations')))

const operator = (role: OperatorRole): Promise<Person> => makeOperator(app, role)

const newEmail = (): string => `${randomUUID()}@example.com`

async function join(category = 'education', locale = 'en'): Promise<string> {
  const email = newEmail()
  const entry = { full_name: 'Ada Lovelace', email, category, consent: true }
  const answer = await app.api(null, 'POST', '/api/waiting-list', entry, { 'x-kundig-locale': locale })
  expect(answer.status).toBe(200)
  return email
}
const invite = (count: number, category = 'education', who: Person = moderator) =>
  app.api<{ invited: number }>(who, 'POST', '/api/operations/waiting-list/invite', { category, count })
async function invited(count: number, category?: string): Promise<number> {
  const answer = await invite(count, category)
  expect(answer.status).toBe(200)
  return answer.body.invited
}
const codeFor = async (email: string): Promise<string> =>
  /invitation\?code=([\w-]{43})/u.exec((await app.mailAbout(email, /Your invitation|Je uitnodiging/u)).text)?.[1] ?? ''
const readInvitation = (code: string) => app.api(null, 'POST', '/api/waiting-list/invitation', { code })
const signUp = (email: string, invitation?: string) =>
  app.api(null, 'POST', '/api/auth/sign-up/email', {
    email,
    password: PASSWORD,
    ...(invitation === undefined ? {} : { invitation }),
  })
const list = async (query = '') =>
  (await app.must<{ items: WaitingEntry[] }>(moderator, 'GET', `/api/operations/waiting-list${query}`)).items
const counts = async (category: string) =>
  (await app.must<{ items: WaitingCount[] }>(moderator, 'GET', '/api/operations/waiting-list/counts')).items.find(
    (one) => one.category === category,
  )

describe('the entries of the waiting list', () => {
  it('are listed longest wait first, page by page, filtered by a category', async () => {
    const emails = [await join('education'), await join('trades-services'), await join('education')]
    expect((await list()).map(({ email }) => email)).toEqual(emails)
    expect((await list('?category=education')).map(({ email }) => email)).toEqual([emails[0], emails[2]])
    await app.sql(
      `INSERT INTO waiting_list (full_name, email, category, created_at)
       SELECT 'Many', 'many-' || n || '@example.com', 'education', now() - interval '1 day' FROM generate_series(1, 60) n`,
    )
    const first = await app.must<{ items: WaitingEntry[]; next_cursor: string }>(
      moderator,
      'GET',
      '/api/operations/waiting-list?category=education',
    )
    expect(first.items).toHaveLength(50)
    const rest = await list(`?category=education&cursor=${first.next_cursor}`)
    expect(rest).toHaveLength(12)
    expect(new Set([...first.items, ...rest].map(({ id }) => id)).size).toBe(62)
  })

  it('exclude people who now have an account', async () => {
    const email = await join()
    await signUp(email)
    expect(await list()).toEqual([])
    expect(await invited(5)).toBe(0)
  })
})

describe('inviting', () => {
  it('mails the longest-waiting people, in their language, with a link that is valid for 14 days', async () => {
    const [first, second, third] = [await join('education', 'nl'), await join(), await join()]
    await join('trades-services')
    expect(await invited(2)).toBe(2)
    const mail = await app.mailAbout(first, /Je uitnodiging/u)
    expect(mail.text).toContain('Hallo Ada Lovelace')
    expect(await codeFor(second)).toHaveLength(43)
    const [inTwoWeeks] = await app.sql<{ isSo: boolean }>(
      `SELECT bool_and(expires_at BETWEEN now() + interval '13.9 days' AND now() + interval '14.1 days') AS "isSo" FROM invitations`,
    )
    expect(inTwoWeeks?.isSo).toBe(true)
    expect(await counts('education')).toEqual({ category: 'education', waiting: 1, invited: 2, came: 0 })
    expect((await list('?category=education')).map(({ is_invited }) => is_invited)).toEqual([true, true, false])
    expect(await invited(5)).toBe(1)
    expect(await codeFor(third)).toHaveLength(43)
    expect(await invited(5)).toBe(0)
  })

  it('invites no person twice, even if moderators invite concurrently', async () => {
    // With 2,000 entries, the queries run long enough to overlap.
    await app.sql(
      `INSERT INTO waiting_list (full_name, email, category)
       SELECT 'Many', 'many-' || n || '@example.com', 'education' FROM generate_series(1, 2000) n`,
    )
    const answers = await Promise.all(Array.from({ length: 6 }, () => invited(10)))
    expect(answers).toEqual(answers.map(() => 10))
    expect(await app.sql('SELECT DISTINCT entry_id FROM invitations')).toHaveLength(60)
  })

  it('logs each invitation, without names or addresses', async () => {
    await join()
    await invited(1)
    const [entry] = await app.sql(
      `SELECT action, subject_kind, state_after, actor_id FROM audit_log ORDER BY id DESC LIMIT 1`,
    )
    expect(entry).toEqual({
      action: 'person_invited',
      subject_kind: 'invitation',
      state_after: 'invited',
      actor_id: moderator.id,
    })
  })

  it('sends first invitations before it renews expired invitations', async () => {
    const early = await join()
    await invited(1)
    await app.sql(`UPDATE invitations SET expires_at = now() - interval '1 second'`)
    const late = await join()
    await invited(1)
    expect(await codeFor(late)).toHaveLength(43)
    expect(await app.mails(early)).toHaveLength(1)
    await invited(1)
    expect(await app.mails(early, 2)).toHaveLength(2)
  })

  it.each([
    [{ category: 'education', count: 0 }, '400 INVITED_COUNT'],
    [{ category: 'education', count: 201 }, '400 INVITED_COUNT'],
    [{ category: 'education', count: 1.5 }, '400 INVITED_COUNT'],
    [{ category: 'Nothing!', count: 1 }, '400 CATEGORY_REQUIRED'],
  ])('rejects %j', async (body, expected) => {
    expect(toOutcome(await app.api(moderator, 'POST', '/api/operations/waiting-list/invite', body))).toBe(expected)
  })

  it('sends the mails that a killed server had not sent', async () => {
    const email = await join()
    await app.sql(
      `INSERT INTO invitations (entry_id, category, expires_at) SELECT id, category, now() + interval '1 day' FROM waiting_list`,
    )
    await join('trades-services')
    await invited(1, 'trades-services')
    expect(await codeFor(email)).toHaveLength(43)
  })
})

describe('an invitation', () => {
  async function invitedPerson(): Promise<{ email: string; code: string }> {
    const email = await join()
    await invited(1)
    return { email, code: await codeFor(email) }
  }

  it('shows its recipient each time it is opened', async () => {
    const { email, code } = await invitedPerson()
    for (let time = 0; time < 2; time++) {
      expect(await readInvitation(code)).toMatchObject({
        status: 200,
        body: { email, full_name: 'Ada Lovelace', category: 'education' },
      })
    }
  })

  it('creates an account with a confirmed address and a suggested name, and sends no confirmation mail', async () => {
    const { email, code } = await invitedPerson()
    const answer = await signUp(email, code)
    expect(answer.status).toBe(200)
    const person = await app.signIn({ ...moderator, email })
    const session = await app.must<Session>(person, 'GET', '/api/session')
    expect(session.user).toMatchObject({ email, email_verified: true, suggested_name: 'Ada Lovelace' })
    expect((await app.mails(email)).filter(({ subject }) => /confirm/iu.test(subject))).toEqual([])
    expect(await counts('education')).toEqual({ category: 'education', waiting: 0, invited: 0, came: 1 })
    expect(await app.sql('SELECT FROM waiting_list')).toEqual([])
  })

  it('is accepted only once', async () => {
    const { email, code } = await invitedPerson()
    await signUp(email, code)
    expect(toOutcome(await readInvitation(code))).toBe('400 INVITATION_INVALID')
    expect(toOutcome(await signUp(newEmail(), code))).toBe('400 INVITATION_INVALID')
  })

  it('is accepted from exactly one of concurrent uses', async () => {
    const { email, code } = await invitedPerson()
    const answers = await Promise.all(Array.from({ length: 4 }, () => signUp(email, code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await app.sql('SELECT FROM invitations WHERE used_at IS NOT NULL')).toHaveLength(1)
    const [account] = await app.sql('SELECT email_verified FROM "user" WHERE email = $1', [email])
    expect(account).toEqual({ email_verified: true })
  })

  it('is valid for its address alone, and creates no account with another address', async () => {
    const { code } = await invitedPerson()
    const other = newEmail()
    expect(toOutcome(await signUp(other, code))).toBe('400 INVITATION_INVALID')
    expect(await app.sql('SELECT FROM "user" WHERE email = $1', [other])).toEqual([])
    expect(toOutcome(await readInvitation(code))).toBe('200')
  })

  it.each(['x', 'A'.repeat(43), '../..'])('is refused when invalid: %s', async (code) => {
    expect(toOutcome(await readInvitation(code))).toBe('400 INVITATION_INVALID')
    expect(toOutcome(await signUp(newEmail(), code))).toBe('400 INVITATION_INVALID')
  })

  it('is refused after it expires, and its person can be invited again', async () => {
    const { email, code } = await invitedPerson()
    await app.sql(`UPDATE invitations SET expires_at = now() - interval '1 second'`)
    expect(toOutcome(await readInvitation(code))).toBe('400 INVITATION_INVALID')
    expect(toOutcome(await signUp(email, code))).toBe('400 INVITATION_INVALID')
    expect(await counts('education')).toEqual({ category: 'education', waiting: 1, invited: 0, came: 0 })
  })

  it('is stored as a hash only', async () => {
    const { code } = await invitedPerson()
    const [row] = await app.sql<{ all: string }>('SELECT invitations::text AS all FROM invitations')
    expect(row?.all).not.toContain(code)
  })
})

import { randomUUID } from 'node:crypto'

import { beforeEach, describe, expect, it } from 'vitest'

import type { OperatorRole } from '@kundig/contract/operations/operator-roles'
import type { FoundPerson, PersonAccount } from '@kundig/contract/operations/people.contract'
import type { Statement } from '@kundig/contract/safety/statements.contract'
import { makeOperator } from '@kundig/testing/people/operators'
import { toOutcome } from '@kundig/testing/people/outcome'
import type { Person } from '@kundig/testing/people/test-client'
import { useTestApp } from '@kundig/testing/server/use-test-app'

const app = useTestApp({ operatorsNeedSecondFactor: false })
beforeEach(async () => {
  await app.sql('UPDATE report_cases SET decided_at = now() WHERE decided_at IS NULL')
  await app.sql('DELETE FROM operator_roles')
})

const operator = (role: OperatorRole = 'moderator'): Promise<Person> => makeOperator(app, role)
const find = async (who: Person, query: string) =>
  app.must<{ items: FoundPerson[]; is_more: boolean }>(
    who,
    'GET',
    `/api/operations/people?query=${encodeURIComponent(query)}`,
  )
const findIds = async (who: Person, query: string) => (await find(who, query)).items.map(({ id }) => id)
const viewPerson = (who: Person, { id }: Person) =>
  app.must<PersonAccount>(who, 'POST', `/api/operations/people/${id}/look`)
const REASONS = { ground: 'rules', facts: 'They asked people to pay elsewhere.', rule: 'Our rules, part 3', days: 3 }
const suspend = async (who: Person, id: string) =>
  toOutcome(await app.api(who, 'POST', `/api/operations/people/${id}/suspend`, REASONS))
const rename = (person: Person, name: string) =>
  app.sql('UPDATE profiles SET full_name = $2 WHERE id = $1', [person.id, name])

describe('an operator’s search for people', () => {
  it('matches part of a name in any spelling, a whole address or an id, even of hidden profiles', async () => {
    const [viewer, ann, bob] = await Promise.all([operator('viewer'), app.profiled(), app.profiled()])
    await rename(ann, 'Zoë Quackenbush')
    await rename(bob, 'Zoe Quackenbos')
    await app.sql('UPDATE profiles SET is_public = false WHERE id = $1', [bob.id])
    expect(await findIds(viewer, 'ZOE quack')).toEqual([bob.id, ann.id])
    expect(await findIds(viewer, ` ${ann.email.toUpperCase()} `)).toEqual([ann.id])
    expect(await findIds(viewer, ann.id.toUpperCase())).toEqual([ann.id])
    expect(await findIds(viewer, ann.email.slice(0, -1))).toEqual([])
    expect(await findIds(viewer, 'quack%')).toEqual([])
    expect(await findIds(viewer, randomUUID())).toEqual([])
  })

  it('returns at most one page, and shows that there are more people', async () => {
    const viewer = await operator('viewer')
    const many = await Promise.all(Array.from({ length: 26 }, () => app.profiled()))
    for (const person of many) await rename(person, `Common Xylander ${person.id.slice(-4)}`)
    const page = await find(viewer, 'xylander')
    expect(page.items).toHaveLength(25)
    expect(page.is_more).toBe(true)
  })

  it('uses an index for every name', async () => {
    for (const [whom, keys] of [
      ['is_public', 'search_keys(search_names, created_at, expertise_category)'],
      ['NOT is_public', 'search_trigrams(search_names)'],
    ]) {
      const rows = await app.sql<{ 'QUERY PLAN': string }>(
        `EXPLAIN WITH held AS MATERIALIZED (SELECT id FROM profiles WHERE ${whom}
           AND ${keys} @> (SELECT search_trigrams('anna')) AND strpos(search_names, 'anna') > 0)
         SELECT id FROM held LIMIT 26`,
      )
      expect(JSON.stringify(rows)).toMatch(/Bitmap Index Scan on profiles_(?:public|private)_letters/u)
    }
  })

  it('refuses queries of two letters', async () => {
    const viewer = await operator('viewer')
    for (const query of ['an', '  a '])
      expect(toOutcome(await app.api(viewer, 'GET', `/api/operations/people?query=${encodeURIComponent(query)}`))).toBe(
        '400 INVALID_INPUT',
      )
  })
})

describe('viewing an account', () => {
  it('shows states, counts and times without texts or secrets, and is logged', async () => {
    const [viewer, ann, bob] = await Promise.all([operator('viewer'), app.profiled(), app.profiled()])
    await app.request(ann, bob)
    const asked = await app.request(bob, ann)
    // A background job records the notification, but only while the request is unanswered.
    await expect
      .poll(() => app.sql('SELECT kind FROM notifications WHERE user_id = $1', [ann.id]))
      .toEqual([{ kind: 'request_received' }])
    const { room } = await app.accept(ann, asked.id)
    await app.send(ann, room.id, 'What only Bob is to read')
    await app.must(bob, 'POST', '/api/reports', {
      subject: { kind: 'profile', id: ann.id },
      category: 'spam',
      text: 'What Bob has against Ann',
    })
    const seen = await viewPerson(viewer, ann)
    expect(seen).toMatchObject({
      id: ann.id,
      email: ann.email,
      standing: 'good',
      role: null,
      has_password: true,
      has_google: false,
      has_second_factor: false,
      sessions: [{}],
      reports: [{ is_theirs: false, category: 'spam', decided_at: null }],
      decisions: [],
      seller: null,
      payments: [],
      may_suspend: false,
    })
    expect(seen.requests.sent).toEqual([{ status: 'pending', count: 1 }])
    expect(seen.requests.received).toEqual([{ status: 'accepted', count: 1 }])
    expect(seen.notifications.map(({ kind }) => kind)).toContain('request_received')
    const secrets = await app.sql<{ token: string; password: string }>(
      'SELECT s.token, a.password FROM session s JOIN account a ON a.user_id = s.user_id WHERE s.user_id = $1',
      [ann.id],
    )
    const messages = await app.sql<{ message: string }>(
      'SELECT message FROM connection_requests WHERE sender_id = $1',
      [ann.id],
    )
    const text = JSON.stringify(seen)
    for (const kept of [
      'What only Bob',
      'What Bob has',
      ...secrets.flatMap(({ token, password }) => [token, password]),
      ...messages.map(({ message }) => message),
    ])
      expect(text).not.toContain(kept)
    expect(
      await app.sql(
        'SELECT actor_id, action, subject_kind, state_before, state_after FROM audit_log WHERE subject_id = $1',
        [ann.id],
      ),
    ).toEqual([
      { actor_id: viewer.id, action: 'person_seen', subject_kind: 'account', state_before: null, state_after: null },
    ])
  })

  it('hides who reported the person and what they reported', async () => {
    const [moderator, ann] = await Promise.all([operator(), app.profiled()])
    await app.must(ann, 'POST', '/api/reports', { subject: { kind: 'profile', id: moderator.id }, category: 'spam' })
    await app.must(moderator, 'POST', '/api/reports', { subject: { kind: 'profile', id: ann.id }, category: 'spam' })
    expect((await viewPerson(moderator, ann)).reports).toEqual([])
    expect((await viewPerson(moderator, moderator)).reports).toEqual([])
    const other = await operator('viewer')
    expect((await viewPerson(other, ann)).reports).toHaveLength(2)
  })

  it('shows a closed account without name and address', async () => {
    const [viewer, ann] = await Promise.all([operator('viewer'), app.profiled()])
    await app.sql(`UPDATE "user" SET email = 'removed-' || id || '@invalid' WHERE id = $1`, [ann.id])
    expect(await viewPerson(viewer, ann)).toMatchObject({ id: ann.id, name: null, email: null, may_suspend: false })
  })
})

describe('suspending a person from their account page', () => {
  it('sends the reasons, keeps the person findable, and can be undone', async () => {
    const [moderator, ann] = await Promise.all([operator(), app.profiled()])
    await app.sql('UPDATE "user" SET email_verified = true WHERE id = $1', [ann.id])
    await rename(ann, 'Quirinia Halted')
    expect((await viewPerson(moderator, ann)).may_suspend).toBe(true)
    expect(await suspend(moderator, ann.id)).toBe('200')
    const mails = await app.mails(ann.email, 1)
    expect(mails.some(({ text }) => text.includes(REASONS.facts))).toBe(true)
    expect(await findIds(moderator, 'quirinia')).toEqual([ann.id])
    const seen = await viewPerson(moderator, ann)
    expect(seen).toMatchObject({
      standing: 'suspended',
      may_suspend: false,
      decisions: [{ kind: 'suspend', may_undo: true }],
      sessions: [],
    })
    expect(await suspend(moderator, ann.id)).toBe('409 ALREADY_KEPT_OUT')
    const decisionId = seen.decisions[0]?.id ?? ''
    await app.must(moderator, 'POST', `/api/operations/decisions/${decisionId}/undo`, { facts: 'A mistake.' })
    expect(await viewPerson(moderator, ann)).toMatchObject({ standing: 'good', may_suspend: true })
  })

  it('happens once under concurrent calls, always with a statement of reasons', async () => {
    const [one, other, ann] = await Promise.all([operator(), operator(), app.profiled()])
    const outcomes = await Promise.all([suspend(one, ann.id), suspend(other, ann.id)])
    expect(outcomes.toSorted()).toEqual(['200', '409 ALREADY_KEPT_OUT'])
    expect(await app.sql('SELECT kind FROM decisions WHERE about_id = $1', [ann.id])).toEqual([{ kind: 'suspend' }])
    expect(await app.sql<Statement>('SELECT kind FROM statements WHERE account_id = $1', [ann.id])).toHaveLength(1)
  })

  it('requires the role of moderator or owner, and a moderator cannot suspend an owner', async () => {
    const [viewer, moderator, owner, ann] = await Promise.all([
      operator('viewer'),
      operator(),
      operator('owner'),
      app.profiled(),
    ])
    expect(await suspend(viewer, ann.id)).toBe('403 ROLE_NEEDED')
    expect(await suspend(ann, viewer.id)).toBe('404 NOT_FOUND')
    expect(await suspend(moderator, moderator.id)).toBe('403 OWN_ACCOUNT')
    expect(await suspend(moderator, owner.id)).toBe('403 ROLE_NEEDED')
    expect(await suspend(moderator, randomUUID())).toBe('404 PERSON_NOT_FOUND')
    expect((await viewPerson(moderator, owner)).may_suspend).toBe(false)
    expect(await app.sql('SELECT id FROM decisions WHERE about_id = ANY ($1)', [[ann.id, owner.id]])).toEqual([])
  })

  it('decides the open case about the profile, and is refused if another operator has taken that case', async () => {
    const [one, other, ann] = await Promise.all([operator(), operator(), app.profiled()])
    await app.must(null, 'POST', '/api/reports', { subject: { kind: 'profile', id: ann.id }, category: 'scam' })
    const [reported] = await app.sql<{ id: string }>('SELECT id FROM report_cases WHERE about_id = $1', [ann.id])
    await app.must(other, 'POST', `/api/operations/cases/${reported?.id}/take`)
    expect(await suspend(one, ann.id)).toBe('409 CASE_TAKEN')
    expect(await suspend(other, ann.id)).toBe('200')
    expect(await app.sql('SELECT outcome FROM report_cases WHERE about_id = $1', [ann.id])).toEqual([
      { outcome: 'measure' },
    ])
  })
})

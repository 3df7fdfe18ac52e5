import { randomUUID } from 'node:crypto'

import { beforeEach, describe, expect, it } from 'vitest'

import type { Notification } from '@kundig/contract/notifications/notifications.contract'
import type { CaseContent } from '@kundig/contract/operations/cases.contract'
import type { Decision } from '@kundig/contract/operations/decisions.contract'
import type { OperatorRole } from '@kundig/contract/operations/operator-roles'
import type { Profile } from '@kundig/contract/profiles/profiles.contract'
import type { Statement } from '@kundig/contract/safety/statements.contract'
import { holdTransaction } from '@kundig/testing/database/held-transaction'
import { createPdf } from '@kundig/testing/files/made-files'
import { sendFileOrThrow } from '@kundig/testing/people/file-sending'
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
const confirm = ({ id }: Person) => app.sql('UPDATE "user" SET email_verified = true WHERE id = $1', [id])

interface Subject {
  kind: string
  id: string
  seq?: number
}
async function reported(who: Person | null, subject: Subject, rest: object = {}): Promise<string> {
  await app.must(who, 'POST', '/api/reports', { subject, category: 'spam', ...rest })
  const [row] = await app.sql<{ id: string }>(
    `SELECT id FROM report_cases WHERE subject_kind = $1 AND subject_id = $2 AND decided_at IS NULL`,
    [subject.kind, subject.id],
  )
  return row?.id ?? ''
}
const REASONS = { ground: 'rules', facts: 'You asked people to pay elsewhere.', rule: 'Our rules, part 3' }
const decide = async (who: Person, caseId: string, measure: string, rest: object = REASONS) =>
  toOutcome(await app.api(who, 'POST', `/api/operations/cases/${caseId}/decide`, { measure, ground: 'rules', ...rest }))
const answer = async (who: Person, decisionId: string, kind: 'undo' | 'uphold') =>
  toOutcome(
    await app.api(who, 'POST', `/api/operations/decisions/${decisionId}/${kind}`, { facts: 'We looked again.' }),
  )
const statementsOf = async (who: Person) =>
  (await app.must<{ items: Statement[] }>(who, 'GET', '/api/statements')).items
const object = async (who: Person, decisionId: string, text = 'I did not.') =>
  toOutcome(await app.api(who, 'POST', `/api/statements/${decisionId}/object`, { text }))
const decisionsOn = async (who: Person, caseId: string) =>
  (await app.must<{ items: Decision[] }>(who, 'GET', `/api/operations/cases/${caseId}/decisions`)).items
const isFound = async ({ id }: Person) =>
  toOutcome(await app.api<Profile>(null, 'GET', `/api/profiles/${id}`)) === '200'
const withoutStatement = () =>
  app.sql(
    `SELECT id FROM decisions WHERE kind <> 'nothing' AND NOT EXISTS (SELECT FROM statements WHERE decision_id = decisions.id)`,
  )

describe('a decision', () => {
  it('takes effect and sends the affected person the reasons, for each kind of decision', async () => {
    const [moderator, ann, bob] = await Promise.all([operator(), app.profiled(), app.profiled()])
    await confirm(bob)
    const room = await app.room(ann, bob)
    await app.send(bob, room.id, 'Pay me elsewhere')
    await sendFileOrThrow(app.url, bob, room.id, { content: createPdf(), name: 'bill.pdf' })
    const roomPath = `/api/chat-rooms/${room.id}/messages`
    const texts = async () => JSON.stringify(await app.must(ann, 'GET', roomPath))

    const aboutMessage = await reported(ann, { kind: 'message', id: room.id, seq: 1 })
    expect(await decide(moderator, aboutMessage, 'remove_file')).toBe('409 MEASURE_UNSUITED')
    expect(await decide(moderator, aboutMessage, 'remove_message')).toBe('200')
    expect(await texts()).not.toContain('Pay me elsewhere')
    const aboutFile = await reported(ann, { kind: 'file', id: room.id, seq: 2 })
    expect(await decide(moderator, aboutFile, 'remove_file')).toBe('200')
    expect(await texts()).not.toContain('bill.pdf')
    const aboutRoom = await reported(ann, { kind: 'room', id: room.id })
    expect(await decide(moderator, aboutRoom, 'warn')).toBe('200')
    expect(await isFound(bob)).toBe(true)
    const aboutProfile = await reported(null, { kind: 'profile', id: bob.id })
    expect(await decide(moderator, aboutProfile, 'hide_profile', { ...REASONS, ground: 'law' })).toBe('200')
    expect(await isFound(bob)).toBe(false)

    const statements = await statementsOf(bob)
    expect(statements.map(({ kind }) => kind)).toEqual(['hide_profile', 'warn', 'remove_file', 'remove_message'])
    for (const statement of statements)
      expect(statement).toMatchObject({
        facts: REASONS.facts,
        ground: REASONS.rule,
        automated: false,
        may_object: true,
      })
    expect(await statementsOf(ann)).toEqual([])
    const mails = await app.mails(bob.email, 4)
    const about = mails.filter(({ subject }) => subject === 'We made a decision about your Kundig account')
    expect(about).toHaveLength(4)
    for (const { text } of about) {
      expect(text).toContain(REASONS.facts)
      expect(text).toContain(REASONS.rule)
      expect(text).toContain('/account#decisions')
    }
    expect(await withoutStatement()).toEqual([])
    expect(
      await app.sql('SELECT actor_id, action, state_before, state_after FROM audit_log WHERE subject_id = $1', [
        aboutProfile,
      ]),
    ).toEqual([{ actor_id: moderator.id, action: 'case_decided', state_before: 'open', state_after: 'hide_profile' }])
  })

  it('sends a live notification, but no mail besides the statement of reasons', async () => {
    const [moderator, ann] = await Promise.all([operator(), app.profiled()])
    await confirm(ann)
    const tab = await app.live(ann)
    const caseId = await reported(null, { kind: 'profile', id: ann.id })
    expect(await decide(moderator, caseId, 'warn')).toBe('200')
    await expect.poll(() => tab.listEvents('notification.created')).toHaveLength(1)
    const [event] = tab.listEvents('notification.created')
    expect(event?.notification).toMatchObject({ kind: 'decision', actor: null, room_id: null, read: false })
    const [entry] = (await app.must<{ items: Notification[] }>(ann, 'GET', '/api/notifications')).items
    expect(entry).toEqual(event?.notification)
    expect(entry?.subject_id).toBe((await statementsOf(ann))[0]?.decision_id)
    expect(await app.sql('SELECT kind FROM notification_deliveries WHERE user_id = $1', [ann.id])).toEqual([])
  })

  it('restricts no one and sends no statement of reasons if the operator chooses to take no action', async () => {
    const [moderator, ann] = await Promise.all([operator(), app.profiled()])
    const caseId = await reported(null, { kind: 'profile', id: ann.id })
    expect(await decide(moderator, caseId, 'nothing', {})).toBe('200')
    expect(await statementsOf(ann)).toEqual([])
    expect(await isFound(ann)).toBe(true)
  })

  it('requires reasons', async () => {
    const [moderator, ann] = await Promise.all([operator(), app.profiled()])
    const caseId = await reported(null, { kind: 'profile', id: ann.id })
    for (const lacking of ['facts', 'rule']) {
      const rest = { ...REASONS, [lacking]: undefined }
      expect(await decide(moderator, caseId, 'warn', rest)).toBe('400 FIELD_REQUIRED')
      expect(await decide(moderator, caseId, 'warn', { ...REASONS, [lacking]: '  ' })).toBe('400 FIELD_REQUIRED')
    }
    expect(await decide(moderator, caseId, 'suspend')).toBe('400 FIELD_REQUIRED')
  })

  it('is refused by the database if its statement of reasons is missing', async () => {
    const [moderator, ann] = await Promise.all([operator(), app.profiled()])
    const caseId = await reported(null, { kind: 'profile', id: ann.id })
    const insert = `INSERT INTO decisions (case_id, about_id, kind, ground, decided_by) VALUES ($1, $2, $3, 'rules', $4)`
    await expect(app.sql(insert, [caseId, ann.id, 'warn', moderator.id])).rejects.toThrow(/has no statement/u)
    await app.sql(insert, [caseId, ann.id, 'nothing', moderator.id])
  })

  it('is made once under concurrent calls, and the other operators receive a conflict', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [ann, ...moderators] = await Promise.all([app.profiled(), operator(), operator(), operator()])
      const caseId = await reported(null, { kind: 'profile', id: ann.id })
      const measures = ['warn', 'hide_profile', 'nothing'] as const
      const outcomes = await Promise.all(moderators.map((one, at) => decide(one, caseId, measures[at] ?? 'warn')))
      expect(outcomes.toSorted()).toEqual(['200', '409 CASE_DECIDED', '409 CASE_DECIDED'])
      const won = measures[outcomes.indexOf('200')]
      expect(await app.sql('SELECT kind FROM decisions WHERE case_id = $1', [caseId])).toEqual([{ kind: won }])
      expect(await isFound(ann)).toBe(won !== 'hide_profile')
      expect(await statementsOf(ann)).toHaveLength(won === 'nothing' ? 0 : 1)
    }
  })

  it('is refused for other operators while an operator has taken the case', async () => {
    const [one, other, ann] = await Promise.all([operator(), operator(), app.profiled()])
    const caseId = await reported(null, { kind: 'profile', id: ann.id })
    await app.must(one, 'POST', `/api/operations/cases/${caseId}/take`, {})
    expect(await decide(other, caseId, 'warn')).toBe('409 CASE_TAKEN')
    expect(await decide(one, caseId, 'warn')).toBe('200')
  })

  it('is refused once the operator’s role is revoked, even under concurrency', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [moderator, owner, ann] = await Promise.all([operator(), operator('owner'), app.profiled()])
      await confirm(moderator)
      const caseId = await reported(null, { kind: 'profile', id: ann.id })
      const [decided, changed] = await Promise.all([
        decide(moderator, caseId, 'hide_profile'),
        app.api(owner, 'PUT', '/api/operations/operators', { email: moderator.email, role: 'viewer' }),
      ])
      expect(toOutcome(changed)).toBe('200')
      expect(['200', '403 ROLE_NEEDED']).toContain(decided)
      expect(await isFound(ann)).toBe(decided !== '200')
      expect(await statementsOf(ann)).toHaveLength(decided === '200' ? 1 : 0)
      await app.sql('UPDATE report_cases SET decided_at = now() WHERE decided_at IS NULL')
    }
  })

  it('cannot impose a measure on a deleted account or deleted content', async () => {
    const moderator = await operator()
    const [aboutId, roomId] = [randomUUID(), randomUUID()]
    const open = (kind: string, subjectId: string, seq: number, about: string) =>
      app.sql<{ id: string }>(
        `INSERT INTO report_cases (subject_kind, subject_id, subject_seq, about_id, category)
         VALUES ($1, $2, $3, $4, 'scam') RETURNING id`,
        [kind, subjectId, seq, about],
      )
    const [gone] = await open('profile', aboutId, 0, aboutId)
    for (const measure of ['warn', 'hide_profile'])
      expect(await decide(moderator, gone?.id ?? '', measure)).toBe('409 ACCOUNT_IS_GONE')
    expect(await decide(moderator, gone?.id ?? '', 'nothing')).toBe('200')
    const ann = await app.profiled()
    const [noMessage] = await open('message', roomId, 3, ann.id)
    expect(await decide(moderator, noMessage?.id ?? '', 'remove_message')).toBe('404 REPORTED_IS_GONE')
    expect(await statementsOf(ann)).toEqual([])
    expect(await decide(moderator, noMessage?.id ?? '', 'warn')).toBe('200')
    const newcomer = await app.signUp()
    const [noProfile] = await open('profile', newcomer.id, 0, newcomer.id)
    expect(await decide(moderator, noProfile?.id ?? '', 'hide_profile')).toBe('404 REPORTED_IS_GONE')
    expect(await withoutStatement()).toEqual([])
  })

  it('erases the stored quotes from a person whose account is closed', async () => {
    const [moderator, ann] = await Promise.all([operator(), app.profiled()])
    const quotes = (caseId: string) => app.sql('SELECT case_id FROM report_quotes WHERE case_id = $1', [caseId])
    const first = await reported(null, { kind: 'profile', id: ann.id })
    await decide(moderator, first, 'nothing')
    expect(await quotes(first)).toHaveLength(1)
    const second = await reported(null, { kind: 'profile', id: ann.id })
    await app.sql(`UPDATE "user" SET email = $2 WHERE id = $1`, [ann.id, `removed-${ann.id}@invalid`])
    expect(await decide(moderator, second, 'warn')).toBe('200')
    expect([await quotes(first), await quotes(second)]).toEqual([[], []])
    expect(await withoutStatement()).toEqual([])
  })

  it('is mailed once to each reporter, without naming the measure', async () => {
    const [moderator, ann, bob, eve] = await Promise.all([operator(), app.profiled(), app.profiled(), app.profiled()])
    await Promise.all([confirm(ann), confirm(eve)])
    const visitor = `${randomUUID()}@example.com`
    const caseId = await reported(ann, { kind: 'profile', id: bob.id })
    await reported(eve, { kind: 'profile', id: bob.id })
    await reported(null, { kind: 'profile', id: bob.id }, { email: visitor })
    expect(await decide(moderator, caseId, 'hide_profile')).toBe('200')
    for (const to of [ann.email, eve.email, visitor]) {
      const mail = await app.mailAbout(to, /^We made a decision about your report/u)
      expect(mail.text).toContain('we took action')
      expect(mail.text).not.toMatch(/\bhid|elsewhere/u)
    }
    const other = await reported(ann, { kind: 'profile', id: eve.id })
    expect(await decide(moderator, other, 'nothing')).toBe('200')
    await expect
      .poll(async () => (await app.mails(ann.email)).filter(({ text }) => text.includes('so it stays')).length)
      .toBe(1)
    const due = await app.sql('SELECT id FROM reports WHERE outcome_due_at IS NOT NULL AND case_id = ANY($1)', [
      [caseId, other],
    ])
    expect(due).toEqual([])
  })
})

describe('undoing a decision', () => {
  it('ends the decision’s effect and sends reasons, once under concurrent calls', async () => {
    const [one, other, ann] = await Promise.all([operator(), operator(), app.profiled()])
    const caseId = await reported(null, { kind: 'profile', id: ann.id })
    await decide(one, caseId, 'hide_profile')
    const [decision] = await decisionsOn(one, caseId)
    const outcomes = await Promise.all([one, other].map((who) => answer(who, decision?.id ?? '', 'undo')))
    expect(outcomes.toSorted()).toEqual(['200', '409 DECISION_UNDONE'])
    expect(await isFound(ann)).toBe(true)
    const statements = await statementsOf(ann)
    expect(statements).toMatchObject([
      { kind: 'undo', facts: 'We looked again.', answers: decision?.id, may_object: false },
      { kind: 'hide_profile', may_object: false },
    ])
    expect(await decisionsOn(other, caseId)).toMatchObject([
      { kind: 'undo', may_undo: false },
      { kind: 'hide_profile', is_undone: true, may_undo: false },
    ])
  })

  it('keeps effects that another decision also requires', async () => {
    const [moderator, ann, bob] = await Promise.all([operator(), app.profiled(), app.profiled()])
    const room = await app.room(ann, bob)
    await app.send(bob, room.id, 'Reported twice')
    const first = await reported(null, { kind: 'profile', id: bob.id })
    await decide(moderator, first, 'hide_profile')
    const second = await reported(ann, { kind: 'message', id: room.id, seq: 1 })
    await decide(moderator, second, 'hide_profile')
    const [later, earlier] = await decisionsOn(moderator, second)
    expect(await answer(moderator, earlier?.id ?? '', 'undo')).toBe('200')
    expect(await isFound(bob)).toBe(false)
    expect(await answer(moderator, later?.id ?? '', 'undo')).toBe('200')
    expect(await isFound(bob)).toBe(true)
  })

  it('restores a removed message', async () => {
    const [moderator, ann, bob] = await Promise.all([operator(), app.profiled(), app.profiled()])
    const room = await app.room(ann, bob)
    await app.send(bob, room.id, 'Harmless after all')
    const caseId = await reported(ann, { kind: 'message', id: room.id, seq: 1 })
    await decide(moderator, caseId, 'remove_message')
    const shown = async () => JSON.stringify(await app.must(ann, 'GET', `/api/chat-rooms/${room.id}/messages`))
    expect(await shown()).not.toContain('Harmless')
    const [decision] = await decisionsOn(moderator, caseId)
    expect(await answer(moderator, decision?.id ?? '', 'undo')).toBe('200')
    expect(await shown()).toContain('Harmless after all')
  })

  it('is refused for a decision that took no action', async () => {
    const [moderator, ann] = await Promise.all([operator(), app.profiled()])
    const caseId = await reported(null, { kind: 'profile', id: ann.id })
    await decide(moderator, caseId, 'nothing')
    const [decision] = await decisionsOn(moderator, caseId)
    expect(await answer(moderator, decision?.id ?? '', 'undo')).toBe('409 MEASURE_UNSUITED')
  })
})

describe('an objection', () => {
  async function decideAbout(who: Person, by: Person, measure: 'warn' | 'hide_profile') {
    const caseId = await reported(null, { kind: 'profile', id: who.id })
    await decide(by, caseId, measure)
    const [statement] = await statementsOf(who)
    return { caseId, decisionId: statement?.decision_id ?? '' }
  }

  it('reaches operators live, appears in the case, and must be answered by another operator', async () => {
    const [one, other, ann] = await Promise.all([operator(), operator(), app.profiled()])
    const { caseId, decisionId } = await decideAbout(ann, one, 'hide_profile')
    const tab = await app.live(other)
    let changes = 0
    tab.socket.on('operations.changed', () => (changes += 1))
    const outcomes = await Promise.all([1, 2, 3].map(() => object(ann, decisionId, 'I pay as everybody does.')))
    expect(outcomes.toSorted()).toEqual(['200', '409 OBJECTED_ALREADY', '409 OBJECTED_ALREADY'])
    await expect.poll(() => changes).toBe(1)
    const open = async (who: Person) =>
      (await app.must<{ items: Decision[] }>(who, 'GET', '/api/operations/objections')).items
    expect(await open(other)).toMatchObject([{ id: decisionId, may_uphold: true, may_undo: true }])
    expect(await open(one)).toMatchObject([{ id: decisionId, may_uphold: false, may_undo: true }])
    const content = await app.must<CaseContent>(other, 'POST', `/api/operations/cases/${caseId}/look`, {})
    expect(content.objection).toMatchObject({ text: 'I pay as everybody does.' })
    expect(await answer(one, decisionId, 'uphold')).toBe('409 OBJECTION_FOR_ANOTHER')
    expect(await answer(other, decisionId, 'uphold')).toBe('200')
    expect(await answer(other, decisionId, 'uphold')).toBe('409 NO_OBJECTION')
    expect(await open(other)).toEqual([])
    expect(await isFound(ann)).toBe(false)
    expect(await statementsOf(ann)).toMatchObject([
      { kind: 'uphold', facts: 'We looked again.', answers: decisionId, may_object: false },
      { kind: 'hide_profile', may_object: false, objection: { answered_at: expect.any(String) as unknown } },
    ])
    expect(await withoutStatement()).toEqual([])
  })

  it('may be answered by the deciding operator if there is no other uninvolved operator', async () => {
    const [one, viewer, ann] = await Promise.all([operator(), operator('viewer'), app.profiled()])
    const concerned = await operator('owner')
    const caseId = await reported(concerned, { kind: 'profile', id: ann.id })
    await decide(one, caseId, 'warn')
    const [statement] = await statementsOf(ann)
    expect(await object(ann, statement?.decision_id ?? '')).toBe('200')
    expect(await answer(viewer, statement?.decision_id ?? '', 'uphold')).toBe('403 ROLE_NEEDED')
    expect(await answer(concerned, statement?.decision_id ?? '', 'uphold')).toBe('404 DECISION_NOT_FOUND')
    expect(await answer(one, statement?.decision_id ?? '', 'uphold')).toBe('200')
  })

  it('is answered when the decision is undone, and cannot be answered again', async () => {
    const [one, ann] = await Promise.all([operator(), app.profiled()])
    const { decisionId } = await decideAbout(ann, one, 'hide_profile')
    await object(ann, decisionId)
    // An operator may undo a decision after upholding it, but not the reverse.
    const [undone, upheld] = await Promise.all([answer(one, decisionId, 'undo'), answer(one, decisionId, 'uphold')])
    expect(undone).toBe('200')
    expect(['200', '409 DECISION_UNDONE']).toContain(upheld)
    expect(await isFound(ann)).toBe(true)
    const kinds = (await statementsOf(ann)).map(({ kind }) => kind)
    expect(kinds).toEqual(upheld === '200' ? ['undo', 'uphold', 'hide_profile'] : ['undo', 'hide_profile'])
    expect(await answer(one, decisionId, 'uphold')).toBe('409 DECISION_UNDONE')
    const rows = await app.sql('SELECT answered_at FROM objections WHERE decision_id = $1', [decisionId])
    expect(rows).toEqual([{ answered_at: expect.any(Date) as unknown }])
  })

  it('is answered by an operator who began to undo the decision before it came', async () => {
    const [one, ann] = await Promise.all([operator(), app.profiled()])
    const { decisionId } = await decideAbout(ann, one, 'hide_profile')
    const lock = 'SELECT FROM statements WHERE decision_id = $1 FOR UPDATE'
    const held = await holdTransaction(app.databaseUrl, [lock, decisionId])
    const objecting = object(ann, decisionId)
    await held.untilOthersWait()
    const undoing = answer(one, decisionId, 'undo')
    await held.untilOthersWait(2)
    await held.commit()
    expect([await objecting, await undoing]).toEqual(['200', '200'])
    const open = 'SELECT FROM objections WHERE decision_id = $1 AND answered_at IS NULL'
    expect(await app.sql(open, [decisionId])).toEqual([])
  })

  it('is accepted only from the affected person, and within six months', async () => {
    const [one, ann, bob] = await Promise.all([operator(), app.profiled(), app.profiled()])
    const { decisionId } = await decideAbout(ann, one, 'warn')
    expect(await object(bob, decisionId)).toBe('404 STATEMENT_NOT_FOUND')
    expect(await object(ann, randomUUID())).toBe('404 STATEMENT_NOT_FOUND')
    expect(await object(ann, decisionId, ' ')).toBe('400 FIELD_REQUIRED')
    await app.sql(`UPDATE statements SET created_at = now() - interval '185 days' WHERE decision_id = $1`, [decisionId])
    expect(await object(ann, decisionId)).toBe('409 OBJECTION_TOO_LATE')
  })
})

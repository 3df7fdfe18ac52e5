import { randomUUID } from 'node:crypto'

import { beforeEach, describe, expect, it } from 'vitest'

import type { CaseContent, ReportCase } from '@kundig/contract/operations/cases.contract'
import type { Figures } from '@kundig/contract/operations/decisions.contract'
import type { OperatorRole } from '@kundig/contract/operations/operator-roles'
import { createPdf } from '@kundig/testing/files/made-files'
import { sendFileOrThrow } from '@kundig/testing/people/file-sending'
import { makeOperator } from '@kundig/testing/people/operators'
import { toOutcome } from '@kundig/testing/people/outcome'
import { toCookieHeader, type Person } from '@kundig/testing/people/test-client'
import { useTestApp } from '@kundig/testing/server/use-test-app'

const app = useTestApp({ operatorsNeedSecondFactor: false })
beforeEach(() => app.sql('UPDATE report_cases SET decided_at = now() WHERE decided_at IS NULL'))

const operator = (role: OperatorRole = 'moderator'): Promise<Person> => makeOperator(app, role)

interface Subject {
  kind: string
  id: string
  seq?: number
}
const report = (who: Person | null, subject: Subject, rest: object = {}) =>
  app.must(who, 'POST', '/api/reports', { subject, category: 'spam', ...rest })
const toSubject = ({ id }: Person): Subject => ({ kind: 'profile', id })

interface Page {
  items: ReportCase[]
  next_cursor: string | null
}
const list = (who: Person, query = '') => app.must<Page>(who, 'GET', `/api/operations/cases${query}`)
const seenBy = async (who: Person) => (await list(who)).items.map(({ about_id }) => about_id)
async function caseAbout({ id }: Person): Promise<string> {
  const [row] = await app.sql<{ id: string }>(
    'SELECT id FROM report_cases WHERE about_id = $1 ORDER BY opened_at DESC LIMIT 1',
    [id],
  )
  return row?.id ?? ''
}
const act = (who: Person, caseId: string, what: string) =>
  app.api<ReportCase>(who, 'POST', `/api/operations/cases/${caseId}/${what}`, {})
const acted = async (who: Person, caseId: string, what: string) => toOutcome(await act(who, caseId, what))
const viewCase = (who: Person, caseId: string) =>
  app.must<CaseContent>(who, 'POST', `/api/operations/cases/${caseId}/look`, {})
const readLog = (caseId: string) =>
  app.sql(
    'SELECT actor_id, action, subject_kind, state_before, state_after FROM audit_log WHERE subject_id = $1 ORDER BY id',
    [caseId],
  )

describe('the case queue', () => {
  it('lists the most serious cases first, then the oldest, each case once, in pages without gaps', async () => {
    const moderator = await operator('viewer')
    await app.sql(
      `INSERT INTO report_cases (subject_kind, subject_id, about_id, category, opened_at)
       SELECT 'profile', id, id, (ARRAY['illegal', 'scam', 'harassment', 'spam', 'other'])[1 + n % 5],
         now() - (n % 7) * interval '1 hour'
       FROM (SELECT uuidv7() AS id, n FROM generate_series(1, 60) n) made`,
    )
    const seen: ReportCase[] = []
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: Page = await list(moderator, cursor === '' ? '' : `?cursor=${encodeURIComponent(cursor)}`)
      seen.push(...page.items)
      cursor = page.next_cursor
    }
    expect(new Set(seen.map(({ id }) => id)).size).toBe(60)
    const graveness = { illegal: 3, scam: 2, harassment: 2, spam: 1, other: 0 }
    const places = seen.map(({ category, opened_at, id }) => `${9 - graveness[category]} ${opened_at} ${id}`)
    expect(places).toEqual(places.toSorted())
    for (const cursor of ['x', '3.x', `9${'.'.repeat(3)}`, `3.${Buffer.from('[]').toString('base64url')}`])
      expect(await app.api(moderator, 'GET', `/api/operations/cases?cursor=${cursor}`)).toMatchObject({ status: 400 })
  })

  it('hides every case in which the operator is involved', async () => {
    const [one, other, ann] = await Promise.all([operator(), operator('owner'), app.profiled()])
    const room = await app.room(one, ann)
    await app.send(ann, room.id, 'Between the two of us')
    const request = await app.request(one, await app.profiled())
    const [sender] = await app.sql<{ receiver_id: string }>(
      'SELECT receiver_id FROM connection_requests WHERE id = $1',
      [request.id],
    )
    await report(ann, toSubject(one))
    await report(one, toSubject(ann))
    await report(one, { kind: 'message', id: room.id, seq: 1 })
    await app.sql('UPDATE reports SET reporter_id = NULL WHERE reporter_id = $1', [one.id])
    const stranger = await app.profiled()
    await report(one, toSubject(stranger))
    await app.sql(
      `INSERT INTO report_cases (subject_kind, subject_id, about_id, category) VALUES ('request', $1, $2, 'spam')`,
      [request.id, sender?.receiver_id],
    )
    expect(await seenBy(other)).toEqual(
      (
        await app.sql<{ about_id: string }>(
          'SELECT about_id FROM report_cases WHERE decided_at IS NULL ORDER BY opened_at, id',
        )
      ).map(({ about_id }) => about_id),
    )
    expect(await seenBy(other)).toHaveLength(5)
    // The report about Ann's profile has no reporter now, so the operator sees only that case.
    expect(await seenBy(one)).toEqual([ann.id])
    const hidden = await app.sql<{ id: string }>(
      `SELECT id FROM report_cases WHERE decided_at IS NULL AND NOT (subject_kind = 'profile' AND about_id = $1)`,
      [ann.id],
    )
    for (const { id } of hidden) {
      expect(toOutcome(await app.api(one, 'GET', `/api/operations/cases/${id}`))).toBe('404 CASE_NOT_FOUND')
      for (const what of ['look', 'take', 'give-back']) expect(await acted(one, id, what)).toBe('404 CASE_NOT_FOUND')
      expect(await readLog(id)).toEqual([])
    }
  })

  it('assigns a case to only one operator, until its return or for at most four hours', async () => {
    const [ann, ...operators] = await Promise.all([app.profiled(), operator(), operator(), operator()])
    await report(null, toSubject(ann))
    const caseId = await caseAbout(ann)
    const taken = await Promise.all(operators.map((one) => acted(one, caseId, 'take')))
    expect(taken.toSorted()).toEqual(['200', '409 CASE_TAKEN', '409 CASE_TAKEN'])
    const winner = operators[taken.indexOf('200')] as Person
    const loser = operators[taken.indexOf('409 CASE_TAKEN')] as Person
    expect((await list(winner, '?mine=true')).items).toMatchObject([
      { id: caseId, is_free: true, assigned_to: { user_id: winner.id, email: winner.email } },
    ])
    expect((await list(loser)).items).toMatchObject([{ is_free: false, assigned_to: { user_id: winner.id } }])
    expect((await list(loser, '?mine=true')).items).toEqual([])
    // Only the operator who took a case can give it back.
    expect(await acted(loser, caseId, 'give-back')).toBe('200')
    expect(await acted(loser, caseId, 'take')).toBe('409 CASE_TAKEN')
    expect(await acted(winner, caseId, 'give-back')).toBe('200')
    expect(await acted(loser, caseId, 'take')).toBe('200')
    await app.sql(`UPDATE report_cases SET assigned_at = now() - interval '4 hours 1 second' WHERE id = $1`, [caseId])
    expect(await acted(winner, caseId, 'take')).toBe('200')
    const row = { subject_kind: 'report_case' }
    expect(await readLog(caseId)).toEqual([
      { ...row, actor_id: winner.id, action: 'case_taken', state_before: 'open', state_after: 'taken' },
      { ...row, actor_id: winner.id, action: 'case_given_back', state_before: 'taken', state_after: 'open' },
      { ...row, actor_id: loser.id, action: 'case_taken', state_before: 'open', state_after: 'taken' },
      { ...row, actor_id: winner.id, action: 'case_taken', state_before: 'open', state_after: 'taken' },
    ])
  })

  it('publishes changes only to operators, live and without details', async () => {
    const [moderator, ann, bob] = await Promise.all([operator(), app.profiled(), app.profiled()])
    const [theirs, anns] = await Promise.all([app.live(moderator), app.live(ann)])
    const received: unknown[][] = []
    theirs.socket.on('operations.changed', (...payload: unknown[]) => received.push(payload))
    anns.socket.onAny((name: string) => received.push([name]))
    await report(bob, toSubject(ann))
    await expect.poll(() => received).toEqual([[]])
    await acted(moderator, await caseAbout(ann), 'take')
    await expect.poll(() => received).toEqual([[], []])
  })
})

describe('viewing a case', () => {
  it('shows the quoted message with its neighbours and the anonymous reports, and is logged', async () => {
    const [viewer, ann, bob] = await Promise.all([
      operator('viewer'),
      app.profiled(),
      app.profiled({ full_name: 'Bob' }),
    ])
    const room = await app.room(ann, bob)
    for (let place = 1; place <= 8; place += 1) await app.send(place % 2 === 0 ? bob : ann, room.id, `Message ${place}`)
    await app.editMessage(bob, room.id, 8, 'Edited')
    await app.deleteMessage(bob, room.id, 8)
    await sendFileOrThrow(app.url, bob, room.id, { content: createPdf(), name: 'offer.pdf' })
    for (let place = 10; place <= 18; place += 1) await app.send(ann, room.id, `Message ${place}`)
    await report(ann, { kind: 'file', id: room.id, seq: 9 }, { category: 'illegal', text: 'Forged', law: 'The law' })
    const caseId = await caseAbout(bob)
    const content = await viewCase(viewer, caseId)
    expect(content).toMatchObject({
      quote: { text: 'offer.pdf', is_file: true },
      about_name: 'Bob',
      file: { name: 'offer.pdf', is_image: false },
      reports: [{ category: 'illegal', text: 'Forged', law: 'The law', is_by_visitor: false }],
    })
    expect(content.messages.map(({ seq }) => seq)).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14])
    expect(content.messages[0]).toMatchObject({ text: 'Message 4', is_theirs: true, file_name: null })
    expect(content.messages[4]).toMatchObject({ text: 'Edited', is_deleted: true, earlier: [{ text: 'Message 8' }] })
    expect(content.messages[5]).toMatchObject({ is_theirs: true, file_name: 'offer.pdf', is_removed: false })
    expect(JSON.stringify(content)).not.toContain(ann.id)
    await viewCase(viewer, caseId)
    const seen = {
      actor_id: viewer.id,
      action: 'content_seen',
      subject_kind: 'report_case',
      state_before: null,
      state_after: 'file',
    }
    expect(await readLog(caseId)).toEqual([seen, seen])
    // Without the case's content, the view shows no texts of people, so it is not logged.
    const bare = await app.must(viewer, 'GET', `/api/operations/cases/${caseId}`)
    expect(JSON.stringify(bare)).not.toMatch(/offer|Forged|Bob/u)
    expect(await readLog(caseId)).toHaveLength(2)
  })

  it('serves only the reported file or picture, even after its removal, with an audit log entry each time', async () => {
    const [moderator, ann, bob] = await Promise.all([operator(), app.profiled(), app.profiled()])
    const room = await app.room(ann, bob)
    const content = createPdf()
    await sendFileOrThrow(app.url, bob, room.id, { content, name: 'offer.pdf' })
    await sendFileOrThrow(app.url, bob, room.id, { content: createPdf(), name: 'other.pdf' })
    await report(ann, { kind: 'file', id: room.id, seq: 1 })
    const caseId = await caseAbout(bob)
    const path = `${app.url}/api/operations/cases/${caseId}/file`
    const read = (who: Person) => fetch(path, { headers: { cookie: toCookieHeader(who) } })
    const answer = await read(moderator)
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment;.*offer\.pdf/u)
    expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true)
    await app.must(moderator, 'POST', `/api/operations/cases/${caseId}/decide`, {
      measure: 'remove_file',
      ground: 'rules',
      facts: 'What happened',
      rule: 'Our rules',
    })
    expect((await read(moderator)).status).toBe(200)
    const seen = { action: 'content_seen', state_after: 'file', actor_id: moderator.id }
    expect((await readLog(caseId)).filter(({ action }) => action === 'content_seen')).toMatchObject([seen, seen])
    for (const who of [ann, bob, await app.signUp()]) {
      const refused = await read(who)
      expect([refused.status, await refused.json()]).toMatchObject([404, { code: 'NOT_FOUND' }])
    }
    await report(ann, toSubject(bob))
    expect(toOutcome(await app.api(moderator, 'GET', `/api/operations/cases/${await caseAbout(bob)}/file`))).toBe(
      '404 FILE_NOT_FOUND',
    )
    await app.sql(
      'INSERT INTO reports (case_id, reporter_id, category, reference, language) SELECT $1, $2, category, $3, language FROM reports LIMIT 1',
      [caseId, moderator.id, 'AAAAA-AAAAA'],
    )
    expect((await read(moderator)).status).toBe(404)
  })

  it('shows no messages if the case is about a room, a request or a profile', async () => {
    const [viewer, ann, bob] = await Promise.all([operator('viewer'), app.profiled(), app.profiled()])
    const request = await app.request(bob, ann)
    const room = await app.room(ann, bob)
    await app.send(bob, room.id, 'In confidence')
    for (const subject of [{ kind: 'room', id: room.id }, { kind: 'request', id: request.id }, toSubject(bob)]) {
      await app.sql('UPDATE report_cases SET decided_at = now() WHERE decided_at IS NULL')
      await report(ann, subject)
      const content = await viewCase(viewer, await caseAbout(bob))
      expect(content.messages).toEqual([])
      expect(JSON.stringify(content)).not.toContain('In confidence')
    }
  })

  it('works if the subject, its quote and its account are deleted', async () => {
    const viewer = await operator('viewer')
    const ids = [randomUUID(), randomUUID(), randomUUID()]
    const [row] = await app.sql<{ id: string }>(
      `INSERT INTO report_cases (subject_kind, subject_id, subject_seq, about_id, category)
       VALUES ('message', $1, 4, $2, 'scam') RETURNING id`,
      ids.slice(0, 2),
    )
    expect(await viewCase(viewer, row?.id ?? '')).toEqual({
      file: null,
      quote: null,
      about_name: null,
      profile: null,
      objection: null,
      messages: [],
      reports: [],
    })
    expect(await acted(viewer, ids[2] ?? '', 'look')).toBe('404 CASE_NOT_FOUND')
  })
})

describe('revoking a role', () => {
  it('ends the operator’s claim on a case, even a claim made concurrently', async () => {
    for (let round = 0; round < 8; round += 1) {
      const [moderator, owner, ann] = await Promise.all([operator(), operator('owner'), app.profiled()])
      await report(null, toSubject(ann))
      const caseId = await caseAbout(ann)
      await app.sql('UPDATE "user" SET email_verified = true WHERE id = $1', [moderator.id])
      const [taken, changed] = await Promise.all([
        acted(moderator, caseId, 'take'),
        app.api(owner, 'PUT', '/api/operations/operators', { email: moderator.email, role: null }),
      ])
      expect(toOutcome(changed)).toBe('200')
      expect(['200', '404 NOT_FOUND']).toContain(taken)
      expect(await readLog(caseId)).toHaveLength(taken === '200' ? 1 : 0)
      expect(await acted(moderator, caseId, 'give-back')).toBe('404 NOT_FOUND')
    }
  })
})

describe('case figures', () => {
  it('show the open cases, their median age, and the shares decided within a day and a week', async () => {
    const viewer = await operator('viewer')
    await app.sql(`UPDATE report_cases SET opened_at = now() - interval '1 year'`)
    await app.sql('UPDATE objections SET answered_at = now()')
    const empty = await app.must<Figures>(viewer, 'GET', '/api/operations/figures')
    expect(empty).toEqual({
      open: 0,
      median_age_s: null,
      open_objections: 0,
      decided_within_day: null,
      decided_within_week: null,
    })
    for (const [came, decided] of [
      [30, 0.5],
      [30, 3],
      [30, 8],
      [10, null],
      [2, 0.9],
      [2, null],
      [0.5, null],
    ] as const)
      await app.sql(
        `INSERT INTO report_cases (subject_kind, subject_id, about_id, category, opened_at, decided_at)
         VALUES ('profile', uuidv7(), uuidv7(), 'spam', now() - $1 * interval '1 day',
           now() - $1 * interval '1 day' + $2 * interval '1 day')`,
        [came, decided],
      )
    const figures = await app.must<Figures>(viewer, 'GET', '/api/operations/figures')
    expect(figures).toMatchObject({ open: 3, decided_within_day: 2 / 6, decided_within_week: 2 / 4 })
    expect(Math.abs((figures.median_age_s ?? 0) - 2 * 86_400)).toBeLessThan(60)
  })
})

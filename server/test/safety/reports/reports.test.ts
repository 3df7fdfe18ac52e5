import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { ReportReceipt } from '@kundig/contract/safety/safety.contract'
import { createPdf } from '@kundig/testing/files/made-files'
import { sendFileOrThrow } from '@kundig/testing/people/file-sending'
import type { Person } from '@kundig/testing/people/test-client'
import { createTestApp, type TestApp } from '@kundig/testing/server/test-app'
import { useTestApp } from '@kundig/testing/server/use-test-app'

const app = useTestApp()

interface Subject {
  kind: string
  id: string
  seq?: number
}
const report = (who: Person | null, subject: Subject, rest: object = {}) =>
  app.api<ReportReceipt>(who, 'POST', '/api/reports', { subject, category: 'spam', ...rest })
const reported = (who: Person | null, subject: Subject, rest: object = {}) =>
  app.must<ReportReceipt>(who, 'POST', '/api/reports', { subject, category: 'spam', ...rest })
const toSubject = ({ id }: Person): Subject => ({ kind: 'profile', id })
const casesAbout = (person: Person) =>
  app.sql('SELECT * FROM report_cases WHERE about_id = $1 ORDER BY opened_at', [person.id])
const confirm = ({ id }: Person) => app.sql('UPDATE "user" SET email_verified = true WHERE id = $1', [id])
const mailsTo = (to: string) =>
  app.sql<{ subject: string; body_text: string; language: string }>(
    'SELECT subject, body_text, language FROM local_mails WHERE recipient = $1',
    [to],
  )

describe('a report', () => {
  it('a report on any kind of subject opens a case and keeps a quote', async () => {
    const [ann, bob] = await Promise.all([app.profiled(), app.profiled({ full_name: 'Bob', bio: 'As it was' })])
    const request = await app.request(bob, ann)
    const room = await app.room(ann, bob)
    await app.send(bob, room.id, 'What Bob wrote')
    await sendFileOrThrow(app.url, bob, room.id, { content: createPdf(), name: 'what-bob-sent.pdf' })
    for (const subject of [
      toSubject(bob),
      { kind: 'request', id: request.id },
      { kind: 'room', id: room.id },
      { kind: 'message', id: room.id, seq: 1 },
      { kind: 'file', id: room.id, seq: 2 },
    ]) {
      expect(await report(ann, subject)).toMatchObject({ status: 200 })
    }
    await app.saveProfile(bob, { full_name: 'Bob', bio: 'As it is now' })
    const rows = await app.sql(
      `SELECT subject_kind, subject_id, subject_seq, report_count, content, stored_name IS NOT NULL AS has_file
       FROM report_cases JOIN report_quotes ON case_id = id WHERE about_id = $1 ORDER BY opened_at, id`,
      [bob.id],
    )
    expect(rows).toMatchObject([
      {
        subject_kind: 'profile',
        subject_id: bob.id,
        report_count: 1,
        content: expect.stringContaining('As it was') as unknown,
      },
      { subject_kind: 'request', subject_id: request.id, subject_seq: 0, has_file: false },
      { subject_kind: 'room', subject_id: room.id, content: '' },
      { subject_kind: 'message', subject_seq: 1, content: 'What Bob wrote', has_file: false },
      { subject_kind: 'file', subject_seq: 2, content: 'what-bob-sent.pdf', has_file: true },
    ])
  })

  it('a report of one’s own content or of a missing subject is refused', async () => {
    const [ann, bob, stranger] = await Promise.all([app.profiled(), app.profiled(), app.profiled()])
    const room = await app.room(ann, bob)
    await app.send(ann, room.id, 'My own words')
    for (const [who, subject, code] of [
      [ann, toSubject(ann), 'REPORT_OF_SELF'],
      [ann, { kind: 'message', id: room.id, seq: 1 }, 'REPORT_OF_SELF'],
      [ann, { kind: 'message', id: room.id, seq: 99 }, 'REPORTED_IS_GONE'],
      [bob, { kind: 'file', id: room.id, seq: 1 }, 'REPORTED_IS_GONE'],
      [stranger, { kind: 'message', id: room.id, seq: 1 }, 'ROOM_NOT_FOUND'],
      [stranger, { kind: 'room', id: room.id }, 'ROOM_NOT_FOUND'],
      [stranger, { kind: 'request', id: randomUUID() }, 'REQUEST_NOT_FOUND'],
      [null, { kind: 'room', id: room.id }, 'NO_SESSION'],
      [null, { kind: 'profile', id: randomUUID() }, 'PROFILE_NOT_FOUND'],
      [ann, { kind: 'message', id: room.id }, 'INVALID_INPUT'],
      [ann, { kind: 'room', id: room.id, seq: 1 }, 'INVALID_INPUT'],
    ] as const) {
      expect(await report(who, subject)).toMatchObject({ body: { code } })
    }
    expect(await casesAbout(ann)).toEqual([])
    expect(await casesAbout(bob)).toEqual([])
  })

  it('names the missing field: law and text for illegal content, text for “other”', async () => {
    const [ann, bob] = await Promise.all([app.profiled(), app.profiled()])
    const tried = (rest: object) => report(ann, toSubject(bob), rest)
    expect(await tried({ category: 'illegal', text: 'It is copied' })).toMatchObject({
      status: 400,
      body: { code: 'FIELD_REQUIRED', data: { field: 'law' } },
    })
    expect(await tried({ category: 'other' })).toMatchObject({
      body: { code: 'FIELD_REQUIRED', data: { field: 'text' } },
    })
    expect(await tried({ text: 'a'.repeat(2001) })).toMatchObject({ body: { code: 'TEXT_TOO_LONG' } })
    expect(await tried({ category: 'illegal', text: 'It is copied', law: 'Copyright' })).toMatchObject({ status: 200 })
  })
})

describe('several reports about one subject', () => {
  it('form one case under concurrency, with the most serious category, and count each person once', async () => {
    const bob = await app.profiled()
    const people = await Promise.all([app.signUp(), app.signUp(), app.signUp(), app.signUp()])
    const categories = ['spam', 'other', 'scam', 'harassment']
    const answers = await Promise.all(
      people.flatMap((who, index) =>
        [1, 2].map(() => reported(who, toSubject(bob), { category: categories[index], text: 'Look at this' })),
      ),
    )
    expect(new Set(answers.map(({ reference }) => reference)).size).toBe(people.length)
    expect(await casesAbout(bob)).toMatchObject([{ report_count: people.length, severity: 2, decided_at: null }])
  })

  it('a new report opens another case after a decision about the first case', async () => {
    const [ann, bob] = await Promise.all([app.profiled(), app.profiled()])
    const room = await app.room(ann, bob)
    const first = await reported(ann, { kind: 'room', id: room.id })
    expect(await reported(ann, { kind: 'room', id: room.id }, { category: 'scam' })).toEqual(first)
    await reported(bob, { kind: 'room', id: room.id })
    expect(await casesAbout(bob)).toHaveLength(1)
    expect(await casesAbout(ann)).toHaveLength(1)
    await app.sql('UPDATE report_cases SET decided_at = now() WHERE about_id = $1', [bob.id])
    expect((await reported(ann, { kind: 'room', id: room.id })).reference).not.toBe(first.reference)
    expect(await casesAbout(bob)).toHaveLength(2)
  })
})

describe('a report’s confirmation mail', () => {
  it('goes to a confirmed address in the page’s language, with the reference and without the report’s text', async () => {
    const [ann, bob] = await Promise.all([app.profiled(), app.profiled()])
    await confirm(ann)
    const answer = await app.api<ReportReceipt>(
      ann,
      'POST',
      '/api/reports',
      { subject: toSubject(bob), category: 'other', text: 'What I wrote' },
      { 'x-kundig-locale': 'nl' },
    )
    expect(answer).toMatchObject({ status: 200, body: { is_mailed: true } })
    const { reference } = answer.body
    await expect
      .poll(() => mailsTo(ann.email))
      .toMatchObject([{ subject: `We hebben je melding ${reference} ontvangen`, language: 'nl' }])
    const [mail] = await mailsTo(ann.email)
    expect(mail?.body_text).toContain(reference)
    expect(mail?.body_text).not.toContain('What I wrote')
  })

  it('is not sent without a confirmed address, and the answer says so', async () => {
    const [ann, bob] = await Promise.all([app.profiled(), app.profiled()])
    expect(await reported(ann, toSubject(bob))).toMatchObject({ is_mailed: false })
    expect(
      await app.sql('SELECT 1 FROM reports WHERE reporter_id = $1 AND receipt_at IS NOT NULL', [ann.id]),
    ).toHaveLength(1)
  })

  it('goes to a visitor who gave an address', async () => {
    const email = `visitor-${randomUUID()}@example.com`
    const bob = await app.profiled()
    expect(await reported(null, toSubject(bob), { email })).toMatchObject({ is_mailed: true })
    await expect.poll(() => mailsTo(email)).toHaveLength(1)
    expect(await reported(null, toSubject(bob))).toMatchObject({ is_mailed: false })
    expect(await casesAbout(bob)).toMatchObject([{ report_count: 2 }])
  })

  it('an unsent confirmation mail is sent with the next report', async () => {
    const [ann, bob] = await Promise.all([app.profiled(), app.profiled()])
    await confirm(ann)
    await reported(ann, toSubject(bob))
    await expect.poll(() => mailsTo(ann.email)).toHaveLength(1)
    await app.sql(
      "UPDATE reports SET receipt_at = NULL, receipt_due_at = now() - interval '1 minute' WHERE reporter_id = $1",
      [ann.id],
    )
    await reported(bob, toSubject(ann))
    await expect.poll(() => mailsTo(ann.email)).toHaveLength(2)
  })
})

it('a report and its quote survive the deletion of the reporter’s account', async () => {
  const [ann, bob] = await Promise.all([app.signUp(), app.profiled()])
  await reported(ann, toSubject(bob))
  await app.sql('DELETE FROM "user" WHERE id = $1', [ann.id])
  const [row] = await casesAbout(bob)
  expect(await app.sql('SELECT reporter_id FROM reports WHERE case_id = $1', [row?.['id']])).toEqual([
    { reporter_id: null },
  ])
  expect(await app.sql('SELECT 1 FROM report_quotes WHERE case_id = $1', [row?.['id']])).toHaveLength(1)
})

describe('report limits', () => {
  let limited: TestApp
  beforeAll(async () => {
    limited = await createTestApp({ attemptLimitFactor: 1 })
  })
  afterAll(() => limited.close())
  const tried = (who: Person | null, id: string, rest: object = {}) =>
    limited.api<ReportReceipt>(who, 'POST', '/api/reports', {
      subject: { kind: 'profile', id },
      category: 'spam',
      ...rest,
    })

  it('allow thirty reports a day per account, and a repeated report returns the same answer without counting', async () => {
    const [ann, bob, eve] = await Promise.all([limited.signUp(), limited.profiled(), limited.profiled()])
    const first = await tried(ann, bob.id)
    expect(first.status).toBe(200)
    await limited.sql("UPDATE rate_limits SET points = 30 WHERE key LIKE '%reportPerAccount%'")
    expect(await tried(ann, eve.id)).toMatchObject({ status: 429, body: { code: 'TOO_MANY_ATTEMPTS' } })
    expect(await tried(ann, bob.id)).toMatchObject({ status: 200, body: first.body })
  })

  it('an address gets at most three confirmation mails for reports a day', async () => {
    const email = `visitor-${randomUUID()}@example.com`
    const people = await Promise.all([1, 2, 3, 4].map(() => limited.profiled()))
    for (const { id } of people) {
      expect(await tried(null, id, { email })).toMatchObject({ status: 200, body: { is_mailed: true } })
    }
    const sent = () => limited.sql('SELECT 1 FROM local_mails WHERE recipient = $1', [email])
    await expect.poll(sent).toHaveLength(3)
    expect(await limited.sql('SELECT 1 FROM report_texts WHERE email = $1', [email])).toHaveLength(3)
  })
})

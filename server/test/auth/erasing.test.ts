import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createPdf } from '@kundig/testing/files/made-files'
import { type ContentModeration, openContentModeration } from '@kundig/testing/people/content-moderation'
import { listStoredFiles, sendFileOrThrow } from '@kundig/testing/people/file-sending'
import type { Person } from '@kundig/testing/people/test-client'
import { useTestApp } from '@kundig/testing/server/use-test-app'

const app = useTestApp()
let moderation: ContentModeration
beforeAll(async () => {
  moderation = await openContentModeration(app)
})
afterAll(async () => {
  await moderation.close()
})

async function signedUp(): Promise<Person> {
  const person = await app.signUp()
  await app.saveProfile(person)
  return person
}
async function close({ email }: Person): Promise<void> {
  const [mail] = await app.mails(email)
  const code = /[?&#]code=([\w-]+)/u.exec(mail?.text ?? '')?.[1]
  await app.must(null, 'POST', '/api/email-verification/reject', { code })
}
const report = (who: Person, subject: object, text: string) =>
  app.must(who, 'POST', '/api/reports', { subject, category: 'spam', text })
const quotesAbout = async ({ id }: Person) =>
  (
    await app.sql<{ content: string }>(
      'SELECT content FROM report_quotes JOIN report_cases ON id = case_id WHERE about_id = $1 ORDER BY opened_at',
      [id],
    )
  ).map(({ content }) => content)
const decide = (subjectSeq: number, { id }: Person) =>
  app.sql('UPDATE report_cases SET decided_at = now() WHERE about_id = $1 AND subject_seq = $2', [id, subjectSeq])

describe('closing an account', () => {
  it('erases the owner’s texts in reports, and keeps the reports', async () => {
    const [ann, bob] = [await signedUp(), await app.profiled()]
    const cas = await app.profiled()
    await report(ann, { kind: 'profile', id: bob.id }, 'What Ann wrote of Bob')
    await report(cas, { kind: 'profile', id: bob.id }, 'What Cas wrote of Bob')
    await close(ann)
    const rows = await app.sql(
      `SELECT content FROM reports LEFT JOIN report_texts ON report_id = id
       WHERE case_id IN (SELECT id FROM report_cases WHERE about_id = $1) ORDER BY created_at, id`,
      [bob.id],
    )
    expect(rows).toEqual([{ content: null }, { content: 'What Cas wrote of Bob' }])
    expect(await quotesAbout(bob)).toHaveLength(1)
  })

  it('erases quotes of the owner in decided cases, and keeps quotes in pending cases', async () => {
    const [ann, bob] = [await app.profiled(), await signedUp()]
    const room = await app.room(ann, bob)
    for (const [index, text] of ['Decided', 'Undecided'].entries()) {
      await app.send(bob, room.id, text)
      await report(ann, { kind: 'message', id: room.id, seq: index + 1 }, 'Look at this')
    }
    await decide(1, bob)
    await close(bob)
    expect(await quotesAbout(bob)).toEqual(['Undecided'])
  })

  it('erases messages and files that decisions removed, except those in pending cases', async () => {
    const [ann, bob] = [await app.profiled(), await signedUp()]
    const room = await app.room(ann, bob)
    for (const name of ['erased.pdf', 'kept.pdf'])
      await sendFileOrThrow(app.url, bob, room.id, { content: createPdf(), name })
    await app.send(ann, room.id, 'Of another person')
    for (const seq of [1, 2, 3]) await moderation.remove(room.id, seq)
    await app.sql(
      `INSERT INTO report_cases (subject_kind, subject_id, subject_seq, about_id, category) VALUES ('file', $1, 2, $2, 'spam')`,
      [room.id, bob.id],
    )
    await close(bob)
    await app.restart()
    const keys = async () => (await listStoredFiles(app.folder)).filter((key) => key.includes(room.id))
    await expect.poll(keys).toEqual([expect.stringContaining('kept.pdf')])
    expect(await moderation.restore(room.id, 1)).toBe(false)
    expect(await moderation.restore(room.id, 2)).toBe(true)
    expect(await moderation.restore(room.id, 3)).toBe(true)
    expect((await app.page(ann, room.id)).items).toMatchObject([
      { seq: 1, removed: true },
      { file: { name: 'kept.pdf' } },
      { content: 'Of another person' },
    ])
  })

  it('keeps messages that the owner deleted, as long as a case about the owner is pending', async () => {
    const [ann, bob] = [await app.profiled(), await signedUp()]
    const room = await app.room(ann, bob)
    await app.send(bob, room.id, 'Threat')
    await app.editMessage(bob, room.id, 1, 'Threats')
    await report(ann, { kind: 'room', id: room.id }, 'Look at this')
    await app.deleteMessage(bob, room.id, 1)
    await close(bob)
    const around = () => moderation.chat.around({ roomId: room.id, seq: 1, each: 0 })
    expect(await around()).toMatchObject([{ content: 'Threats', earlier: [{ content: 'Threat' }] }])

    await app.sql('UPDATE report_cases SET decided_at = now() WHERE about_id = $1', [bob.id])
    await moderation.transaction((tx, afterCommit) => moderation.chat.eraseByPerson(tx, afterCommit, bob.id))
    expect(await around()).toMatchObject([{ content: ' ', earlier: [] }])
  })
})

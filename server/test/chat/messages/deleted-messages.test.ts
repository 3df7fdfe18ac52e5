import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'

import { createPdf } from '@kundig/testing/files/made-files'
import { usePaymentEnvironment } from '@kundig/testing/payments/use-payment-environment'
import { fetchContent, sendFileOrThrow } from '@kundig/testing/people/file-sending'
import { useModeratedRoom } from '@kundig/testing/people/use-moderated-room'
import { useTestApp } from '@kundig/testing/server/use-test-app'

import { doRepeatedWork } from '../../../src/platform/jobs/repeated-work.ts'

const FIRST = 'The price is 4,000 euros'
const SECOND = 'The price is 400 euros'
const TOMBSTONE = { content: 'Message deleted', deleted: true }

const app = useTestApp({ payments: 'simulator' })
const environment = usePaymentEnvironment(app)
const two = useModeratedRoom(app)
const { edit, remove, makeOlder, readAnswers } = two

describe('a deleted message', () => {
  it('keeps its position without its text for both people, live and after a reconnect', async () => {
    const tab = await app.live(two.bob)
    for (const text of ['First', FIRST, 'Third']) await app.send(two.ann, two.room.id, text)
    const tombstone = { seq: 2, sender_id: two.ann.id, ...TOMBSTONE, change_seq: 1 }
    expect(await remove(two.ann, 2)).toMatchObject({ status: 200, body: tombstone })

    for (const person of [two.ann, two.bob]) {
      expect((await app.page(person, two.room.id)).items).toMatchObject([{ seq: 1 }, tombstone, { seq: 3 }])
      const [missed] = (await app.resume(person, [{ room_id: two.room.id, last_seq: 3, change_seq: 0 }])).rooms
      expect(missed).toMatchObject({ messages: [], changed: [tombstone], change_seq: 1 })
      expect(await readAnswers(person)).not.toContain(FIRST)
    }
    await expect.poll(() => tab.listEvents('message.updated')).toMatchObject([tombstone])
  })

  it('can be deleted after months and in a closed room', async () => {
    await app.send(two.ann, two.room.id, FIRST)
    await makeOlder(1, '100 days')
    await app.must(two.bob, 'POST', `/api/chat-rooms/${two.room.id}/close`)
    expect(await remove(two.ann, 1)).toMatchObject({ status: 200, body: TOMBSTONE })
  })

  it('cannot be deleted by the partner, or after a moderator removed it', async () => {
    for (const text of [FIRST, SECOND]) await app.send(two.ann, two.room.id, text)
    expect((await remove(two.bob, 1)).body).toMatchObject({ code: 'MESSAGE_NOT_FOUND' })
    await two.moderation.remove(two.room.id, 1)
    expect((await remove(two.ann, 1)).body).toMatchObject({ code: 'MESSAGE_GONE' })
    expect((await remove(two.ann, 9)).body).toMatchObject({ code: 'MESSAGE_NOT_FOUND' })
    expect((await app.page(two.bob, two.room.id)).items).toMatchObject([{ removed: true }, { content: SECOND }])
  })

  it('is published again when the deletion is repeated, without a new change number', async () => {
    await app.send(two.ann, two.room.id, FIRST)
    await Promise.all([1, 2, 3].map(() => remove(two.ann, 1)))
    const tab = await app.live(two.bob)
    expect(await remove(two.ann, 1)).toMatchObject({ status: 200, body: { ...TOMBSTONE, change_seq: 1 } })
    await expect.poll(() => tab.listEvents('message.updated')).toMatchObject([{ ...TOMBSTONE, change_seq: 1 }])
  })

  it('loses its file for everyone, even for browsers with a cached copy', async () => {
    const { file } = await sendFileOrThrow(app.url, two.ann, two.room.id, { content: createPdf(), name: 'plan.pdf' })
    const kept = await fetchContent(app.url, two.bob, file.url)
    await remove(two.ann, 1)
    for (const person of [two.ann, two.bob]) {
      for (const condition of [{}, { 'if-none-match': kept.headers.get('etag') ?? '' }]) {
        expect(await fetchContent(app.url, person, file.url, condition)).toMatchObject({ status: 404 })
      }
    }
    expect((await app.page(two.bob, two.room.id)).items[0]).not.toHaveProperty('file')
  })

  it('cannot be restored by a moderator or in the database', async () => {
    await app.send(two.ann, two.room.id, FIRST)
    await remove(two.ann, 1)
    expect(await two.moderation.remove(two.room.id, 1)).toBe(false)
    expect(await two.moderation.restore(two.room.id, 1)).toBe(false)
    expect((await app.page(two.bob, two.room.id)).items).toMatchObject([TOMBSTONE])
    await app.sql('UPDATE chat_messages SET content = $2, deleted = false WHERE room_id = $1', [two.room.id, FIRST])
    expect((await app.page(two.bob, two.room.id)).items).toMatchObject([TOMBSTONE])
  })

  it('shows operators both its last text and its text before an edit', async () => {
    await app.send(two.ann, two.room.id, FIRST)
    await edit(two.ann, 1, SECOND)
    await remove(two.ann, 1)
    expect(await two.moderation.chat.around({ roomId: two.room.id, seq: 1, each: 0 })).toMatchObject([
      { content: SECOND, isRemoved: true, isDeleted: true, earlier: [{ content: FIRST }] },
    ])
  })
})

describe('unread counts', () => {
  it('exclude deleted messages, and do not change for messages that were read before', async () => {
    for (const text of ['First', 'Second', 'Third']) await app.send(two.ann, two.room.id, text)
    await app.must(two.bob, 'POST', `/api/chat-rooms/${two.room.id}/read`, { up_to_seq: 1 })
    await remove(two.ann, 1)
    expect(await app.getRoom(two.bob, two.room.id)).toMatchObject({ unread_count: 2 })
    await remove(two.ann, 3)
    expect(await app.getRoom(two.bob, two.room.id)).toMatchObject({ unread_count: 1, last_message: TOMBSTONE })
    const mark = await app.must(two.bob, 'POST', `/api/chat-rooms/${two.room.id}/read`, { up_to_seq: 2 })
    expect(mark).toMatchObject({ unread_count: 0, last_seq: 3 })
    expect(await app.getRoom(two.bob, two.room.id)).toMatchObject({ unread_count: 0 })
  })

  it('are exact after concurrent sends, deletions and read marks', async () => {
    const read = (upTo: number) =>
      app.must(two.bob, 'POST', `/api/chat-rooms/${two.room.id}/read`, { up_to_seq: upTo }).catch(() => undefined)
    for (let turn = 0; turn < 6; turn++) {
      const base = turn * 6
      for (let nth = 0; nth < 4; nth++) await app.send(two.ann, two.room.id, `Text ${nth}`)
      await Promise.all([
        read(base + 1),
        remove(two.ann, base + 1),
        read(base + 2),
        remove(two.ann, base + 2),
        app.send(two.ann, two.room.id, 'Fifth'),
        remove(two.ann, base + 4),
        read(base + 3),
        app.send(two.ann, two.room.id, 'Sixth'),
      ])
      const [counted] = await app.sql(
        `SELECT m.unread_count, (
           SELECT count(*)::int FROM chat_messages c WHERE c.room_id = m.room_id AND c.sender_id <> m.user_id
             AND c.seq > m.last_read_seq AND NOT c.deleted
         ) AS exact FROM room_members m WHERE m.room_id = $1 AND m.user_id = $2`,
        [two.room.id, two.bob.id],
      )
      expect(counted?.['unread_count']).toBe(counted?.['exact'])
    }
  })

  it('are exact when a read mark waits for a concurrent deletion', async () => {
    for (const text of ['First', 'Second']) await app.send(two.ann, two.room.id, text)
    const reading = await two.moderation.transaction(async (tx) => {
      await tx.execute(
        sql`SELECT FROM room_members WHERE room_id = ${two.room.id} AND user_id = ${two.bob.id} FOR UPDATE`,
      )
      const waiting = app.must(two.bob, 'POST', `/api/chat-rooms/${two.room.id}/read`, { up_to_seq: 1 })
      await expect
        .poll(async () => (await app.sql(`SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'`)).length)
        .toBe(1)
      // Locks the room like the statement of a deletion.
      await tx.execute(
        sql`UPDATE chat_messages SET content = ' ', deleted = true WHERE room_id = ${two.room.id} AND seq = 1`,
      )
      await tx.execute(sql`UPDATE room_members SET unread_count = unread_count - 1, unread_deletions = unread_deletions + 1
        WHERE room_id = ${two.room.id} AND user_id = ${two.bob.id}`)
      return { waiting }
    })
    expect(await reading.waiting).toMatchObject({ up_to_seq: 1, unread_count: 1 })
    expect(await app.getRoom(two.bob, two.room.id)).toMatchObject({ unread_count: 1 })
  })
})

describe('the content of a deleted message', () => {
  const agedOut = () =>
    app.sql(`UPDATE removed_messages SET removed_at = now() - interval '30 days 1 hour' WHERE room_id = $1`, [
      two.room.id,
    ])
  const kept = async (): Promise<number> =>
    (await app.sql('SELECT seq FROM removed_messages WHERE room_id = $1', [two.room.id])).length

  it('stays in the sender’s data export for 30 days, and is then erased with file and earlier texts', async () => {
    const { file } = await sendFileOrThrow(app.url, two.ann, two.room.id, { content: createPdf(), name: 'plan.pdf' })
    await app.send(two.ann, two.room.id, FIRST)
    await edit(two.ann, 2, SECOND)
    for (const seq of [1, 2]) await remove(two.ann, seq)
    for (const person of [two.ann, two.bob]) {
      const data = await app.must<{ messages: Record<string, unknown>[] }>(person, 'GET', '/api/account/data')
      const content = person === two.ann ? SECOND : null
      expect(data.messages[1]).toMatchObject({ content, deleted: true, removed: false })
    }
    await doRepeatedWork()
    expect(await kept()).toBe(2)
    await agedOut()
    await doRepeatedWork()
    expect(await kept()).toBe(0)
    expect(await app.sql('SELECT FROM message_versions WHERE room_id = $1', [two.room.id])).toEqual([])
    await doRepeatedWork()
    const name = file.url.split('/').at(-1) ?? ''
    expect(await app.sql('SELECT FROM pending_uploads WHERE stored_name = $1', [decodeURIComponent(name)])).toEqual([])
    expect((await app.page(two.bob, two.room.id)).items).toMatchObject([TOMBSTONE, TOMBSTONE])
  })

  it('is kept while a report about its sender is open', async () => {
    await app.send(two.ann, two.room.id, FIRST)
    await app.must(two.bob, 'POST', '/api/reports', {
      subject: { kind: 'message', id: two.room.id, seq: 1 },
      category: 'scam',
    })
    await remove(two.ann, 1)
    await agedOut()
    await doRepeatedWork()
    expect(await kept()).toBe(1)
    await app.sql(`UPDATE report_cases SET decided_at = now(), outcome = 'nothing' WHERE about_id = $1`, [two.ann.id])
    await doRepeatedWork()
    expect(await kept()).toBe(0)
  })

  it('is kept while a dispute in its room is open', async () => {
    const deal = await environment.deal()
    two.room = deal.room
    await app.send(deal.seller, two.room.id, FIRST)
    const { payment_request_id: id } = await environment.asked(deal)
    await app.sql(
      `INSERT INTO disputes (stripe_dispute_id, payment_request_id, stripe_charge_id, amount, currency, reason, status, seen_at)
       VALUES ($1, $2, 'ch_1', 100, 'eur', 'general', 'under_review', now())`,
      [`du_${two.room.id}`, id],
    )
    await remove(deal.seller, 1)
    await agedOut()
    await doRepeatedWork()
    expect(await kept()).toBe(1)
    await app.sql(`UPDATE disputes SET status = 'won' WHERE payment_request_id = $1`, [id])
    await doRepeatedWork()
    expect(await kept()).toBe(0)
  })
})

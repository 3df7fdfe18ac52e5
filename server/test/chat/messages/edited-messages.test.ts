import { randomUUID } from 'node:crypto'

import { describe, expect, it } from 'vitest'

import { createPdf } from '@kundig/testing/files/made-files'
import { usePaymentEnvironment } from '@kundig/testing/payments/use-payment-environment'
import { sendFileOrThrow } from '@kundig/testing/people/file-sending'
import { useModeratedRoom } from '@kundig/testing/people/use-moderated-room'
import { useTestApp } from '@kundig/testing/server/use-test-app'

const FIRST = 'The price is 4,000 euros'
const SECOND = 'The price is 400 euros'
const TOMBSTONE = { content: 'Message deleted', deleted: true }

const app = useTestApp({ payments: 'simulator' })
const environment = usePaymentEnvironment(app)
const two = useModeratedRoom(app)
const { edit, remove, makeOlder, readAnswers } = two

describe('an edited message', () => {
  it('shows both people the new text and an “edited” mark, live and after a reconnect', async () => {
    const tab = await app.live(two.bob)
    for (const text of [FIRST, 'Shall I come on Monday?']) await app.send(two.ann, two.room.id, text)
    const [before] = (await app.page(two.ann, two.room.id)).items
    const edited = { seq: 1, sender_id: two.ann.id, content: SECOND, edited: true, change_seq: 1 }
    expect(await edit(two.ann, 1, SECOND)).toMatchObject({ status: 200, body: edited })

    for (const person of [two.ann, two.bob]) {
      const { items } = await app.page(person, two.room.id)
      expect(items).toMatchObject([{ ...edited, created_at: before?.created_at }, { seq: 2 }])
      expect(items[1]).not.toHaveProperty('edited')
      const [missed] = (await app.resume(person, [{ room_id: two.room.id, last_seq: 2, change_seq: 0 }])).rooms
      expect(missed).toMatchObject({ messages: [], changed: [edited], change_seq: 1 })
      expect(await readAnswers(person)).not.toContain(FIRST)
    }
    await expect.poll(() => tab.listEvents('message.updated')).toMatchObject([edited])
  })

  it('changes the last message in lists of rooms, but not the unread count or the order', async () => {
    await app.send(two.ann, two.room.id, FIRST)
    await edit(two.ann, 1, SECOND)
    expect(await app.getRoom(two.bob, two.room.id)).toMatchObject({
      unread_count: 1,
      last_seq: 1,
      last_message: { seq: 1, content: SECOND, change_seq: 1 },
    })
  })

  it('keeps its new text when the original is sent again', async () => {
    const clientId = randomUUID()
    await app.send(two.ann, two.room.id, FIRST, clientId)
    await edit(two.ann, 1, SECOND)
    const tab = await app.live(two.ann)
    const again = await Promise.all([
      app.send(two.ann, two.room.id, FIRST, clientId),
      tab.send(two.room.id, FIRST, clientId),
      tab.send(two.room.id, 'Another one'),
    ])
    expect(again[0]).toMatchObject({ body: { seq: 1, content: SECOND, edited: true } })
    expect(again[1]).toMatchObject({ result: { seq: 1, content: SECOND, edited: true } })
  })

  it('is published again when the same edit is repeated, without a new change number', async () => {
    await app.send(two.ann, two.room.id, FIRST)
    await edit(two.ann, 1, SECOND)
    const tab = await app.live(two.bob)
    expect(await edit(two.ann, 1, SECOND)).toMatchObject({ status: 200, body: { content: SECOND, change_seq: 1 } })
    await expect.poll(() => tab.listEvents('message.updated')).toMatchObject([{ content: SECOND, change_seq: 1 }])
  })

  it('keeps earlier texts for the sender’s data export and for operators, not for the partner', async () => {
    for (const text of [FIRST, 'Short']) await app.send(two.ann, two.room.id, text)
    await edit(two.ann, 1, 'In between')
    await edit(two.ann, 1, SECOND)
    const [seen] = await two.moderation.chat.around({ roomId: two.room.id, seq: 1, each: 0 })
    expect(seen).toMatchObject({ content: SECOND, earlier: [{ content: FIRST }, { content: 'In between' }] })
    for (const person of [two.ann, two.bob]) {
      const data = await app.must<{ messages: Record<string, unknown>[] }>(person, 'GET', '/api/account/data')
      const earlier = [{ text: FIRST }, { text: 'In between' }]
      expect(data.messages).toMatchObject([
        { content: SECOND, edited: true, earlier_texts: person === two.ann ? earlier : null },
        { content: 'Short', edited: false, earlier_texts: null },
      ])
    }
  })
})

describe('an edit', () => {
  it.each<[string, string, (text: string) => Promise<{ status: number; body: { code?: string } }>]>([
    ['the partner’s message', 'MESSAGE_NOT_FOUND', (text) => edit(two.bob, 1, text)],
    ['a missing message', 'MESSAGE_NOT_FOUND', (text) => edit(two.ann, 2, text)],
    [
      'a message after a day',
      'EDIT_ENDED',
      async (text) => {
        await makeOlder(1, '24 hours 1 second')
        return edit(two.ann, 1, text)
      },
    ],
    [
      'a message in a closed room',
      'EDIT_ENDED',
      async (text) => {
        await app.must(two.bob, 'POST', `/api/chat-rooms/${two.room.id}/close`)
        return edit(two.ann, 1, text)
      },
    ],
    [
      'a deleted message',
      'MESSAGE_GONE',
      async (text) => {
        await remove(two.ann, 1)
        return edit(two.ann, 1, text)
      },
    ],
    [
      'a message that a moderator removed',
      'MESSAGE_GONE',
      async (text) => {
        await two.moderation.remove(two.room.id, 1)
        return edit(two.ann, 1, text)
      },
    ],
    ['a message to an empty text', 'MESSAGE_EMPTY', () => edit(two.ann, 1, '  ')],
    ['a message to a text of 2,001 characters', 'MESSAGE_TOO_LONG', () => edit(two.ann, 1, 'a'.repeat(2001))],
  ])('an edit of %s is refused with %s, and changes nothing', async (_what, code, attempt) => {
    await app.send(two.ann, two.room.id, FIRST)
    expect((await attempt(SECOND)).body).toMatchObject({ code })
    expect(await app.sql('SELECT FROM message_versions WHERE room_id = $1', [two.room.id])).toEqual([])
    expect(await readAnswers(two.bob)).not.toContain(SECOND)
  })

  it('is possible up to 24 hours after sending', async () => {
    await app.send(two.ann, two.room.id, FIRST)
    await makeOlder(1, '23 hours 59 minutes')
    expect(await edit(two.ann, 1, SECOND)).toMatchObject({ status: 200 })
  })

  it('outsiders who edit or delete a message get the response for a missing room', async () => {
    const other = await app.profiled()
    await app.send(two.ann, two.room.id, FIRST)
    for (const answer of [await edit(other, 1, SECOND), await remove(other, 1)]) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'ROOM_NOT_FOUND' } })
    }
  })

  it('files cannot be edited; payment requests cannot be edited or deleted', async () => {
    await sendFileOrThrow(app.url, two.ann, two.room.id, { content: createPdf(), name: 'plan.pdf' })
    expect((await edit(two.ann, 1, SECOND)).body).toMatchObject({ code: 'MESSAGE_FIXED' })

    const deal = await environment.deal()
    const { seq } = await environment.asked(deal)
    for (const [method, body] of [
      ['PATCH', { content: SECOND }],
      ['DELETE', undefined],
    ] as const) {
      const path = `/api/chat-rooms/${deal.room.id}/messages/${seq}`
      const answer = await app.api(deal.seller, method, path, body)
      expect(answer.body).toMatchObject({ code: 'MESSAGE_FIXED' })
    }
    expect((await app.page(deal.buyer, deal.room.id)).items.at(-1)).toMatchObject({ type: 'payment_request' })
  })
})

describe('changes at the same time', () => {
  it('get different numbers, and a deletion wins over concurrent edits', async () => {
    for (const text of [FIRST, 'Second']) await app.send(two.ann, two.room.id, text)
    const tab = await app.live(two.bob)
    const answers = await Promise.all([
      edit(two.ann, 1, 'Edit 1'),
      edit(two.ann, 2, 'Edit 2'),
      app.page(two.bob, two.room.id),
      edit(two.ann, 1, 'Edit 3'),
      remove(two.ann, 1),
      app.page(two.bob, two.room.id),
      edit(two.ann, 1, 'Edit 4'),
      two.moderation.remove(two.room.id, 2),
      app.send(two.ann, two.room.id, 'Third'),
    ])
    expect(answers[4]).toMatchObject({ status: 200, body: TOMBSTONE })
    const { items, change_seq: changes } = await app.page(two.bob, two.room.id)
    expect(items).toMatchObject([TOMBSTONE, { removed: true }, { content: 'Third' }])
    const made = await app.sql('SELECT count(*)::int AS count FROM message_versions WHERE room_id = $1', [two.room.id])
    // The changes are the edits, one deletion and one removal.
    expect(changes).toBe(Number(made[0]?.['count']) + 2)
    const heard = (): number[] =>
      tab.listEvents('message.updated').flatMap(({ seq, change_seq: number }) => (seq === 1 ? [number] : []))
    await expect.poll(() => heard().includes(items[0]?.change_seq ?? 0)).toBe(true)
  })
})

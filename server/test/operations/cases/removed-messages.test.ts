import { randomUUID } from 'node:crypto'

import { describe, expect, it } from 'vitest'

import { createPdf, createPlainImage } from '@kundig/testing/files/made-files'
import { usePaymentEnvironment } from '@kundig/testing/payments/use-payment-environment'
import { fetchContent, sendFile, sendFileOrThrow } from '@kundig/testing/people/file-sending'
import { readRoomAnswers } from '@kundig/testing/people/room-answers'
import { useModeratedRoom } from '@kundig/testing/people/use-moderated-room'
import { useTestApp } from '@kundig/testing/server/use-test-app'

const SECRET = 'Words that a person reported'
const NAME = 'offensive-name'

const app = useTestApp({ payments: 'simulator' })
const environment = usePaymentEnvironment(app)
const two = useModeratedRoom(app)

const answersWith = async (text: string): Promise<string[]> => {
  const answers = await Promise.all([two.ann, two.bob].map((person) => readRoomAnswers(app, person, two.room.id)))
  return answers.flatMap((of) =>
    Object.entries(of).flatMap(([name, answer]) => (JSON.stringify(answer).includes(text) ? name : [])),
  )
}

describe('a removed message', () => {
  it('keeps its position and appears as removed to both people, live and after a reconnect', async () => {
    for (const text of ['First', SECRET, 'Third']) await app.send(two.ann, two.room.id, text)
    expect(await two.moderation.remove(two.room.id, 2)).toBe(true)

    const tombstone = { seq: 2, sender_id: two.ann.id, content: 'Removed by a moderator', removed: true, change_seq: 1 }
    for (const person of [two.ann, two.bob]) {
      expect((await app.page(person, two.room.id)).items).toMatchObject([{ seq: 1 }, tombstone, { seq: 3 }])
      const [missed] = (await app.resume(person, [{ room_id: two.room.id, last_seq: 3, change_seq: 0 }])).rooms
      expect(missed).toMatchObject({ messages: [], changed: [tombstone], change_seq: 1 })
      expect(two.moderation.published.filter(({ userId }) => userId === person.id)).toMatchObject([
        { name: 'message.updated', payload: tombstone },
      ])
    }
    expect((await app.page(two.bob, two.room.id)).items[0]).not.toHaveProperty('removed')
  })

  it('is never returned with its text', async () => {
    await app.send(two.ann, two.room.id, SECRET)
    expect(await answersWith(SECRET)).not.toEqual([])
    await two.moderation.remove(two.room.id, 1)
    expect(await answersWith(SECRET)).toEqual([])
    expect(JSON.stringify(two.moderation.published)).not.toContain(SECRET)
    expect((await app.getRoom(two.bob, two.room.id)).last_message).toMatchObject({ removed: true })
  })

  it('stays removed when its sender sends it again', async () => {
    const clientId = randomUUID()
    await app.send(two.ann, two.room.id, SECRET, clientId)
    await two.moderation.remove(two.room.id, 1)
    const tab = await app.live(two.bob)
    const own = await app.live(two.ann)
    const again = await Promise.all([
      app.send(two.ann, two.room.id, SECRET, clientId),
      own.send(two.room.id, SECRET, clientId),
      app.send(two.ann, two.room.id, 'Another one'),
    ])
    expect(JSON.stringify(again)).not.toContain(SECRET)
    expect(again[0]).toMatchObject({ status: 200, body: { seq: 1, removed: true } })
    await expect
      .poll(() => tab.listEvents('message.created').some(({ content }) => content === 'Another one'))
      .toBe(true)
    expect(JSON.stringify(tab.received)).not.toContain(SECRET)
  })

  it('counts as unread until its position is read', async () => {
    await app.send(two.ann, two.room.id, SECRET)
    await two.moderation.remove(two.room.id, 1)
    expect(await app.getRoom(two.bob, two.room.id)).toMatchObject({ unread_count: 1, last_seq: 1 })
    await app.must(two.bob, 'POST', `/api/chat-rooms/${two.room.id}/read`, { up_to_seq: 1 })
    expect(await app.getRoom(two.bob, two.room.id)).toMatchObject({ unread_count: 0 })
  })

  it('cannot be reported again, but operators keep the quote of an earlier report', async () => {
    await app.send(two.ann, two.room.id, SECRET)
    const subject = { kind: 'message', id: two.room.id, seq: 1 }
    await app.must(two.bob, 'POST', '/api/reports', { subject, category: 'spam' })
    await two.moderation.remove(two.room.id, 1)
    const other = await app.api(two.bob, 'POST', '/api/reports', { subject, category: 'scam' })
    expect(other).toMatchObject({ body: { code: 'REPORTED_IS_GONE' } })
    expect(
      await app.sql('SELECT content FROM report_quotes JOIN report_cases ON id = case_id WHERE subject_id = $1', [
        two.room.id,
      ]),
    ).toEqual([{ content: SECRET }])
  })

  it('has its original content again after the removal is undone', async () => {
    await app.send(two.ann, two.room.id, SECRET)
    const [before] = (await app.page(two.bob, two.room.id)).items
    await two.moderation.remove(two.room.id, 1)
    expect(await two.moderation.restore(two.room.id, 1)).toBe(true)
    const [after] = (await app.page(two.bob, two.room.id)).items
    expect(after).toEqual({ ...before, change_seq: 2, updated_at: expect.any(String) as string })
    expect(two.moderation.published.at(-1)).toMatchObject({
      name: 'message.updated',
      payload: { content: SECRET, change_seq: 2 },
    })
    expect(await app.sql('SELECT FROM removed_messages WHERE room_id = $1', [two.room.id])).toEqual([])
  })
})

describe('a removed file', () => {
  it('cannot be read by anyone, even with a cached copy, and can be restored completely', async () => {
    const content = await createPlainImage(40, 30, 'red').png().toBuffer()
    const clientId = randomUUID()
    const sent = { content, name: `${NAME}.png`, type: 'image/png', clientId }
    const { file } = await sendFileOrThrow(app.url, two.ann, two.room.id, sent)
    const kept = await fetchContent(app.url, two.bob, file.url)
    expect(kept.status).toBe(200)
    await two.moderation.remove(two.room.id, 1)

    const conditions = [{}, { 'if-none-match': kept.headers.get('etag') ?? '' }, { range: 'bytes=0-3' }]
    for (const person of [two.ann, two.bob]) {
      for (const path of [file.url, file.thumbnailUrl]) {
        for (const condition of conditions) {
          expect(await fetchContent(app.url, person, path, condition)).toMatchObject({ status: 404 })
        }
      }
    }
    expect(await answersWith(NAME)).toEqual([])
    expect((await sendFile(app.url, two.ann, two.room.id, sent)).body).toMatchObject({ seq: 1, removed: true })
    expect((await app.page(two.bob, two.room.id)).items).toHaveLength(1)

    await two.moderation.restore(two.room.id, 1)
    expect((await app.page(two.bob, two.room.id)).items[0]?.file).toEqual(file)
    expect((await fetchContent(app.url, two.bob, file.url)).content).toEqual(kept.content)
    expect((await fetchContent(app.url, two.bob, file.thumbnailUrl)).status).toBe(200)
  })

  it('can still be read by the operators who review it', async () => {
    await sendFileOrThrow(app.url, two.ann, two.room.id, { content: createPdf(), name: `${NAME}.pdf` })
    await app.send(two.ann, two.room.id, 'No file')
    await two.moderation.remove(two.room.id, 1)
    const file = await two.moderation.chat.fileContent({ roomId: two.room.id, seq: 1 })
    expect(file).toMatchObject({ name: `${NAME}.pdf`, type: 'application/pdf' })
    const { stream } = await file.open(null)
    expect(Buffer.concat(await stream.toArray())).toEqual(createPdf())
    for (const seq of [2, 3]) {
      await expect(two.moderation.chat.fileContent({ roomId: two.room.id, seq })).rejects.toMatchObject({
        code: 'FILE_NOT_FOUND',
      })
    }
    await expect(two.moderation.chat.fileContent({ roomId: two.room.id, seq: 1 }, 'thumbnails')).rejects.toMatchObject({
      code: 'FILE_NOT_FOUND',
    })
  })
})

describe('removing a message', () => {
  it('returns false, without effect, for a missing or removed message or a payment request', async () => {
    const deal = await environment.deal()
    const { seq } = await environment.asked(deal)
    expect(await two.moderation.remove(deal.room.id, seq)).toBe(false)
    expect((await app.page(deal.buyer, deal.room.id)).items.at(-1)).toMatchObject({ type: 'payment_request' })

    await app.send(two.ann, two.room.id, SECRET)
    expect(await two.moderation.restore(two.room.id, 1)).toBe(false)
    for (const [id, place] of [
      [two.room.id, 2],
      [randomUUID(), 1],
    ] as const) {
      expect(await two.moderation.remove(id, place)).toBe(false)
    }
    expect(await two.moderation.remove(two.room.id, 1)).toBe(true)
    expect(await two.moderation.remove(two.room.id, 1)).toBe(false)
    expect(await app.getRoom(two.ann, two.room.id)).toMatchObject({ change_seq: 1 })
  })

  it('takes effect once under concurrent calls, and so does restoring the message', async () => {
    await app.send(two.ann, two.room.id, SECRET)
    const removed = await Promise.all([1, 2, 3].map(() => two.moderation.remove(two.room.id, 1)))
    expect(removed.filter(Boolean)).toEqual([true])
    const restored = await Promise.all([1, 2, 3].map(() => two.moderation.restore(two.room.id, 1)))
    expect(restored.filter(Boolean)).toEqual([true])
    expect((await app.page(two.bob, two.room.id)).items).toMatchObject([{ content: SECRET, change_seq: 2 }])
  })

  it('keeps all other messages and their positions during concurrent sends', async () => {
    await app.send(two.ann, two.room.id, SECRET)
    const tab = await app.live(two.bob)
    const texts = Array.from({ length: 20 }, (_, index) => `Text ${index}`)
    const [answers] = await Promise.all([
      Promise.all(texts.map((text) => tab.send(two.room.id, text))),
      two.moderation.remove(two.room.id, 1),
    ])
    expect(answers.every(({ ok }) => ok)).toBe(true)
    const all = await app.allMessages(two.ann, two.room.id)
    expect(all.map(({ seq }) => seq)).toEqual(Array.from({ length: 21 }, (_, index) => index + 1))
    expect(all[0]).toMatchObject({ removed: true })
  })

  it('changes and publishes nothing if its transaction is rolled back', async () => {
    await app.send(two.ann, two.room.id, SECRET)
    const attempt = two.moderation.transaction(async (tx, afterCommit) => {
      await two.moderation.chat.remove(tx, afterCommit, { roomId: two.room.id, seq: 1 })
      throw new Error('Another decision came first')
    })
    await expect(attempt).rejects.toThrow('Another decision came first')
    expect((await app.page(two.bob, two.room.id)).items).toMatchObject([{ content: SECRET }])
    expect(two.moderation.published).toEqual([])
  })
})

describe('an operator’s view of a message', () => {
  it('contains the message and at most five messages on each side, as they were sent', async () => {
    for (let place = 1; place <= 13; place++)
      await app.send(place % 2 ? two.ann : two.bob, two.room.id, `Text ${place}`)
    await sendFileOrThrow(app.url, two.ann, two.room.id, { content: createPdf(), name: `${NAME}.pdf` })
    await two.moderation.remove(two.room.id, 9)
    await two.moderation.remove(two.room.id, 14)
    const around = (seq: number) => two.moderation.chat.around({ roomId: two.room.id, seq, each: 5 })

    const middle = await around(7)
    expect(middle.map(({ seq }) => seq)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    expect(middle.find(({ seq }) => seq === 9)).toMatchObject({
      content: 'Text 9',
      isRemoved: true,
      senderId: two.ann.id,
    })
    expect(middle.find(({ seq }) => seq === 8)).toMatchObject({ content: 'Text 8', isRemoved: false, file: null })
    expect((await around(14)).at(-1)).toMatchObject({
      file: { name: `${NAME}.pdf`, type: 'application/pdf', isImage: false },
      isRemoved: true,
    })
    expect((await around(1)).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6])
    expect(await around(15)).toEqual([])
    expect(await two.moderation.chat.around({ roomId: randomUUID(), seq: 1, each: 5 })).toEqual([])
  })
})

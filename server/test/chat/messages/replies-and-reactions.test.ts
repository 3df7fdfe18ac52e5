import { randomUUID } from 'node:crypto'

import { describe, expect, it } from 'vitest'

import type { Message } from '@kundig/contract/chat/chat.contract'
import type { Reaction } from '@kundig/contract/chat/reactions'
import { createPdf } from '@kundig/testing/files/made-files'
import { usePaymentEnvironment } from '@kundig/testing/payments/use-payment-environment'
import { sendFileOrThrow } from '@kundig/testing/people/file-sending'
import type { Person } from '@kundig/testing/people/test-client'
import { useModeratedRoom } from '@kundig/testing/people/use-moderated-room'
import { useTestApp } from '@kundig/testing/server/use-test-app'

const QUESTION = 'What does a new window cost?'

const app = useTestApp({ payments: 'simulator' })
const environment = usePaymentEnvironment(app)
const two = useModeratedRoom(app)

const reply = (person: Person, replyTo: number, content: string, clientId = randomUUID()) =>
  app.api<Message & { code?: string }>(person, 'POST', `/api/chat-rooms/${two.room.id}/messages`, {
    client_id: clientId,
    content,
    reply_to: replyTo,
  })
const react = (person: Person, seq: number, reaction: Reaction | null) =>
  app.reactTo(person, two.room.id, seq, reaction)

describe('a reply', () => {
  it('quotes the original message for both people, live, in pages and after a reconnect', async () => {
    await app.send(two.ann, two.room.id, QUESTION)
    const tab = await app.live(two.ann)
    const quoted = { seq: 1, sender_id: two.ann.id, content: QUESTION }
    const sent = { seq: 2, content: 'About 400 euros', reply_to: quoted }
    expect(await reply(two.bob, 1, 'About 400 euros')).toMatchObject({ status: 200, body: sent })
    await expect.poll(() => tab.listEvents('message.created')).toMatchObject([sent])
    for (const person of [two.ann, two.bob]) {
      expect((await app.page(person, two.room.id)).items[1]).toMatchObject(sent)
      const [missed] = (await app.resume(person, [{ room_id: two.room.id, last_seq: 1, change_seq: 0 }])).rooms
      expect(missed?.messages).toMatchObject([sent])
    }
  })

  it('is stored once when it is repeated, even over the live connection and among other messages', async () => {
    await app.send(two.ann, two.room.id, QUESTION)
    const clientId = randomUUID()
    const answers = await Promise.all([
      reply(two.bob, 1, 'First', clientId),
      reply(two.bob, 1, 'First', clientId),
      app.send(two.bob, two.room.id, 'Other'),
      reply(two.ann, 1, 'Second'),
    ])
    expect(answers[0]?.body).toEqual(answers[1]?.body)
    const items = await app.allMessages(two.ann, two.room.id)
    expect(new Map(items.map(({ content, reply_to }) => [content, reply_to?.seq]))).toEqual(
      new Map([
        [QUESTION, undefined],
        ['First', 1],
        ['Other', undefined],
        ['Second', 1],
      ]),
    )
    expect(items).toHaveLength(4)
  })

  it('to a missing position is refused and not stored', async () => {
    await app.send(two.ann, two.room.id, QUESTION)
    for (const place of [2, 9, 2_147_483_646]) {
      expect(await reply(two.bob, place, 'To nothing')).toMatchObject({
        status: 404,
        body: { code: 'MESSAGE_NOT_FOUND' },
      })
    }
    for (const place of [0, -1, 1.5]) {
      expect(await reply(two.bob, place, 'To nothing')).toMatchObject({ status: 400 })
    }
    expect((await app.page(two.bob, two.room.id)).items).toHaveLength(1)
  })

  it('quotes the current state of a message that was edited, deleted or removed since', async () => {
    for (const text of [QUESTION, 'Deleted later', 'Removed later']) await app.send(two.ann, two.room.id, text)
    await sendFileOrThrow(app.url, two.ann, two.room.id, { content: createPdf(), name: 'plan.pdf' })
    for (const seq of [1, 2, 3, 4]) await reply(two.bob, seq, `To ${seq}`)
    await app.editMessage(two.ann, two.room.id, 1, 'What does a door cost?')
    await app.deleteMessage(two.ann, two.room.id, 2)
    await two.moderation.remove(two.room.id, 3)
    const { items } = await app.page(two.bob, two.room.id)
    expect(items.slice(4).map(({ reply_to }) => reply_to)).toMatchObject([
      { content: 'What does a door cost?', change_seq: 1 },
      { deleted: true },
      { removed: true },
      { file: { name: 'plan.pdf' } },
    ])
    expect(JSON.stringify(items)).not.toContain('later')
  })

  it('loses its quote of a payment request when the reply is deleted', async () => {
    const deal = await environment.deal()
    const { seq } = await environment.asked(deal)
    const sent = await app.must<Message>(deal.buyer, 'POST', `/api/chat-rooms/${deal.room.id}/messages`, {
      client_id: randomUUID(),
      content: 'I will pay tomorrow',
      reply_to: seq,
    })
    expect(sent.reply_to).toMatchObject({ type: 'payment_request', status: 'pending' })
    await app.deleteMessage(deal.buyer, deal.room.id, sent.seq)
    expect((await app.page(deal.seller, deal.room.id)).items.at(-1)).not.toHaveProperty('reply_to')
  })
})

describe('a reaction', () => {
  it('is shown with its author, live and after a reconnect, and can be replaced and removed', async () => {
    await app.send(two.ann, two.room.id, QUESTION)
    const tab = await app.live(two.ann)
    const shown = (...reactions: [string, Reaction][]) => ({
      seq: 1,
      reactions: reactions.map(([id, reaction]) => ({ user_id: id, reaction })),
    })
    expect((await react(two.bob, 1, '👍')).body).toMatchObject(shown([two.bob.id, '👍']))
    expect((await react(two.bob, 1, '❤️')).body).toMatchObject(shown([two.bob.id, '❤️']))
    await react(two.ann, 1, '😂')
    for (const person of [two.ann, two.bob]) {
      const [missed] = (await app.resume(person, [{ room_id: two.room.id, last_seq: 1, change_seq: 0 }])).rooms
      const [changed] = missed?.changed ?? []
      expect(changed?.reactions).toHaveLength(2)
      expect(changed?.reactions).toEqual(
        expect.arrayContaining([
          { user_id: two.bob.id, reaction: '❤️' },
          { user_id: two.ann.id, reaction: '😂' },
        ]),
      )
    }
    await react(two.ann, 1, null)
    expect((await react(two.bob, 1, null)).body).not.toHaveProperty('reactions')
    await expect
      .poll(() => tab.listEvents('message.updated').map(({ change_seq: nth }) => nth))
      .toEqual([1, 2, 3, 4, 5])
  })

  it('counts as one change if repeated, notifies no one, and does not change the unread count', async () => {
    await app.send(two.ann, two.room.id, QUESTION)
    await app.must(two.bob, 'POST', `/api/chat-rooms/${two.room.id}/read`, { up_to_seq: 1 })
    const before = await app.sql('SELECT notify_at, unread_count FROM room_members WHERE room_id = $1 ORDER BY 1', [
      two.room.id,
    ])
    await Promise.all([1, 2, 3].map(() => react(two.bob, 1, '🙏')))
    expect((await app.page(two.ann, two.room.id)).items[0]).toMatchObject({ change_seq: 1, content: QUESTION })
    expect(
      await app.sql('SELECT notify_at, unread_count FROM room_members WHERE room_id = $1 ORDER BY 1', [two.room.id]),
    ).toEqual(before)
  })

  it('is refused if the message is gone, the room is closed or the emoji is not allowed', async () => {
    for (const text of [QUESTION, 'Two', 'Three']) await app.send(two.ann, two.room.id, text)
    await app.deleteMessage(two.ann, two.room.id, 2)
    await two.moderation.remove(two.room.id, 3)
    expect(await react(two.bob, 4, '👍')).toMatchObject({ status: 404, body: { code: 'MESSAGE_NOT_FOUND' } })
    for (const seq of [2, 3]) expect((await react(two.bob, seq, '👍')).body).toMatchObject({ code: 'MESSAGE_GONE' })
    expect(await react(two.bob, 1, '💩' as Reaction)).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } })
    await app.must(two.bob, 'POST', `/api/chat-rooms/${two.room.id}/close`)
    expect(await react(two.bob, 1, '👍')).toMatchObject({ status: 409, body: { code: 'ROOM_CLOSED' } })
  })

  it('disappears with its message', async () => {
    await app.send(two.ann, two.room.id, QUESTION)
    await react(two.bob, 1, '👍')
    await app.deleteMessage(two.ann, two.room.id, 1)
    expect((await app.page(two.bob, two.room.id)).items[0]).not.toHaveProperty('reactions')
  })

  it('is not lost when both people react during an edit', async () => {
    await app.send(two.ann, two.room.id, QUESTION)
    await Promise.all([
      react(two.bob, 1, '👍'),
      app.editMessage(two.ann, two.room.id, 1, 'Edited'),
      react(two.ann, 1, '😮'),
    ])
    const { items, change_seq: changes } = await app.page(two.bob, two.room.id)
    expect(items[0]).toMatchObject({ content: 'Edited', edited: true })
    expect(items[0]?.reactions).toHaveLength(2)
    expect(changes).toBe(3)
  })
})

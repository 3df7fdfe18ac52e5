// @module-tag slow
import { afterEach, beforeAll, describe, expect, it } from 'vitest'

import type { Room } from '@kundig/contract/chat/chat.contract'
import type { Block } from '@kundig/contract/safety/safety.contract'
import { createPdf } from '@kundig/testing/files/made-files'
import { usePaymentEnvironment } from '@kundig/testing/payments/use-payment-environment'
import { sendFile } from '@kundig/testing/people/file-sending'
import { toOutcome } from '@kundig/testing/people/outcome'
import type { Person } from '@kundig/testing/people/test-client'
import { useTestApp } from '@kundig/testing/server/use-test-app'

const app = useTestApp({ payments: 'simulator', paymentReconcileMs: 300 })
const payments = usePaymentEnvironment(app)
beforeAll(() => payments.control('/webhooks/pause'))
afterEach(() => app.disconnect())

const pair = (): Promise<[Person, Person]> => Promise.all([app.profiled(), app.profiled()])
const block = (blocker: Person, blocked: Person) =>
  app.api<Block>(blocker, 'POST', '/api/blocks', { person_id: blocked.id })
const blocked = (blocker: Person, other: Person) =>
  app.must<Block>(blocker, 'POST', '/api/blocks', { person_id: other.id })
const ask = (sender: Person, receiver: Person) =>
  app.api(sender, 'POST', '/api/connection-requests', { receiver_id: receiver.id, message: 'May I?' })
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index)
const atOnce = <A, B>(turn: number, one: () => Promise<A>, other: () => Promise<B>): Promise<(A | B)[]> =>
  Promise.all(turn % 2 === 0 ? [one(), other()] : [other(), one()])

describe('concurrently with a block', () => {
  /** Reads whether the room is open, and the number of messages after it was closed. */
  const lastOf = async (person: Person, room: Room) => {
    const [row] = await app.sql<{ late: number; open: boolean }>(
      `SELECT count(*) FILTER (WHERE m.created_at > r.closed_at)::int AS late, r.status = 'open' AS open
       FROM chat_rooms r LEFT JOIN chat_messages m ON m.room_id = r.id WHERE r.id = $1 GROUP BY r.id`,
      [room.id],
    )
    expect((await app.getRoom(person, room.id)).status).toBe('closed')
    return row
  }

  it('a message is stored before the block or not at all', async () => {
    for (const turn of upTo(10)) {
      const [blocker, other] = await pair()
      const room = await app.room(other, blocker)
      const tab = await app.live(other)
      const send = () =>
        Promise.all([tab.send(room.id, 'Now'), tab.send(room.id, 'Or now'), app.send(other, room.id, 'Or')])
      await atOnce(turn, () => blocked(blocker, other), send)
      expect(await lastOf(blocker, room)).toEqual({ late: 0, open: false })
      expect(await tab.send(room.id, 'And now')).toEqual({ ok: false, code: 'ROOM_CLOSED' })
    }
  })

  it('a file is stored before the block or not at all', async () => {
    for (const turn of upTo(6)) {
      const [blocker, other] = await pair()
      const room = await app.room(other, blocker)
      const upload = () => sendFile(app.url, other, room.id, { content: createPdf() })
      await atOnce(turn, () => blocked(blocker, other), upload)
      expect(await lastOf(blocker, room)).toEqual({ late: 0, open: false })
      expect(toOutcome(await upload())).toBe('409 ROOM_CLOSED')
    }
  })

  it('a payment request is created before the block and cancelled, or not created', async () => {
    for (const turn of upTo(6)) {
      const deal = await payments.deal()
      const asking = async () => {
        const answer = await payments.ask(deal.seller, deal.room.id)
        return answer.status < 300 ? 'asked' : toOutcome(answer)
      }
      const came = await atOnce(turn, () => blocked(deal.buyer, deal.seller), asking)
      expect(['asked', '409 ROOM_CLOSED']).toContain(came.find((one) => typeof one === 'string'))
      await expect
        .poll(() =>
          app.sql(`SELECT status FROM payment_requests WHERE room_id = $1 AND status = 'pending'`, [deal.room.id]),
        )
        .toEqual([])
      expect(await lastOf(deal.buyer, deal.room)).toEqual({ late: 0, open: false })
    }
  })

  it('a payment is recorded or cancelled, never both', async () => {
    for (const turn of upTo(6)) {
      const deal = await payments.deal()
      const message = await payments.asked(deal)
      const { body } = await payments.secret(deal.buyer, message)
      await atOnce(
        turn,
        () => blocked(deal.seller, deal.buyer),
        () => payments.confirm(body.clientSecret),
      )
      await expect.poll(async () => (await payments.stored(message)).status).not.toBe('pending')
      const { count } = await payments.charges(message)
      expect((await payments.stored(message)).status).toBe(count === 1 ? 'completed' : 'rejected')
    }
  })

  it('a connection request is sent before the block and ended, or refused', async () => {
    for (const turn of upTo(12)) {
      const [blocker, other] = await pair()
      await atOnce(
        turn,
        () => blocked(blocker, other),
        () => Promise.all([ask(other, blocker), ask(blocker, other)]),
      )
      expect(
        await app.sql("SELECT FROM connection_requests WHERE status = 'pending' AND $1 IN (sender_id, receiver_id)", [
          blocker.id,
        ]),
      ).toEqual([])
    }
  })

  it('a connection request is accepted before the block and its room closed, or not accepted', async () => {
    for (const turn of upTo(12)) {
      const [blocker, other] = await pair()
      const request = turn % 3 === 0 ? await app.request(other, blocker) : await app.request(blocker, other)
      const accepter = turn % 3 === 0 ? blocker : other
      await atOnce(
        turn,
        () => blocked(blocker, other),
        () => app.api(accepter, 'POST', `/api/connection-requests/${request.id}/accept`),
      )
      expect(
        await app.sql("SELECT FROM chat_rooms WHERE status = 'open' AND $1 = ANY (participant_ids)", [blocker.id]),
      ).toEqual([])
      expect(
        await app.sql("SELECT FROM connection_requests WHERE id = $1 AND status = 'pending'", [request.id]),
      ).toEqual([])
    }
  })

  it('a block in the opposite direction waits, and both are stored without an error', async () => {
    for (const turn of upTo(12)) {
      const [one, other] = await pair()
      const room = await app.room(one, other)
      await Promise.all([app.request(one, other), app.request(other, one)])
      const answers = await atOnce(
        turn,
        () => block(one, other),
        () => block(other, one),
      )
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      expect((await app.getRoom(one, room.id)).status).toBe('closed')
    }
  })
})

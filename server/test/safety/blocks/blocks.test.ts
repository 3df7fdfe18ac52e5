import { randomUUID } from 'node:crypto'

import { afterEach, beforeAll, describe, expect, it } from 'vitest'

import type { Message } from '@kundig/contract/chat/chat.contract'
import type { ConnectionRequest, SentQuestion } from '@kundig/contract/connection-requests/connection-requests.contract'
import { LIVE_INPUTS } from '@kundig/contract/live/live-inputs'
import type { Profile } from '@kundig/contract/profiles/profiles.contract'
import type { Block } from '@kundig/contract/safety/safety.contract'
import { createPdf } from '@kundig/testing/files/made-files'
import type { Deal, PaymentMessage } from '@kundig/testing/payments/payment-environment'
import { usePaymentEnvironment } from '@kundig/testing/payments/use-payment-environment'
import { createAppointmentCalls } from '@kundig/testing/people/appointments'
import { sendFile } from '@kundig/testing/people/file-sending'
import { toOutcome } from '@kundig/testing/people/outcome'
import type { Person, Tab } from '@kundig/testing/people/test-client'
import { useTestApp } from '@kundig/testing/server/use-test-app'

const app = useTestApp({ payments: 'simulator', paymentReconcileMs: 300 })
const payments = usePaymentEnvironment(app)
const appointments = createAppointmentCalls(app)
beforeAll(() => payments.control('/webhooks/pause'))
afterEach(() => app.disconnect())

const pair = (): Promise<[Person, Person]> =>
  Promise.all([app.profiled({ full_name: 'Bea Blocker' }), app.profiled({ full_name: 'Bram Blocked' })])
const block = (blocker: Person, blocked: Person) =>
  app.api<Block>(blocker, 'POST', '/api/blocks', { person_id: blocked.id })
const blocked = (blocker: Person, other: Person) =>
  app.must<Block>(blocker, 'POST', '/api/blocks', { person_id: other.id })
const unblock = (blocker: Person, other: Person) => app.must(blocker, 'DELETE', `/api/blocks/${other.id}`)
const ask = (sender: Person, receiver: Person) =>
  app.api<ConnectionRequest>(sender, 'POST', '/api/connection-requests', {
    receiver_id: receiver.id,
    message: 'May I ask you something?',
  })
const namesIn = async (reader: Person, query = ''): Promise<string[]> =>
  (await app.must<{ items: Profile[] }>(reader, 'GET', `/api/profiles?limit=60${query}`)).items.map(({ id }) => id)
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index)
describe('a block', () => {
  it('a block ends all contact between two people, live in all tabs', async () => {
    const [blocker, other] = await pair()
    const room = await app.room(other, blocker)
    const sent = await app.request(blocker, other)
    const got = await app.request(other, blocker)
    const [blockers, second, others] = await Promise.all([app.live(blocker), app.live(blocker), app.live(other)])
    expect(await namesIn(other)).toContain(blocker.id)

    expect(await block(blocker, other)).toMatchObject({
      status: 200,
      body: { person_id: other.id, person: { full_name: 'Bram Blocked' } },
    })
    for (const tab of [blockers, second, others]) {
      await expect
        .poll(() => tab.listEvents('room.updated').map(({ id, status }) => [id, status]))
        .toEqual([[room.id, 'closed']])
      await expect
        .poll(() =>
          tab
            .listEvents('request.decided')
            .map(({ id, status }) => `${id} ${status}`)
            .toSorted(),
        )
        .toEqual([`${sent.id} rejected`, `${got.id} rejected`].toSorted())
    }
    for (const tab of [blockers, second])
      await expect.poll(() => tab.listEvents('block.changed')).toEqual([{ person_id: other.id, blocked: true }])
    expect(others.listEvents('block.changed')).toEqual([])
    const history = (await app.must<{ items: ConnectionRequest[] }>(other, 'GET', '/api/connection-requests/history'))
      .items
    expect(history.find(({ id }) => id === got.id)).toMatchObject({ ended_by: 'receiver', withdrawn: false })
    expect(history.map(({ id }) => id)).not.toContain(sent.id)
    expect(JSON.stringify(others.received)).not.toContain('block')
    for (const [reader, hidden] of [
      [blocker, other],
      [other, blocker],
    ] as const) {
      for (const query of ['', '&query=Bea', '&query=Bram', '&query=br&category=education', '&category=education'])
        expect(await namesIn(reader, query)).not.toContain(hidden.id)
    }
    expect(await namesIn(await app.profiled(), '&query=Bram%20Blocked')).toContain(other.id)
  })

  it('is not revealed to the blocked person, who can read the profile but not send a request', async () => {
    const [blocker, other] = await pair()
    await blocked(blocker, other)
    expect(await app.api(other, 'GET', `/api/profiles/${blocker.id}`)).toMatchObject({ status: 200 })
    expect(await ask(other, blocker)).toMatchObject({
      status: 409,
      body: { code: 'NOT_TAKING_REQUESTS', message: 'This person is not taking requests right now' },
    })
    expect(await ask(blocker, other)).toMatchObject({ status: 409, body: { code: 'BLOCKED_BY_YOU' } })
    expect(await app.must(other, 'GET', '/api/blocks')).toEqual({ items: [], next_cursor: null })
    expect(await app.must(other, 'GET', `/api/blocks?person_id=${blocker.id}`)).toEqual({
      items: [],
      next_cursor: null,
    })
    expect(await app.must(blocker, 'GET', `/api/blocks?person_id=${other.id}`)).toMatchObject({
      items: [{ person_id: other.id }],
    })
  })

  it('allows new requests after it is removed, and keeps the closed room closed', async () => {
    const [blocker, other] = await pair()
    const room = await app.room(other, blocker)
    await blocked(blocker, other)
    await blocked(blocker, other)
    await unblock(blocker, other)
    await unblock(blocker, other)
    expect((await app.getRoom(other, room.id)).status).toBe('closed')
    expect(toOutcome(await app.send(other, room.id, 'Still there?'))).toBe('409 ROOM_CLOSED')
    expect(await namesIn(other, '&query=Bea%20Blocker')).toContain(blocker.id)
    expect((await ask(other, blocker)).status).toBe(201)
  })

  it('a block in both directions lasts until both people have removed their block', async () => {
    const [one, other] = await pair()
    await blocked(one, other)
    await blocked(other, one)
    await unblock(one, other)
    expect(toOutcome(await ask(one, other))).toBe('409 NOT_TAKING_REQUESTS')
    expect(toOutcome(await ask(other, one))).toBe('409 BLOCKED_BY_YOU')
    await unblock(other, one)
    expect((await ask(one, other)).status).toBe(201)
  })

  it('appears in a paged list, latest first', async () => {
    const blocker = await app.profiled()
    const people = await Promise.all(upTo(23).map(() => app.profiled()))
    for (const person of people) await blocked(blocker, person)
    const first = await app.must<{ items: Block[]; next_cursor: string }>(blocker, 'GET', '/api/blocks')
    const second = await app.must<{ items: Block[]; next_cursor: null }>(
      blocker,
      'GET',
      `/api/blocks?cursor=${first.next_cursor}`,
    )
    expect(second.next_cursor).toBeNull()
    expect([...first.items, ...second.items].map(({ person_id }) => person_id)).toEqual(
      people.map(({ id }) => id).toReversed(),
    )
  })
})

describe('pending payment requests between the blocker and the blocked person', () => {
  it.each(['seller', 'buyer'] as const)('are cancelled at Stripe when the %s blocks', async (who) => {
    const deal = await payments.deal()
    const message = await payments.asked(deal)
    const { body } = await payments.secret(deal.buyer, message)
    await blocked(deal[who], deal[who === 'buyer' ? 'seller' : 'buyer'])
    expect(toOutcome(await payments.secret(deal.buyer, message))).toBe('409 PAYMENT_DECIDED')
    await expect.poll(() => payments.stored(message)).toMatchObject({ status: 'rejected', cancelled_as: 'cancelled' })
    // A request that a block ended is not a failed payment, and does not reveal the block.
    for (const one of [deal.seller, deal.buyer]) {
      expect(await payments.request(one, message)).toMatchObject({ status: 'rejected', ended_by: 'cancelled' })
    }
    expect(await payments.findIntent(message)).toMatchObject({ status: 'canceled' })
    expect((await payments.confirm(body.clientSecret)).status).toBe(400)
    await expect.poll(() => app.sql('SELECT FROM payment_cancellations')).toEqual([])
  })

  it('are recorded as paid when their payment was under way', async () => {
    const deal = await payments.deal()
    const message = await payments.asked(deal)
    const { intent } = await payments.stored(message)
    await payments.control(`/payment_intents/${intent}/processing`, { at: 'confirm' })
    await payments.pay(deal, message)
    await blocked(deal.seller, deal.buyer)
    await payments.control(`/payment_intents/${intent}/succeed`)
    await app.sql("UPDATE payment_cancellations SET due_at = now() - interval '1 second'")
    await expect.poll(() => payments.stored(message)).toMatchObject({ status: 'completed' })
    for (const person of [deal.seller, deal.buyer])
      expect(await payments.request(person, message)).toMatchObject({ status: 'completed' })
  })

  it('are cancelled later after a Stripe outage, without delaying the block', async () => {
    const deal = await payments.deal()
    const message = await payments.asked(deal)
    await payments.control('/faults', { path_prefix: '/v1/payment_intents', mode: 'refuse', times: 3 })
    await blocked(deal.buyer, deal.seller)
    expect(await payments.stored(message)).toMatchObject({ status: 'pending' })
    await expect
      .poll(
        async () => {
          await app.sql("UPDATE payment_cancellations SET due_at = now() - interval '1 second'")
          return payments.stored(message)
        },
        { timeout: 10_000 },
      )
      .toMatchObject({ status: 'rejected' })
    await payments.control('/faults/clear')
  })
})

describe('after a block', () => {
  /** Operations that send nothing to another person. Deletions only remove the caller's words (decision 155). */
  const REACHES_NO_ONE =
    /^(?:GET|PATCH (?!\/chat-rooms)|DELETE \/chat-rooms)|\/(?:email-|password|sign-in-code$|questions$|sessions|session|second-factor|operations|waiting-list|notifications|payments\/|blocks|reports|reviews\/|statements\/|functions\/(?!createPayment$))|profiles\//u

  interface Blocked {
    deal: Deal
    pending: PaymentMessage
    sent: ConnectionRequest
    got: ConnectionRequest
    ownSeq: number
    proposed: Message
    tab: Tab
  }

  interface Try {
    by: (fixture: Blocked) => Promise<unknown>
    comes: string | RegExp
  }
  const closed = (by: Try['by']): Try => ({ by, comes: '409 ROOM_CLOSED' })

  /** Attempts of a blocked person to reach the other person, by every possible operation. */
  const TRIES: Record<string, Try> = {
    'POST /connection-requests': {
      by: ({ deal }) => ask(deal.seller, deal.buyer),
      comes: '409 NOT_TAKING_REQUESTS',
    },
    'POST /questions/{id}/send': {
      by: async ({ deal }) => {
        const id = randomUUID()
        await app.sql(
          `INSERT INTO unsent_questions (id, receiver_id, sender_name, message, sender_id, expires_at)
           VALUES ($1, $2, 'Visitor', 'May I ask you something?', $3, now() + interval '1 day')`,
          [id, deal.buyer.id, deal.seller.id],
        )
        const { unsent } = await app.must<SentQuestion>(deal.seller, 'POST', `/api/questions/${id}/send`)
        return { ok: false, code: unsent?.because }
      },
      comes: 'NOT_TAKING_REQUESTS',
    },
    'POST /connection-requests/{id}/accept': {
      by: ({ deal, got }) => app.api(deal.seller, 'POST', `/api/connection-requests/${got.id}/accept`),
      comes: /^409 REQUEST_/u,
    },
    'POST /connection-requests/{id}/reject': {
      by: ({ deal, got }) => app.api(deal.seller, 'POST', `/api/connection-requests/${got.id}/reject`),
      comes: /^409 REQUEST_/u,
    },
    'POST /connection-requests/{id}/withdraw': {
      by: ({ deal, sent }) => app.api(deal.seller, 'POST', `/api/connection-requests/${sent.id}/withdraw`),
      comes: /^409 REQUEST_/u,
    },
    'POST /chat-rooms/resume': {
      by: ({ deal }) =>
        app.api(deal.seller, 'POST', '/api/chat-rooms/resume', {
          rooms: [{ room_id: deal.room.id, last_seq: 0, change_seq: 0 }],
        }),
      comes: '200',
    },
    'POST /chat-rooms/{id}/close': {
      by: ({ deal }) => app.api(deal.seller, 'POST', `/api/chat-rooms/${deal.room.id}/close`),
      comes: '200',
    },
    'POST /chat-rooms/{room_id}/messages': closed(({ deal }) => app.send(deal.seller, deal.room.id, 'Answer me')),
    'POST /chat-rooms/{room_id}/files': closed(({ deal }) =>
      sendFile(app.url, deal.seller, deal.room.id, { content: createPdf() }),
    ),
    'POST /chat-rooms/{room_id}/payment-requests': closed(({ deal }) => payments.ask(deal.seller, deal.room.id)),
    'POST /chat-rooms/{room_id}/read': {
      by: ({ deal }) => app.api(deal.seller, 'POST', `/api/chat-rooms/${deal.room.id}/read`, { up_to_seq: 100 }),
      comes: '200',
    },
    'POST /payment-requests/{id}/client-secret': {
      by: ({ deal, pending }) => payments.secret(deal.seller, pending),
      comes: '403 PAYMENT_BUYER_ONLY',
    },
    'POST /payment-requests/{id}/decline': {
      by: ({ deal, pending }) => payments.decline(deal.seller, pending),
      comes: '403 PAYMENT_BUYER_ONLY',
    },
    'POST /payment-requests/{id}/withdraw': {
      by: ({ deal, pending }) => payments.withdraw(deal.seller, pending),
      comes: '409 PAYMENT_DECIDED',
    },
    'POST /payment-requests/{id}/refunds': {
      by: ({ deal, pending }) => payments.refund(deal.seller, pending),
      comes: '409 REFUND_NOT_PAID',
    },
    'POST /payment-requests/{id}/refund-requests': {
      by: ({ deal, pending }) => payments.requestRefund(deal.buyer, pending),
      comes: '409 REFUND_NOT_PAID',
    },
    'POST /payment-requests/{id}/refund-requests/{refund_request_id}/decline': {
      by: ({ deal, pending }) => payments.endRefundRequest(deal.seller, pending, 'decline'),
      comes: '404 REFUND_REQUEST_NOT_FOUND',
    },
    'POST /payment-requests/{id}/refund-requests/{refund_request_id}/withdraw': {
      by: ({ deal, pending }) => payments.endRefundRequest(deal.buyer, pending, 'withdraw'),
      comes: '404 REFUND_REQUEST_NOT_FOUND',
    },
    'POST /payment-requests/{id}/status': {
      by: ({ deal, pending }) => payments.claim(deal.seller, pending, 'completed'),
      comes: '403 PAYMENT_BUYER_ONLY',
    },
    'PATCH /chat-rooms/{room_id}/messages/{seq}': {
      by: ({ deal, ownSeq }) => app.editMessage(deal.seller, deal.room.id, ownSeq, 'Answer me'),
      comes: '409 EDIT_ENDED',
    },
    'PUT /chat-rooms/{room_id}/messages/{seq}/reaction': closed(({ deal, ownSeq }) =>
      app.reactTo(deal.seller, deal.room.id, ownSeq, '👍'),
    ),
    'POST /chat-rooms/{room_id}/appointments': closed(({ deal }) => appointments.propose(deal.seller, deal.room.id)),
    'POST /chat-rooms/{room_id}/appointments/{seq}/accept': closed(({ deal, proposed }) =>
      appointments.accept(deal.seller, proposed),
    ),
    'POST /chat-rooms/{room_id}/appointments/{seq}/end': closed(({ deal, proposed }) =>
      appointments.end(deal.seller, proposed),
    ),
    'PUT /chat-rooms/{room_id}/appointments/{seq}/link': closed(({ deal, proposed }) =>
      appointments.setLink(deal.seller, proposed, 'https://meet.example'),
    ),
    'POST /presence': {
      by: async ({ deal }) => {
        const { partner } = await app.must<{ partner: string | null }>(deal.seller, 'POST', '/api/presence', {
          room_id: deal.room.id,
        })
        return { ok: false, code: partner ?? 'hidden' }
      },
      comes: 'hidden',
    },
    'POST /functions/createPayment': {
      by: async ({ deal }) => payments.askByProgram(deal),
      comes: '409',
    },
    'message.send': {
      by: async ({ deal, tab }) => tab.send(deal.room.id, 'Answer me'),
      comes: 'ROOM_CLOSED',
    },
    'room.read': { by: ({ deal, tab }) => tab.read(deal.room.id, 100), comes: 'done' },
    typing: {
      by: async ({ deal, tab }) => {
        tab.socket.emit('typing', { room_id: deal.room.id })
        // This answer arrives after all earlier events were processed.
        return tab.read(randomUUID(), 0)
      },
      comes: 'ROOM_NOT_FOUND',
    },
  }

  it('every operation that could reach a blocked person has a test', async () => {
    const { paths } = await app.must<{ paths: Record<string, Record<string, { deprecated?: boolean }>> }>(
      null,
      'GET',
      '/api/openapi.json',
    )
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([method, { deprecated }]) => /^(?:get|post|put|patch|delete)$/u.test(method) && !deprecated)
        .map(([method]) => `${method.toUpperCase()} ${path}`),
    )
    const reaching = [...operations.filter((name) => !REACHES_NO_ONE.test(name)), ...Object.keys(LIVE_INPUTS)]
    expect(Object.keys(TRIES).toSorted()).toEqual(reaching.toSorted())
  })

  it('no operation reaches the other person', async () => {
    const deal = await payments.deal()
    const { seller, buyer, room } = deal
    await app.send(buyer, room.id, 'One that is unread')
    const { seq: ownSeq } = (await app.send(seller, room.id, 'One of the seller')).body
    const { body: proposed } = await appointments.propose(buyer, room.id)
    const pending = await payments.asked(deal)
    const got = await app.request(buyer, seller)
    const sent = await app.request(seller, buyer)
    const typist = await app.live(seller)
    typist.socket.emit('typing', { room_id: room.id })
    await typist.read(randomUUID(), 0)
    typist.socket.disconnect()
    await blocked(buyer, seller)
    await expect.poll(() => payments.stored(pending)).toMatchObject({ status: 'rejected' })
    await expect.poll(() => app.sql('SELECT FROM payment_cancellations')).toEqual([])
    const state = async () => ({
      // The counterpart's read mark stays part of the room (decision 68).
      room: { ...(await app.getRoom(buyer, room.id)), partner_read_seq: null },
      messages: (await app.allMessages(buyer, room.id)).map((message) => ({ ...message, read: null })),
      requests: await app.must(buyer, 'GET', '/api/connection-requests/history'),
      waiting: await app.must(buyer, 'GET', '/api/connection-requests/pending'),
    })
    const before = await state()
    const bell = () => app.sql('SELECT kind FROM domain_events WHERE recipient_id = $1', [buyer.id])
    const bellBefore = await bell()
    const [tab, others] = await Promise.all([app.live(seller), app.live(buyer)])

    for (const [name, { by, comes }] of Object.entries(TRIES)) {
      const answer = (await by({ deal, pending, sent, got, ownSeq, proposed, tab })) as
        | { ok: true }
        | { ok: false; code: string }
        | { status: number; body: unknown }
      const came = 'ok' in answer ? (answer.ok ? 'done' : answer.code) : toOutcome(answer)
      expect(came, name).toMatch(comes)
    }
    await others.read(randomUUID(), 0)
    expect(others.received).toEqual([])
    expect(await state()).toEqual(before)
    expect(await bell()).toEqual(bellBefore)
  })
})

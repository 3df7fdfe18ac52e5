import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { type DatabaseProxy, openDatabaseProxy } from '@kundig/testing/database/database-line'
import { openPaymentEnvironment, type PaymentEnvironment } from '@kundig/testing/payments/payment-environment'
import type { Answer, Person, Tab } from '@kundig/testing/people/test-client'
import { createTestApp, createTestDatabase, type TestApp, type TestDatabase } from '@kundig/testing/server/test-app'

let database: TestDatabase
let line: DatabaseProxy
let app: TestApp
let environment: PaymentEnvironment

beforeAll(async () => {
  database = await createTestDatabase()
  line = await openDatabaseProxy(database.url)
  app = await createTestApp({ databaseUrl: line.url, payments: 'simulator' })
  environment = await openPaymentEnvironment(app, { databaseUrl: database.url, sql: database.sql.query })
})
afterAll(async () => {
  await environment.close()
  await app.close()
  line.close()
  await database.drop()
})

const COMMIT = /commit/iu

/** Commits the call's work after the statement `after`, and loses the response before publishing. */
async function commitWithLostResponse(
  after: RegExp,
  call: () => Promise<Answer<unknown>>,
  asked = COMMIT,
): Promise<void> {
  const lost = line.loseAnswer(asked, after)
  const answer = await call()
  await lost
  expect(answer).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
}

describe('after a commit with a lost response, the repeated call publishes:', () => {
  let asker: Person
  let expert: Person
  let tabs: Tab[]

  beforeEach(async () => {
    ;[asker, expert] = await Promise.all([app.profiled(), app.profiled()])
    tabs = await Promise.all([app.live(asker), app.live(expert)])
  })

  const decide = (id: string, decision: 'accept' | 'reject') => (): Promise<Answer<unknown>> =>
    app.api(expert, 'POST', `/api/connection-requests/${id}/${decision}`)

  it('a request that was sent', async () => {
    const send = (): Promise<Answer<unknown>> =>
      app.api(asker, 'POST', '/api/connection-requests', { receiver_id: expert.id, message: 'May I ask you?' })
    await commitWithLostResponse(/insert into "connection_requests"/u, send)
    for (const tab of tabs) expect(tab.listEvents('request.created')).toEqual([])
    expect(await send()).toMatchObject({ status: 409, body: { code: 'REQUEST_PENDING' } })
    for (const tab of tabs)
      await expect.poll(() => tab.listEvents('request.created')).toMatchObject([{ status: 'pending' }])
  })

  it('an accepted request with its new room', async () => {
    const { id } = await app.request(asker, expert)
    await commitWithLostResponse(/update "connection_requests"/u, decide(id, 'accept'))
    for (const tab of tabs) expect([...tab.listEvents('room.opened'), ...tab.listEvents('request.decided')]).toEqual([])
    expect(await decide(id, 'accept')()).toMatchObject({ status: 409, body: { code: 'REQUEST_DECIDED' } })
    for (const [tab, partner] of [
      [tabs[0], expert],
      [tabs[1], asker],
    ] as const) {
      await expect.poll(() => tab?.listEvents('request.decided')).toMatchObject([{ id, status: 'accepted' }])
      expect(tab?.listEvents('room.opened')).toMatchObject([{ status: 'open', partner: { id: partner.id } }])
    }
  })

  it('a rejected request, even if the repeated call accepts the request', async () => {
    const { id } = await app.request(asker, expert)
    await commitWithLostResponse(/update "connection_requests"/u, decide(id, 'reject'))
    expect(await decide(id, 'accept')()).toMatchObject({ status: 409, body: { code: 'REQUEST_DECIDED' } })
    for (const tab of tabs) {
      await expect.poll(() => tab.listEvents('request.decided')).toMatchObject([{ id, status: 'rejected' }])
      expect(tab.listEvents('room.opened')).toEqual([])
    }
  })

  it('a withdrawn request, even if the request is accepted next', async () => {
    const { id } = await app.request(asker, expert)
    await commitWithLostResponse(/update "connection_requests"/u, () =>
      app.api(asker, 'POST', `/api/connection-requests/${id}/withdraw`),
    )
    expect(await decide(id, 'accept')()).toMatchObject({ status: 409, body: { code: 'REQUEST_WITHDRAWN' } })
    for (const tab of tabs) {
      await expect
        .poll(() => tab.listEvents('request.decided'))
        .toMatchObject([{ id, status: 'rejected', withdrawn: true }])
      expect(tab.listEvents('room.opened')).toEqual([])
    }
  })

  it('a closed room', async () => {
    const { id } = await app.room(asker, expert)
    const close = (): Promise<Answer<unknown>> => app.api(asker, 'POST', `/api/chat-rooms/${id}/close`)
    await commitWithLostResponse(/update "chat_rooms"/u, close)
    for (const tab of tabs) expect(tab.listEvents('room.updated')).toEqual([])
    expect(await close()).toMatchObject({ status: 200, body: { status: 'closed' } })
    for (const tab of tabs)
      await expect.poll(() => tab.listEvents('room.updated')).toMatchObject([{ id, status: 'closed' }])
  })

  it('a read mark', async () => {
    const { id } = await app.room(asker, expert)
    await app.send(asker, id, 'Are you there?')
    const mark = (): Promise<Answer<unknown>> => app.api(expert, 'POST', `/api/chat-rooms/${id}/read`, { up_to_seq: 1 })
    // A read mark is a single prepared statement without a transaction.
    await commitWithLostResponse(/(?:)/u, mark, /mark_read/u)
    for (const tab of tabs) expect(tab.listEvents('room.read')).toEqual([])
    expect(await mark()).toMatchObject({ status: 200, body: { unread_count: 0 } })
    for (const tab of tabs)
      await expect
        .poll(() => tab.listEvents('room.read'))
        .toMatchObject([{ room_id: id, reader_id: expert.id, up_to_seq: 1 }])
  })

  it.each(['settled', 'declined'] as const)('a %s payment', async (how) => {
    const deal = await environment.deal()
    const message = await environment.asked(deal)
    const both = await Promise.all([app.live(deal.seller), app.live(deal.buyer)])
    await environment.control('/webhooks/pause')
    // Waits for earlier Stripe events, because one could commit in place of the call.
    await expect
      .poll(() => database.sql.query('SELECT id FROM stripe_events WHERE handled_at IS NULL'), { timeout: 20_000 })
      .toEqual([])
    if (how === 'settled') await environment.pay(deal, message)
    const decideIt = (): Promise<Answer<unknown>> =>
      how === 'settled' ? environment.claim(deal.buyer, message, 'completed') : environment.decline(deal.buyer, message)
    await commitWithLostResponse(/update "payment_requests" set "status"/u, decideIt)
    for (const tab of both) expect(tab.listEvents('message.updated')).toEqual([])
    expect(await decideIt()).toMatchObject({ status: 409, body: { code: 'PAYMENT_DECIDED' } })
    const status = how === 'settled' ? 'completed' : 'rejected'
    for (const tab of both) {
      await expect.poll(() => tab.listEvents('message.updated')).toMatchObject([{ id: message.id, status }])
      await expect.poll(() => tab.listEvents('room.updated')).toMatchObject([{ id: message.room_id }])
    }
    await environment.control('/webhooks/resume')
  })

  it('only once, however often the call is repeated', async () => {
    const { id } = await app.request(asker, expert)
    const { room } = await app.accept(expert, id)
    await app.send(asker, room.id, 'Are you there?')
    const mark = () => app.must(expert, 'POST', `/api/chat-rooms/${room.id}/read`, { up_to_seq: 1 })
    const close = () => app.must(asker, 'POST', `/api/chat-rooms/${room.id}/close`)
    for (let times = 0; times < 5; times++) {
      await decide(id, 'accept')()
      await mark()
      await close()
    }
    await app.request(expert, asker)
    for (const tab of tabs) {
      await expect.poll(() => tab.listEvents('request.created')).toHaveLength(2)
      for (const name of ['request.decided', 'room.opened', 'room.read', 'room.updated'] as const)
        expect(tab.listEvents(name)).toHaveLength(1)
    }
  })
})

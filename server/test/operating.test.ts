import { beforeAll, describe, expect, it } from 'vitest'

import { readDocumentedStatements, readMonitoringQueries } from '@kundig/testing/database/documented-statements'
import { createPdf } from '@kundig/testing/files/made-files'
import { READY_CARDS } from '@kundig/testing/payments/cards'
import type { Deal, PaymentMessage } from '@kundig/testing/payments/payment-environment'
import { usePaymentEnvironment } from '@kundig/testing/payments/use-payment-environment'
import { sendFile } from '@kundig/testing/people/file-sending'
import { makeOperator } from '@kundig/testing/people/operators'
import type { Person } from '@kundig/testing/people/test-client'
import { useTestApp } from '@kundig/testing/server/use-test-app'

const WORDS = { intro: 'I am zq-introduction', text: 'zq-message', asked: 'zq-never-paid', paid: 'zq-paid' }

const app = useTestApp({ payments: 'simulator', paymentReconcileMs: 100, operatorsNeedSecondFactor: false })
const environment = usePaymentEnvironment(app)
let deal: Deal
let pending: PaymentMessage
let paid: PaymentMessage
beforeAll(async () => {
  deal = await environment.ownDeal()
  const { seller, buyer, room } = deal
  await app.must(seller, 'POST', '/api/waiting-list', {
    full_name: 'Zq',
    email: seller.email,
    category: 'education',
    consent: true,
  })
  await app.must(seller, 'POST', '/api/connection-requests', {
    receiver_id: (await app.profiled()).id,
    message: WORDS.intro,
  })
  await app.send(seller, room.id, WORDS.text)
  await app.send(buyer, room.id, 'Thanks')
  const sent = await sendFile(app.url, seller, room.id, { content: createPdf(), name: 'zq-file.pdf' })
  if (sent.status !== 200) throw new Error(`The file was not sent: ${sent.status}`)
  pending = await environment.asked(deal, { description: WORDS.asked })
  paid = await environment.asked(deal, { description: WORDS.paid })
  await environment.pay(deal, paid, READY_CARDS.good)
  await environment.claim(buyer, paid, 'completed')
  if ((await environment.stored(paid)).status !== 'completed') throw new Error('It was not paid')
})

describe('the instructions in docs/operating/people.md', () => {
  it('export all data of a person, but no credentials', async () => {
    const { seller } = deal
    const [row] = await app.sql<{ jsonb_pretty: string }>(readDocumentedStatements('A copy', seller.id))
    const copy = row?.jsonb_pretty ?? ''
    for (const word of [...Object.values(WORDS), seller.email, 'zq-file.pdf', await environment.findAccount(seller)])
      expect(copy).toContain(word)
    expect(copy).not.toContain('Thanks')
    expect(copy).not.toContain('argon2')
    expect(copy).not.toContain('"token"')
  })

  it('remove a person’s texts everywhere, but keep rooms and paid amounts', { timeout: 60_000 }, async () => {
    const { seller, buyer, room } = deal
    const before = await app.sql('SELECT seq FROM chat_messages WHERE room_id = $1 ORDER BY seq', [room.id])
    await app.sql(readDocumentedStatements('Out', seller.id))
    expect(await app.session(seller)).toBe(null)
    expect(
      (await app.api(null, 'POST', '/api/auth/sign-in/email', { email: seller.email, password: seller.password }))
        .status,
    ).toBe(401)

    const still = () =>
      app.sql<{ stripe_payment_intent_id: string }>(readDocumentedStatements('Still to be cancelled', seller.id))
    const [row, ...more] = await still()
    expect(row?.stripe_payment_intent_id).toBe((await environment.findIntent(pending)).id)
    expect(more).toEqual([])
    await expect(app.sql(readDocumentedStatements('Gone', seller.id))).rejects.toThrow('division by zero')
    await app.sql('ROLLBACK')
    expect(
      await app.sql('SELECT FROM profiles WHERE id = $1 AND full_name <> $2', [seller.id, 'Removed']),
    ).toHaveLength(1)
    await environment.stripe.paymentIntents.cancel(row?.stripe_payment_intent_id ?? '')
    await expect.poll(still).toEqual([])

    const elsewhere = await app.sql<{ kept_under: string }>(readDocumentedStatements('Elsewhere', seller.id))
    expect(elsewhere.map(({ kept_under }) => kept_under.replace(/[^/]+\.\w+$/u, '…')).toSorted()).toEqual(
      [
        await environment.findAccount(seller),
        await environment.findCustomer(seller),
        `chat_rooms/${room.id}/files/…`,
      ].toSorted(),
    )
    const shown = new Map((await app.page(buyer, room.id)).items.map((message) => [message.seq, message]))
    const { change_seq } = await app.page(buyer, room.id)
    await app.sql(readDocumentedStatements('Gone', seller.id))

    const held = { room_id: room.id, last_seq: shown.size, change_seq }
    const [news] = (await app.resume(buyer, [held])).rooms
    const changes = (news?.changed ?? []).map((message) => message.change_seq)
    expect(changes).toEqual(changes.map((_, index) => change_seq + 1 + index))
    expect(news?.change_seq).toBe(changes.at(-1))
    for (const message of news?.changed ?? []) shown.set(message.seq, message)
    expect([...shown.values()]).toEqual((await app.page(buyer, room.id)).items)
    expect(JSON.stringify([...shown.values()])).not.toMatch(/zq-(?!paid)/u)

    const tables = await app.sql<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`,
    )
    const left = []
    for (const { name } of tables) {
      const rows = await app.sql<{ text: string }>(`SELECT to_jsonb(t)::text AS text FROM "${name}" t`)
      const found = [...Object.values(WORDS), seller.email, 'zq-file'].filter((word) =>
        rows.some(({ text }) => text.includes(word)),
      )
      left.push(...found.map((word) => ({ name, word })))
    }
    expect(left.toSorted((one, other) => one.name.localeCompare(other.name))).toEqual([
      { name: 'payment_requests', word: WORDS.paid },
      { name: 'receipts', word: WORDS.paid },
    ])
    expect(
      await app.sql(
        `SELECT content -> 'seller' AS seller FROM receipts WHERE content -> 'seller' ->> 'name' = 'Removed'`,
      ),
    ).toEqual([])

    expect(await app.sql('SELECT seq FROM chat_messages WHERE room_id = $1 ORDER BY seq', [room.id])).toEqual(before)
    const rooms = await app.must<{ items: { id: string; partner: { full_name: string } }[] }>(
      buyer,
      'GET',
      '/api/chat-rooms',
    )
    expect(rooms.items.map(({ id, partner }) => [id, partner.full_name])).toEqual([[room.id, 'Removed']])
    expect((await environment.request(buyer, paid)).status).toBe('completed')
    expect((await environment.request(buyer, pending)).status).toBe('rejected')
  })
})

describe('the money of a removed person', () => {
  const SOON = { timeout: 20_000 }
  async function remove({ id }: Person): Promise<void> {
    await app.sql(readDocumentedStatements('Out', id))
    await app.sql(readDocumentedStatements('Gone', id))
  }
  const idsOf = ({ id }: Person) =>
    app.sql<{ stripe_id: string; state: string | null }>(
      'SELECT l.stripe_id, s.stripe_id AS state FROM stripe_links l LEFT JOIN seller_states s USING (stripe_id) WHERE user_id = $1',
      [id],
    )
  const payoutOf = (stripeId: string) =>
    app.sql('SELECT seller_id, amount, status, failure_code FROM payouts WHERE stripe_id = $1', [stripeId])
  let owner: Person
  beforeAll(async () => {
    owner = await makeOperator(app, 'owner')
  })

  it('payouts of a removed seller are still recorded, by events and by the weekly check', async () => {
    const made = await environment.ownDeal()
    await environment.paid(made)
    const account = await environment.findAccount(made.seller)
    await environment.control('/balance_transactions', { account, amount: 50_000, type: 'adjustment' })
    const payOut = (amount: number) => environment.control<{ id: string }>('/payouts', { account, amount })
    const before = await payOut(1000)
    await environment.control(`/payouts/${before.id}/paid`)
    await expect.poll(() => payoutOf(before.id), SOON).toMatchObject([{ status: 'paid' }])
    await remove(made.seller)

    await environment.control(`/payouts/${before.id}/failed`)
    await expect
      .poll(() => payoutOf(before.id), SOON)
      .toMatchObject([{ seller_id: made.seller.id, status: 'failed', failure_code: 'account_closed' }])
    const after = await payOut(2000)
    await expect.poll(() => payoutOf(after.id), SOON).toMatchObject([{ seller_id: made.seller.id, amount: 2000 }])
    await environment.control('/webhooks/pause')
    try {
      const unheard = await payOut(3000)
      await app.sql('UPDATE seller_states SET next_read_at = now() WHERE stripe_id = $1', [account])
      await expect.poll(() => payoutOf(unheard.id), SOON).toMatchObject([{ amount: 3000 }])
    } finally {
      await environment.control('/webhooks/resume')
    }
    expect((await idsOf(made.seller)).map(({ stripe_id: id }) => id)).toContain(account)
    expect(await app.sql('SELECT name, email_verified FROM "user" WHERE id = $1', [made.seller.id])).toEqual([
      { name: '', email_verified: false },
    ])
  })

  it.each(['seller', 'buyer'] as const)(
    'refunds and disputes of a removed %s are still recorded and shown to operators',
    async (who) => {
      const made = await environment.ownDeal()
      const [back, taken] = [await environment.paid(made), await environment.paid(made, { amount: '35' })]
      await remove(made[who])
      await environment.stripe.refunds.create({
        payment_intent: (await environment.stored(back)).intent,
        amount: 500,
        reverse_transfer: true,
      })
      await environment.control(`/payment_intents/${(await environment.stored(taken)).intent}/dispute`)
      const refundsOf = () =>
        app.sql('SELECT amount, status FROM refunds WHERE payment_request_id = $1', [back.payment_request_id])
      await expect.poll(refundsOf, SOON).toEqual([{ amount: 500, status: 'succeeded' }])
      const disputesOf = () =>
        app.sql<{ id: string }>('SELECT id FROM disputes WHERE payment_request_id = $1', [taken.payment_request_id])
      await expect.poll(disputesOf, SOON).toHaveLength(1)
      const found = await app.must<{ refunds: object[] }>(
        owner,
        'GET',
        `/api/operations/payments/${back.payment_request_id}`,
      )
      expect(found).toMatchObject({ [who]: { name: 'Removed' }, refunds: [{ amount: 500 }] })
      const { items } = await app.must<{ items: { id: string }[] }>(owner, 'GET', '/api/operations/disputes')
      const [dispute] = await disputesOf()
      expect(items).toContainEqual(expect.objectContaining({ id: dispute?.id }))
    },
  )

  it('a removal deletes the Stripe ids of people without any payment', async () => {
    const made = await environment.ownDeal()
    await environment.saveCard(made.buyer)
    expect(await idsOf(made.buyer)).toHaveLength(1)
    expect((await idsOf(made.seller)).filter(({ state }) => state !== null)).toHaveLength(1)
    for (const person of [made.buyer, made.seller]) {
      await remove(person)
      expect(await idsOf(person)).toEqual([])
    }
  })

  it('a removal keeps the Stripe ids of people with payments, because the database requires them', async () => {
    const person = await app.signUp()
    await app.must(person, 'POST', '/api/payments/cards/setup')
    await app.sql('DELETE FROM users WHERE id = $1', [person.id])
    await expect(app.sql('DELETE FROM "user" WHERE id = $1', [person.id])).rejects.toMatchObject({ code: '23001' })
    expect(await idsOf(person)).toHaveLength(1)
  })
})

describe('the queries of docs/operating/monitoring.md', () => {
  const queries = readMonitoringQueries()

  it('all monitoring queries run on the current database', async () => {
    expect(queries.length).toBeGreaterThan(2)
    for (const text of queries) expect(await app.sql(text)).toHaveLength(1)
  })

  it('all monitoring queries that count failures return 0 while nothing has failed', async () => {
    for (const text of queries.filter((one) => one.startsWith('SELECT count(*)')))
      expect(await app.sql(text)).toEqual([{ count: '0' }])
  })
})

import { randomUUID } from 'node:crypto'

import { describe, expect } from 'vitest'

import type { PaymentEnvironment } from '@kundig/testing/payments/payment-environment'
import { testDeals, usePaymentEnvironment } from '@kundig/testing/payments/use-payment-environment'
import { toOutcome } from '@kundig/testing/people/outcome'
import type { Person } from '@kundig/testing/people/test-client'
import { useTestApp } from '@kundig/testing/server/use-test-app'

const app = useTestApp({ payments: 'simulator', paymentReconcileMs: 300 })
const environment = usePaymentEnvironment(app)
const it = testDeals(() => environment)

const ofBuyer = async (buyer: Person) => (await environment.account(buyer)).stripeCustomerId
const cardsOf = async (person: Person) =>
  (await app.must<{ items: { id: string }[] }>(person, 'GET', '/api/payments/cards')).items

/** Restarts the server with keys of another platform account, by default a new one. */
async function changeAccount(account?: string): Promise<string> {
  const { before } = await environment.control<{ before: string }>(
    '/platform',
    account === undefined ? {} : { account },
  )
  await app.restart()
  return before
}

async function changeMode(): Promise<void> {
  await app.stop()
  for (const table of ['payment_requests', 'stripe_links', 'stripe_platforms']) {
    await app.sql(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
    await app.sql(`UPDATE ${table} SET stripe_account = 'put aside ' || stripe_account WHERE livemode`)
    await app.sql(`UPDATE ${table} SET livemode = true WHERE NOT livemode`)
    await app.sql(
      `UPDATE ${table} SET livemode = false, stripe_account = replace(stripe_account, 'put aside ', '')
       WHERE stripe_account LIKE 'put aside %'`,
    )
    await app.sql(`ALTER TABLE ${table} ENABLE TRIGGER USER`)
  }
  await app.restart()
}

it('a customer and an account of one person that are created concurrently are both stored', async () => {
  await app.sql(`
    CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(0.3); RETURN NEW; END';
    CREATE TRIGGER dawdles BEFORE INSERT OR UPDATE ON users FOR EACH ROW EXECUTE FUNCTION dawdle()`)
  const people = await Promise.all(Array.from({ length: 4 }, () => app.profiled()))
  await Promise.all(
    people.flatMap((person) => [
      app.must(person, 'POST', '/api/payments/cards/setup'),
      app.must(person, 'POST', '/api/payments/account/onboarding'),
    ]),
  )
  await app.sql('DROP TRIGGER dawdles ON users; DROP FUNCTION dawdle')
  for (const person of people) {
    expect(await environment.account(person)).toMatchObject({
      stripeCustomerId: expect.stringMatching(/^cus_/u) as unknown,
      stripeConnectAccountId: expect.stringMatching(/^acct_/u) as unknown,
    })
    expect(
      await app.sql('SELECT 1 FROM users WHERE id = $1 AND stripe_connect_account_id IS NULL', [person.id]),
    ).toEqual([])
  }
})

describe('Stripe ids stored before platforms were distinguished', () => {
  it('belong to the first platform account and its mode', async () => {
    const [ann, bob, cas] = [await app.profiled(), await app.profiled(), await app.profiled()]
    await app.stop()
    await app.sql('DELETE FROM seller_states')
    await app.sql('DELETE FROM stripe_links')
    await app.sql('DELETE FROM stripe_platforms')
    await app.sql('DELETE FROM users')
    const write = (person: Person) =>
      app.sql(
        `INSERT INTO users (id, stripe_customer_id, stripe_connect_account_id, transfers_status, requirements_due)
         VALUES ($1, $2, $3, 'active', '{external_account}')`,
        [person.id, `cus_${person.id}`, `acct_${person.id}`],
      )
    await write(ann)
    await app.restart()
    await environment.account(ann)
    await write(bob)
    const ours = await app.sql<{ stripe_account: string }>('SELECT stripe_account FROM stripe_platforms WHERE adopts')
    expect(ours).toHaveLength(1)
    for (const person of [ann, bob]) {
      expect(await environment.account(person)).toMatchObject({
        stripeCustomerId: `cus_${person.id}`,
        stripeConnectAccountId: `acct_${person.id}`,
        status: 'ready',
        due: ['bank_account'],
      })
      const links = await app.sql('SELECT DISTINCT stripe_account, livemode FROM stripe_links WHERE user_id = $1', [
        person.id,
      ])
      expect(links).toEqual([{ ...ours[0], livemode: false }])
    }
    await environment.becomeSeller(cas)
    expect(
      await app.sql('SELECT stripe_connect_account_id AS id, transfers_status AS status FROM users WHERE id = $1', [
        cas.id,
      ]),
    ).toEqual([{ id: await environment.findAccount(cas), status: 'active' }])
    await app.sql(`UPDATE users SET transfers_status = 'restricted' WHERE id = $1`, [cas.id])
    expect(await environment.account(cas)).toMatchObject({ status: 'in_progress' })
  })
})

describe('keys of another platform account', () => {
  it('lead to new customers and accounts, end pending requests, and do not change paid requests', async ({ deal }) => {
    const paid = await environment.paid(deal)
    const pending = await environment.asked(deal, { amount: '20' })
    const before = { customer: await ofBuyer(deal.buyer), seller: await environment.account(deal.seller) }
    const account = await changeAccount()
    await expect.poll(() => environment.stored(pending)).toMatchObject({ status: 'rejected', ended_by: 'failed' })
    expect(await environment.stored(paid)).toMatchObject({ status: 'completed' })
    expect((await environment.secret(deal.buyer, pending)).body).toMatchObject({ code: 'PAYMENT_DECIDED' })
    expect((await environment.refund(deal.seller, paid)).body).toMatchObject({ code: 'REFUND_FAILED' })
    expect(await ofBuyer(deal.buyer)).toBe(null)
    expect(await environment.account(deal.seller)).toMatchObject({
      status: 'inactive',
      stripeConnectAccountId: null,
      had_account: true,
    })
    expect((await environment.ask(deal.seller, deal.room.id)).body).toMatchObject({ code: 'SELLER_NOT_SET_UP' })

    const after = await environment.becomeSeller(deal.seller)
    expect(after.stripeConnectAccountId).not.toBe(before.seller.stripeConnectAccountId)
    const next = await environment.paid(deal, { amount: '30' })
    expect(await environment.stored(next)).toMatchObject({ status: 'completed' })
    expect(await ofBuyer(deal.buyer)).not.toBe(before.customer)
    const marks = await app.sql<{ stripe_account: string; livemode: boolean }>(
      'SELECT stripe_account, livemode FROM payment_requests WHERE id = ANY ($1) ORDER BY created_at',
      [[paid, next].map((message) => message.payment_request_id)],
    )
    expect(marks.map(({ livemode }) => livemode)).toEqual([false, false])
    expect(marks[0]?.stripe_account).toBe(account)
    expect(marks[1]?.stripe_account).not.toBe(account)
    await expect(
      app.sql('UPDATE payment_requests SET livemode = true WHERE id = $1', [paid.payment_request_id]),
    ).rejects.toThrow(/is set/u)
    for (const person of [deal.seller, deal.buyer])
      expect(await environment.request(person, paid)).toMatchObject({ is_test: true })

    await changeAccount(account)
    expect(await ofBuyer(deal.buyer)).toBe(before.customer)
    expect(await environment.account(deal.seller)).toMatchObject(before.seller)
  })

  it('end pending requests after a change of mode, and do not mark real payments as tests', async ({ deal }) => {
    const paid = await environment.paid(deal)
    const pending = await environment.asked(deal, { amount: '20' })
    const before = { customer: await ofBuyer(deal.buyer), seller: await environment.account(deal.seller) }
    // Changes the stored payments to live mode, because the simulator has only test keys.
    await changeMode()
    await expect.poll(() => environment.stored(pending)).toMatchObject({ status: 'rejected', ended_by: 'failed' })
    expect(await environment.request(deal.buyer, paid)).toMatchObject({ is_test: false, status: 'completed' })
    expect((await environment.refund(deal.seller, paid)).body).toMatchObject({ code: 'REFUND_FAILED' })
    expect(await ofBuyer(deal.buyer)).toBe(null)
    expect(await environment.account(deal.seller)).toMatchObject({ status: 'inactive', had_account: true })

    const after = await environment.becomeSeller(deal.seller)
    expect(after.stripeConnectAccountId).not.toBe(before.seller.stripeConnectAccountId)
    const next = await environment.paid(deal, { amount: '30' })
    expect(await environment.request(deal.buyer, next)).toMatchObject({ is_test: true, status: 'completed' })
    expect(await ofBuyer(deal.buyer)).not.toBe(before.customer)

    await changeMode()
    expect(await ofBuyer(deal.buyer)).toBe(before.customer)
    expect(await environment.account(deal.seller)).toMatchObject(before.seller)
    expect(await environment.request(deal.buyer, next)).toMatchObject({ is_test: false })
  })

  it('are accepted during a Stripe outage if their platform account is stored', async () => {
    const person = await app.profiled()
    await environment.becomeSeller(person)
    await environment.control('/faults', { path_prefix: '/v1/account', mode: 'refuse', times: 100_000 })
    await app.restart()
    expect(await environment.account(person)).toMatchObject({ status: 'ready' })
    await app.stop()
    await app.sql('DELETE FROM stripe_platforms WHERE adopts IS NULL')
    await app.sql(`UPDATE stripe_platforms SET key_digest = 'another key'`)
    await app.restart()
    const asked = () => app.api(person, 'GET', '/api/payments/account')
    expect(toOutcome(await asked())).toBe('503 PROVIDER_UNAVAILABLE')
    await environment.control('/faults/clear')
    await expect.poll(async () => (await asked()).body, { timeout: 5000 }).toMatchObject({ status: 'ready' })
  })
})

describe('a customer deleted at Stripe', () => {
  it('is forgotten: the card list is empty, another customer is created once, and pending requests remain payable', async ({
    deal,
  }) => {
    const pending = await environment.asked(deal)
    const customer = await environment.findCustomer(deal.buyer)
    await environment.control('/webhooks/pause')
    await environment.stripe.customers.del(customer)
    expect(await cardsOf(deal.buyer)).toEqual([])
    expect(await ofBuyer(deal.buyer)).toBe(null)
    await environment.pay(deal, pending)
    await environment.claim(deal.buyer, pending, 'completed')
    expect(await environment.stored(pending)).toMatchObject({ status: 'completed' })
    const next = await environment.findCustomer(deal.buyer)
    expect(next).not.toBe(customer)
    expect(
      await app.sql(`SELECT 1 FROM stripe_links WHERE user_id = $1 AND kind = 'customer'`, [deal.buyer.id]),
    ).toHaveLength(2)
    await environment.control('/webhooks/resume')
  })

  it.each<[string, (deal: Awaited<ReturnType<PaymentEnvironment['deal']>>) => Promise<unknown>]>([
    ['saving a card', ({ buyer }) => app.must(buyer, 'POST', '/api/payments/cards/setup')],
    ['being asked for money', (deal) => environment.asked(deal, { client_id: randomUUID() })],
  ])('does not prevent the buyer from %s', async (_what, act) => {
    const deal = await environment.deal()
    await environment.asked(deal)
    const customer = await environment.findCustomer(deal.buyer)
    await environment.control('/webhooks/pause')
    await environment.stripe.customers.del(customer)
    await act(deal)
    expect(await environment.findCustomer(deal.buyer)).not.toBe(customer)
    await environment.control('/webhooks/resume')
  })

  it('is detected when the buyer pays', async ({ deal }) => {
    const pending = await environment.asked(deal)
    await environment.control('/webhooks/pause')
    await environment.stripe.customers.del(await environment.findCustomer(deal.buyer))
    await environment.pay(deal, pending)
    await environment.claim(deal.buyer, pending, 'completed')
    expect(await environment.stored(pending)).toMatchObject({ status: 'completed' })
    expect((await environment.charges(pending)).count).toBe(1)
    await environment.control('/webhooks/resume')
  })

  it('is forgotten after Stripe’s event', async ({ deal }) => {
    await environment.asked(deal)
    await environment.stripe.customers.del(await environment.findCustomer(deal.buyer))
    await expect.poll(() => ofBuyer(deal.buyer)).toBe(null)
  })
})

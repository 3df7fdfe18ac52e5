import { randomUUID } from 'node:crypto'

import { beforeAll, describe, expect } from 'vitest'

import { CARDS, READY_CARDS } from '@kundig/testing/payments/cards'
import { toIntentId } from '@kundig/testing/payments/client-secret'
import type { Deal, PaymentMessage } from '@kundig/testing/payments/payment-environment'
import { testDeals, usePaymentEnvironment } from '@kundig/testing/payments/use-payment-environment'
import { makeOperator } from '@kundig/testing/people/operators'
import { toOutcome } from '@kundig/testing/people/outcome'
import type { Person } from '@kundig/testing/people/test-client'
import { useTestApp } from '@kundig/testing/server/use-test-app'

const app = useTestApp({ payments: 'simulator', paymentReconcileMs: 200, operatorsNeedSecondFactor: false })
const environment = usePaymentEnvironment(app)
const it = testDeals(() => environment)

beforeAll(async () => {
  // The simulator sends no events, because each test posts its own events.
  await environment.control('/webhooks/pause')
})

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)
const BLOCKED = { status: 403, body: { code: 'PAYING_BLOCKED' } }

async function postEvent(
  type: string,
  object: string,
  id = `evt_${randomUUID().replaceAll('-', '')}`,
): Promise<number> {
  const payload = JSON.stringify({
    id,
    object: 'event',
    type,
    created: Math.floor(Date.now() / 1000),
    data: { object: { id: object } },
  })
  const signature = environment.stripe.webhooks.generateTestHeaderString({
    payload,
    secret: environment.keys.webhookSecret,
  })
  const answer = await fetch(`${app.url}/stripe/webhook`, {
    method: 'POST',
    headers: { 'stripe-signature': signature, 'content-type': 'application/json' },
    body: payload,
  })
  return answer.status
}

async function declineOnce(deal: Deal, message: PaymentMessage): Promise<string> {
  await environment.pay(deal, message, READY_CARDS.declined)
  const { intent } = await environment.stored(message)
  return intent
}

async function declined(deal: Deal, message: PaymentMessage): Promise<void> {
  expect(await postEvent('payment_intent.payment_failed', await declineOnce(deal, message))).toBe(200)
}

async function declinedSetup(buyer: Person): Promise<string> {
  const { clientSecret } = await app.must<{ clientSecret: string }>(buyer, 'POST', '/api/payments/cards/setup')
  await environment.confirmSetup(clientSecret, await environment.newCard(CARDS.declined))
  const setup = toIntentId(clientSecret)
  expect(await postEvent('setup_intent.setup_failed', setup)).toBe(200)
  return setup
}

const listAttempts = ({ payment_request_id: id }: PaymentMessage) =>
  app.sql<{ number: number; state: string; decline_code: string }>(
    'SELECT number, state, method, brand, last4, wallet, failure_code, decline_code FROM payment_attempts WHERE payment_request_id = $1 ORDER BY number',
    [id],
  )
const countDeclines = async (person: Person): Promise<number> =>
  (await app.sql('SELECT FROM card_declines WHERE person_id = $1', [person.id])).length
const listBlocks = ({ id }: Person) =>
  app.sql<{ id: string; due_at: Date | null; lifted_at: Date | null; hours: number }>(
    'SELECT id, due_at, lifted_at, round(extract(epoch FROM ends_at - began_at) / 3600)::int AS hours FROM payment_blocks WHERE person_id = $1 ORDER BY began_at',
    [id],
  )
const doneWith = (person: Person) =>
  expect
    .poll(async () => (await listBlocks(person)).map(({ due_at: dueAt }) => dueAt), { timeout: 20_000 })
    .toSatisfy((due: unknown[]) => due.length > 0 && due.every((at) => at === null))

async function alreadyDeclined({ id }: Person, count: number, ago = '10 minutes'): Promise<void> {
  await app.sql(
    `INSERT INTO card_declines (stripe_id, person_id, declined_at)
     SELECT 'ch_' || gen_random_uuid(), $1, now() - $2::interval FROM generate_series(1, $3::int)`,
    [id, ago, count],
  )
}

describe('a failed payment attempt', () => {
  it('is stored once, with card and reason, when its events arrive ten times concurrently and in any order', async ({
    deal,
    message,
  }) => {
    const intent = await declineOnce(deal, message)
    const [charge] = (await environment.stripe.charges.list({ payment_intent: intent })).data
    const statuses = await Promise.all(
      upTo(10).flatMap(() => [
        postEvent('charge.failed', charge?.id ?? ''),
        postEvent('payment_intent.payment_failed', intent, 'evt_the_same'),
      ]),
    )
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect(await listAttempts(message)).toEqual([
      {
        number: 1,
        state: 'declined',
        method: 'card',
        brand: 'visa',
        last4: '0002',
        wallet: null,
        failure_code: 'card_declined',
        decline_code: 'generic_decline',
      },
    ])
    expect(await countDeclines(deal.buyer)).toBe(1)
    expect(await environment.stored(message)).toMatchObject({ status: 'pending' })
  })

  it('is found by the reconciliation without any event', async ({ deal, message }) => {
    await declineOnce(deal, message)
    await app.sql('UPDATE payment_requests SET check_at = now() WHERE id = $1', [message.payment_request_id])
    await expect.poll(() => listAttempts(message), { timeout: 20_000 }).toHaveLength(1)
  })

  it('is stored at most twenty times per payment request', async ({ deal, message }) => {
    const { body } = await environment.secret(deal.buyer, message)
    for (const _ of upTo(22)) await environment.confirm(body.clientSecret, READY_CARDS.declined)
    const { intent } = await environment.stored(message)
    await postEvent('payment_intent.payment_failed', intent)
    expect((await listAttempts(message)).map(({ number }) => number)).toEqual(upTo(20))
    expect(await countDeclines(deal.buyer)).toBe(22)
  })

  it('appears in the buyer’s exported data, but not in the seller’s', async ({ deal }) => {
    await declined(deal, await environment.asked(deal))
    const dataOf = async (person: Person) => JSON.stringify(await app.must(person, 'GET', '/api/account/data'))
    expect(await dataOf(deal.buyer)).toContain('generic_decline')
    expect(await dataOf(deal.seller)).not.toContain('generic_decline')
  })

  it('appears in the payment’s timeline for operators', async ({ deal, message }) => {
    await declined(deal, message)
    const viewer = await makeOperator(app, 'viewer', await app.signUp())
    const path = `/api/operations/payments/${message.payment_request_id}/timeline`
    expect((await app.must<{ items: object[] }>(viewer, 'GET', path)).items).toContainEqual(
      expect.objectContaining({ kind: 'attempt', word: 'generic_decline', method: 'visa 0002' }),
    )
  })
})

describe('five declines within an hour', () => {
  it('create one block, even if some are of payments and some of card setups', async ({ deal }) => {
    const messages = [await environment.asked(deal), await environment.asked(deal)]
    for (const message of messages) await declined(deal, message)
    const setup = await declinedSetup(deal.buyer)
    await Promise.all(upTo(10).map(() => postEvent('setup_intent.setup_failed', setup)))
    await declinedSetup(deal.buyer)
    expect(await countDeclines(deal.buyer)).toBe(4)
    expect(await listBlocks(deal.buyer)).toEqual([])
    const [first] = messages
    if (!first) throw new Error('asked twice')
    const before = await declineOnce(deal, first)
    await Promise.all(upTo(10).map(() => postEvent('payment_intent.payment_failed', before)))
    await doneWith(deal.buyer)
    expect(await listBlocks(deal.buyer)).toMatchObject([{ hours: 24, lifted_at: null }])
    for (const message of messages) {
      expect(await environment.secret(deal.buyer, message)).toMatchObject(BLOCKED)
      expect(await environment.stored(message)).toMatchObject({ status: 'pending', cancelled_as: null })
    }
    const refused = await app.api<{ data: { retry_after_s: number } }>(deal.buyer, 'POST', '/api/payments/cards/setup')
    expect(refused).toMatchObject(BLOCKED)
    expect(Math.round(refused.body.data.retry_after_s / 3600)).toBe(24)
  })

  it('invalidate all issued client secrets and leave the payment requests payable after the block', async ({
    deal,
  }) => {
    const [message, other] = [await environment.asked(deal), await environment.asked(deal)]
    const held = (await environment.secret(deal.buyer, other)).body.clientSecret
    const setup = await app.must<{ clientSecret: string }>(deal.buyer, 'POST', '/api/payments/cards/setup')
    await alreadyDeclined(deal.buyer, 4)
    await declined(deal, message)
    await doneWith(deal.buyer)
    expect((await environment.confirm(held)).status).toBe(400)
    const confirmed = await environment.confirmSetup(setup.clientSecret, await environment.newCard(CARDS.visa))
    expect(confirmed.error).toMatchObject({ code: 'setup_intent_unexpected_state' })
    await postEvent('payment_intent.canceled', toIntentId(held))
    await app.sql('UPDATE payment_blocks SET lifted_at = now() WHERE person_id = $1', [deal.buyer.id])
    for (const request of [message, other]) {
      await environment.pay(deal, request)
      expect((await environment.claim(deal.buyer, request, 'completed')).body).toMatchObject({ status: 'completed' })
      expect(await environment.charges(request)).toMatchObject({ count: 1 })
    }
  })

  it('count only if they are within one hour, and after the end of the last block', async ({ deal, message }) => {
    await alreadyDeclined(deal.buyer, 4, '61 minutes')
    await declined(deal, message)
    expect(await listBlocks(deal.buyer)).toEqual([])
    await app.sql(
      `UPDATE card_declines SET declined_at = now() - interval '59 minutes' WHERE person_id = $1
      AND declined_at < now() - interval '1 hour'`,
      [deal.buyer.id],
    )
    await declined(deal, message)
    await doneWith(deal.buyer)
    await app.sql('UPDATE payment_blocks SET lifted_at = clock_timestamp() WHERE person_id = $1', [deal.buyer.id])
    await declined(deal, message)
    expect(await listBlocks(deal.buyer)).toHaveLength(1)
  })

  it('block only the seller if the client secret belongs to the seller’s program', async ({ deal }) => {
    await environment.saveCard(deal.buyer)
    const { body } = await environment.askByProgram(deal)
    await alreadyDeclined(deal.seller, 4)
    await environment.confirm(body.clientSecret, READY_CARDS.declined)
    await postEvent('payment_intent.payment_failed', toIntentId(body.clientSecret))
    await doneWith(deal.seller)
    expect(await listBlocks(deal.buyer)).toEqual([])
    expect((await environment.confirm(body.clientSecret)).status).toBe(400)
    expect((await environment.askByProgram(deal, { amount: 2999 })).status).toBe(403)
  })

  it.each(upTo(5))('never lose a payment that is made concurrently (%i)', async () => {
    const deal = await environment.deal()
    const [message, other] = [await environment.asked(deal), await environment.asked(deal)]
    const held = (await environment.secret(deal.buyer, other)).body.clientSecret
    await alreadyDeclined(deal.buyer, 4)
    const [, { status }] = await Promise.all([declined(deal, message), environment.confirm(held)])
    await doneWith(deal.buyer)
    const isPaid = status === 200
    expect(await environment.charges(other)).toMatchObject({ count: isPaid ? 1 : 0 })
    expect(await environment.stored(other)).toMatchObject({ status: isPaid ? 'completed' : 'pending' })
  })

  it('do not change requests that are declined or withdrawn concurrently', async ({ deal }) => {
    const [message, one, two] = [
      await environment.asked(deal),
      await environment.asked(deal),
      await environment.asked(deal),
    ]
    await alreadyDeclined(deal.buyer, 4)
    const [, declining, withdrawing] = await Promise.all([
      declined(deal, message),
      environment.decline(deal.buyer, one),
      environment.withdraw(deal.seller, two),
    ])
    expect([declining.status, withdrawing.status]).toEqual([200, 200])
    await doneWith(deal.buyer)
    expect(await environment.stored(one)).toMatchObject({ status: 'rejected', ended_by: 'declined' })
    expect(await environment.stored(two)).toMatchObject({ status: 'rejected', cancelled_as: 'withdrawn' })
  })

  it('cancel open payments later if Stripe is down or the server is killed', async ({ deal }) => {
    const [message, other] = [await environment.asked(deal), await environment.asked(deal)]
    const held = (await environment.secret(deal.buyer, other)).body.clientSecret
    await alreadyDeclined(deal.buyer, 4)
    const intent = await declineOnce(deal, message)
    await environment.control('/faults', {
      method: 'POST',
      path_prefix: `/v1/payment_intents/${toIntentId(held)}/cancel`,
      mode: 'refuse',
      times: 3,
    })
    await postEvent('payment_intent.payment_failed', intent)
    // The fifth declined payment stores the buyer's block, even if later steps fail.
    const [block] = await listBlocks(deal.buyer)
    expect(block?.due_at).not.toBeNull()
    await app.sql('UPDATE payment_blocks SET due_at = now() WHERE due_at IS NOT NULL')
    await expect
      .poll(
        async () => {
          await app.sql('UPDATE payment_blocks SET due_at = now() WHERE due_at IS NOT NULL')
          return (await listBlocks(deal.buyer))[0]?.due_at
        },
        { timeout: 30_000 },
      )
      .toBeNull()
    expect((await environment.confirm(held)).status).toBe(400)
    expect(await environment.stored(other)).toMatchObject({ status: 'pending' })
  })

  it('keep the request payable or declinable after a server is killed between cancelling and replacing an intent', async ({
    deal,
  }) => {
    const [message, declinedByBuyer] = [await environment.asked(deal), await environment.asked(deal)]
    for (const { payment_request_id: id } of [message, declinedByBuyer])
      await app.sql('UPDATE payment_requests SET replaced_intent = stripe_payment_intent_id WHERE id = $1', [id])
    for (const request of [message, declinedByBuyer]) {
      const { intent } = await environment.stored(request)
      await environment.stripe.paymentIntents.cancel(intent, { cancellation_reason: 'duplicate' })
      await postEvent('payment_intent.canceled', intent)
      expect(await environment.stored(request)).toMatchObject({ status: 'pending' })
      expect(await environment.secret(deal.buyer, request)).toMatchObject({ body: { code: 'PAYMENT_PAUSED' } })
    }
    expect((await environment.decline(deal.buyer, declinedByBuyer)).body).toMatchObject({ ended_by: 'declined' })
    await app.sql(
      `INSERT INTO payment_blocks (person_id, began_at, ends_at, lifted_at, due_at)
       VALUES ($1, now() - interval '1 hour', now() + interval '1 hour', now(), now())`,
      [deal.buyer.id],
    )
    await doneWith(deal.buyer)
    await environment.pay(deal, message)
    expect((await environment.claim(deal.buyer, message, 'completed')).body).toMatchObject({ status: 'completed' })
    expect(await environment.stored(declinedByBuyer)).toMatchObject({ status: 'rejected', ended_by: 'declined' })
  })

  it('no longer block a buyer after a moderator lifts the block, with one audit entry', async ({ deal, message }) => {
    await alreadyDeclined(deal.buyer, 4)
    await declined(deal, message)
    await doneWith(deal.buyer)
    const [moderator, viewer] = [await makeOperator(app, 'moderator'), await makeOperator(app, 'viewer')]
    const path = `/api/operations/people/${deal.buyer.id}`
    expect(await app.must(viewer, 'POST', `${path}/look`)).toMatchObject({ payment_block: { may_lift: false } })
    expect(await app.must(moderator, 'POST', `${path}/look`)).toMatchObject({ payment_block: { may_lift: true } })
    const lift = (person: Person) => app.api(person, 'POST', `${path}/payment-block/lift`)
    expect(toOutcome(await lift(viewer))).toBe('403 ROLE_NEEDED')
    const lifted = await Promise.all(upTo(3).map(() => lift(moderator)))
    expect(lifted.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409, 409]))
    expect(lifted.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await app.must(moderator, 'POST', `${path}/look`)).toMatchObject({ payment_block: null })
    expect(
      await app.sql(
        `SELECT actor_id, state_before FROM audit_log WHERE action = 'payment_block_lifted' AND subject_id = $1`,
        [deal.buyer.id],
      ),
    ).toEqual([{ actor_id: moderator.id, state_before: 'paying_blocked' }])
    await environment.pay(deal, message)
    expect((await environment.claim(deal.buyer, message, 'completed')).body).toMatchObject({ status: 'completed' })
  })
})

describe('client secrets', () => {
  it('have a daily limit per buyer and seller that does not affect other pairs', async () => {
    const [deal, other] = [await environment.deal(), await environment.deal()]
    const message = await environment.asked(deal)
    expect((await environment.secret(deal.buyer, message)).status).toBe(200)
    const [count] = await app.sql<{ hours: number }>(
      `UPDATE rate_limits SET points = 1000000 WHERE key LIKE 'paymentSecretPerPair:%'
       RETURNING round((expire - extract(epoch FROM now()) * 1000) / 3600000)::int AS hours`,
    )
    expect(count).toEqual({ hours: 24 })
    expect(await environment.secret(deal.buyer, message)).toMatchObject({ status: 429 })
    expect((await environment.secret(other.buyer, await environment.asked(other))).status).toBe(200)
  })
})

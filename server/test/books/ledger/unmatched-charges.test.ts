import { beforeAll, describe, expect, it } from 'vitest'

import type { Message } from '@kundig/contract/chat/chat.contract'
import type { Books, UnmatchedCharge } from '@kundig/contract/operations/books.contract'
import type { Health } from '@kundig/contract/operations/health.contract'
import type { OperatorRole } from '@kundig/contract/operations/operator-roles'
import type { Deal, PaymentMessage } from '@kundig/testing/payments/payment-environment'
import { usePaymentEnvironment } from '@kundig/testing/payments/use-payment-environment'
import { makeOperator } from '@kundig/testing/people/operators'
import { toOutcome } from '@kundig/testing/people/outcome'
import type { Person } from '@kundig/testing/people/test-client'
import { useTestApp } from '@kundig/testing/server/use-test-app'

// Reconciliation is off, so that only events and the tests' calls settle payments.
const app = useTestApp({ payments: 'simulator', operatorsNeedSecondFactor: false })
const environment = usePaymentEnvironment(app)
let moderator: Person

beforeAll(async () => {
  moderator = await operator('moderator')
})

const SOON = { timeout: 30_000 }

const operator = async (role: OperatorRole): Promise<Person> => makeOperator(app, role, await app.signUp())

const runBalanceCheck = () => app.must(moderator, 'POST', '/api/operations/books/balance-check', {})
const listed = async () =>
  (await app.must<Books>(moderator, 'GET', '/api/operations/books?range=30_days')).unknown_payments
const ofIntent = async (intent: string): Promise<UnmatchedCharge> => {
  const found = (await listed()).find(({ stripe_payment_intent_id: id }) => id === intent)
  if (!found) throw new Error('It was not found')
  return found
}
const decide = (who: Person, { id }: UnmatchedCharge, as: 'reconcile' | 'ignore') =>
  app.api<UnmatchedCharge>(who, 'POST', `/api/operations/unmatched-charges/${id}/${as}`, {})
const readLog = ({ id }: UnmatchedCharge) =>
  app.sql(
    `SELECT actor_id, action, subject_kind, state_before, state_after FROM audit_log WHERE subject_id = $1 ORDER BY id`,
    [id],
  )
const listMessages = async ({ seller, room }: Deal) =>
  (await app.must<{ items: Message[] }>(seller, 'GET', `/api/chat-rooms/${room.id}/messages`)).items
const unknownInHealth = async () =>
  (await app.must<Health>(moderator, 'GET', '/api/operations/health')).resources.find(
    ({ kind }) => kind === 'unknown_payments',
  )

async function paidUnheard(input: object = {}) {
  const deal = await environment.deal()
  const message = await environment.asked(deal, { amount: '35', description: 'An hour of advice', ...input })
  await environment.control('/webhooks/pause')
  await environment.pay(deal, message)
  const { intent } = await environment.stored(message)
  return { deal, message, intent }
}

/** Deletes rows, as if an older backup was restored. */
const forget = ({ payment_request_id: id }: PaymentMessage) =>
  app.sql('DELETE FROM payment_requests WHERE id = $1', [id])

async function madeByHand(amount: number) {
  const intent = await environment.stripe.paymentIntents.create({
    amount,
    currency: 'eur',
    payment_method: 'pm_card_visa',
    confirm: true,
  })
  expect(intent.status).toBe('succeeded')
  return intent
}

describe('an unmatched charge', () => {
  it('is found soon after Stripe’s event, and appears in health as action needed', async () => {
    const intent = await madeByHand(4200)
    await expect
      .poll(async () => (await listed()).map(({ stripe_payment_intent_id: id }) => id), SOON)
      .toContain(intent.id)
    expect(await ofIntent(intent.id)).toMatchObject({ amount: 4200, currency: 'eur', state: 'open', outcome: null })
    await expect.poll(unknownInHealth, SOON).toMatchObject({ state: 'needs_somebody', amount: 1 })
    const { body, status } = await decide(moderator, await ofIntent(intent.id), 'reconcile')
    expect([status, body]).toMatchObject([200, { state: 'taken_in', outcome: 'noted' }])
    expect(await readLog(body)).toEqual([
      {
        actor_id: moderator.id,
        action: 'payment_taken_in',
        subject_kind: 'unknown_payment',
        state_before: 'open',
        state_after: 'noted',
      },
    ])
    await expect.poll(unknownInHealth, SOON).toMatchObject({ state: 'fine', amount: 0 })
  })

  it('can be ignored, and is decided only once', async () => {
    const intent = await madeByHand(4300)
    await runBalanceCheck()
    const found = await ofIntent(intent.id)
    const viewer = await operator('viewer')
    expect(toOutcome(await decide(viewer, found, 'ignore'))).toBe('403 ROLE_NEEDED')
    expect(await decide(moderator, found, 'ignore')).toMatchObject({
      status: 200,
      body: { state: 'ignored', outcome: null },
    })
    for (const as of ['ignore', 'reconcile'] as const) {
      expect(toOutcome(await decide(moderator, found, as))).toBe('409 UNKNOWN_PAYMENT_DECIDED')
    }
    expect(await readLog(found)).toHaveLength(1)
    await runBalanceCheck()
    expect(await ofIntent(intent.id)).toMatchObject({ state: 'ignored' })
  })

  it('is not reported when its payment request exists', async () => {
    const { message, intent } = await paidUnheard()
    await runBalanceCheck()
    expect((await listed()).map(({ stripe_payment_intent_id: id }) => id)).not.toContain(intent)
    await environment.control('/webhooks/resume')
    await expect.poll(async () => (await environment.stored(message)).status, SOON).toBe('completed')
  })
})

describe('reconciling unmatched charges after a restored backup', () => {
  it('recreates a lost request in its chat, settles it, and notifies its seller', async () => {
    const { deal, message, intent } = await paidUnheard()
    await forget(message)
    await runBalanceCheck()
    const found = await ofIntent(intent)
    expect(await decide(moderator, found, 'reconcile')).toMatchObject({ status: 200, body: { outcome: 'rebuilt' } })
    expect(await environment.request(deal.buyer, message)).toMatchObject({
      id: message.payment_request_id,
      amount: 3500,
      status: 'completed',
    })
    const shown = (await listMessages(deal)).filter(
      (one) => 'payment_request_id' in one && one.payment_request_id === message.payment_request_id,
    )
    expect(shown).toMatchObject([{ status: 'completed', amount: 3500, sender_id: deal.seller.id }])
    await expect
      .poll(
        async () =>
          (await app.must<{ items: { kind: string }[] }>(deal.seller, 'GET', '/api/notifications')).items.map(
            ({ kind }) => kind,
          ),
        SOON,
      )
      .toContain('payment_received')
    // The earlier postings now belong to the payment, and the journal is unchanged.
    const { money } = await app.must<{ money: object }>(
      moderator,
      'GET',
      `/api/operations/payments/${message.payment_request_id}/timeline`,
    )
    expect(money).toMatchObject({ payments: 3500, fee: 175 })
    expect(await environment.refund(deal.seller, message)).toMatchObject({ status: 200 })
  })

  it('recreates a request once when several operators reconcile it concurrently', async () => {
    const { deal, message, intent } = await paidUnheard()
    await forget(message)
    await runBalanceCheck()
    const found = await ofIntent(intent)
    const others = await Promise.all([operator('owner'), operator('moderator'), operator('moderator')])
    const ends = await Promise.all([moderator, ...others].map((who) => decide(who, found, 'reconcile')))
    expect(ends.map(toOutcome).toSorted()).toEqual([
      '200',
      ...Array.from({ length: 3 }, () => '409 UNKNOWN_PAYMENT_DECIDED'),
    ])
    expect(await readLog(found)).toHaveLength(1)
    const shown = (await listMessages(deal)).filter(
      (one) => 'payment_request_id' in one && one.payment_request_id === message.payment_request_id,
    )
    expect(shown).toHaveLength(1)
    expect(await environment.charges(message)).toEqual({ count: 1, cents: 3500 })
  })

  it('settles a request by the intent that paid it, and cancels its other intent', async () => {
    const { message, intent } = await paidUnheard()
    const other = await environment.stripe.paymentIntents.create({ amount: 3500, currency: 'eur' })
    await app.sql('UPDATE payment_requests SET stripe_payment_intent_id = $1 WHERE id = $2', [
      other.id,
      message.payment_request_id,
    ])
    await runBalanceCheck()
    const found = await ofIntent(intent)
    expect(await decide(moderator, found, 'reconcile')).toMatchObject({ status: 200, body: { outcome: 'settled' } })
    expect(await environment.stored(message)).toMatchObject({ status: 'completed', intent })
    expect((await environment.stripe.paymentIntents.retrieve(other.id)).status).toBe('canceled')
  })

  it('only records a charge with a different amount, and does not change the request', async () => {
    const { message, intent } = await paidUnheard()
    const other = await environment.stripe.paymentIntents.create({ amount: 3500, currency: 'eur' })
    await app.sql('UPDATE payment_requests SET stripe_payment_intent_id = $1, amount = 9900 WHERE id = $2', [
      other.id,
      message.payment_request_id,
    ])
    await runBalanceCheck()
    expect(await decide(moderator, await ofIntent(intent), 'reconcile')).toMatchObject({ body: { outcome: 'noted' } })
    expect(await environment.stored(message)).toMatchObject({ status: 'pending', intent: other.id })
  })

  it('only records a charge whose room is closed', async () => {
    const { deal, message, intent } = await paidUnheard()
    await forget(message)
    await app.must(deal.seller, 'POST', `/api/chat-rooms/${deal.room.id}/close`)
    await runBalanceCheck()
    expect(await decide(moderator, await ofIntent(intent), 'reconcile')).toMatchObject({ body: { outcome: 'noted' } })
    expect(await app.sql('SELECT FROM payment_requests WHERE id = $1', [message.payment_request_id])).toEqual([])
  })

  it('hides a charge from an operator who is its seller', async () => {
    const { deal, message, intent } = await paidUnheard()
    await forget(message)
    await runBalanceCheck()
    await makeOperator(app, 'owner', deal.seller)
    const found = await ofIntent(intent)
    expect(toOutcome(await decide(deal.seller, found, 'reconcile'))).toBe('404 UNKNOWN_PAYMENT_NOT_FOUND')
    expect(await ofIntent(intent)).toMatchObject({ state: 'open' })
  })

  it('can be retried after an outage of Stripe', async () => {
    const { message, intent } = await paidUnheard()
    await forget(message)
    await runBalanceCheck()
    const found = await ofIntent(intent)
    await environment.control('/faults', {
      method: 'GET',
      path_prefix: '/v1/payment_intents/',
      mode: 'drop',
      times: 1000,
    })
    expect(toOutcome(await decide(moderator, found, 'reconcile'))).toBe('503 PROVIDER_UNAVAILABLE')
    await environment.control('/faults/clear')
    expect(await ofIntent(intent)).toMatchObject({ state: 'open' })
    expect(await decide(moderator, found, 'reconcile')).toMatchObject({ status: 200, body: { outcome: 'rebuilt' } })
  })
})

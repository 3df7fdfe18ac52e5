import { beforeAll, describe, expect, it } from 'vitest'

import type { OperatorRole } from '@kundig/contract/operations/operator-roles'
import type { PaymentTimelineEntry, StripeAnswer } from '@kundig/contract/operations/payments-lookup.contract'
import { usePaymentEnvironment } from '@kundig/testing/payments/use-payment-environment'
import { makeOperator } from '@kundig/testing/people/operators'
import { toOutcome } from '@kundig/testing/people/outcome'
import type { Person } from '@kundig/testing/people/test-client'
import { useTestApp } from '@kundig/testing/server/use-test-app'

const app = useTestApp({ payments: 'simulator', operatorsNeedSecondFactor: false })
const environment = usePaymentEnvironment(app)
let moderator: Person

beforeAll(async () => {
  moderator = await operator('moderator')
})

const operator = async (role: OperatorRole): Promise<Person> => makeOperator(app, role, await app.signUp())
const pathOf = (id: string, rest: string) => `/api/operations/payments/${id}/${rest}`
const timelineOf = async (id: string) =>
  (await app.must<{ items: PaymentTimelineEntry[] }>(moderator, 'GET', pathOf(id, 'timeline'))).items
const ask = async (id: string) =>
  (await app.must<{ answer: StripeAnswer | null }>(moderator, 'POST', pathOf(id, 'ask-stripe'))).answer

describe('an operator', () => {
  it('sees a payment’s events in order of time, and that Stripe has the same state', async () => {
    const deal = await environment.deal()
    const { payment_request_id: id } = await environment.paid(deal)
    const items = await timelineOf(id)
    expect(items[0]).toMatchObject({ kind: 'asked', amount: 1999 })
    expect(items).toContainEqual(expect.objectContaining({ kind: 'decided', word: 'completed' }))
    const seconds = items.map(({ at }) => at.slice(0, 19))
    expect(seconds).toEqual(seconds.toSorted())
    expect(await ask(id)).toEqual({ status: 'succeeded', amount: 1999, received: 1999, refunded: 0, differs: [] })
  })

  it('sees a difference from Stripe, and repairs it with another check, which is logged', async () => {
    const deal = await environment.deal()
    const { payment_request_id: id } = await environment.paid(deal)
    await app.sql(`INSERT INTO stripe_events (id, type, object_id, created_at)
      SELECT 'evt_' || id, 'payment_intent.succeeded', stripe_payment_intent_id, now() FROM payment_requests`)
    expect(await timelineOf(id)).toContainEqual(
      expect.objectContaining({ kind: 'event', word: 'payment_intent.succeeded', is_handled: false }),
    )
    const [intent] = await app.sql<{ intent: string }>(
      'SELECT stripe_payment_intent_id AS intent FROM payment_requests WHERE id = $1',
      [id],
    )
    await environment.stripe.refunds.create({ payment_intent: intent?.intent ?? '', amount: 500 })
    expect(await ask(id)).toMatchObject({ refunded: 500 })
    expect(await app.must(moderator, 'POST', pathOf(id, 'look-again'))).toMatchObject({
      left: 1499,
      refunds: [{ amount: 500, by: 'stripe' }],
    })
    expect((await ask(id))?.differs).toEqual([])
    expect(await app.sql('SELECT actor_id, action FROM audit_log WHERE subject_id = $1', [id])).toEqual([
      { actor_id: moderator.id, action: 'payment_looked_again' },
    ])
  })

  it('cannot find a payment in which they are involved', async () => {
    const deal = await environment.deal()
    const { payment_request_id: id } = await environment.paid(deal)
    await makeOperator(app, 'moderator', deal.seller)
    for (const [method, rest] of [
      ['GET', 'timeline'],
      ['POST', 'ask-stripe'],
      ['POST', 'look-again'],
    ] as const)
      expect(toOutcome(await app.api(deal.seller, method, pathOf(id, rest)))).toBe('404 PAYMENT_REQUEST_NOT_FOUND')
  })
})

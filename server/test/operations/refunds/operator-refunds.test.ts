import { randomUUID } from 'node:crypto'

import { beforeAll, describe, expect, it } from 'vitest'

import type { Notification } from '@kundig/contract/notifications/notifications.contract'
import type { OperatorRole } from '@kundig/contract/operations/operator-roles'
import type { RefundablePayment } from '@kundig/contract/operations/refunds.contract'
import type { PaymentMessage } from '@kundig/testing/payments/payment-environment'
import { usePaymentEnvironment } from '@kundig/testing/payments/use-payment-environment'
import { makeOperator } from '@kundig/testing/people/operators'
import type { Person } from '@kundig/testing/people/test-client'
import { useTestApp } from '@kundig/testing/server/use-test-app'

const app = useTestApp({ payments: 'simulator', operatorsNeedSecondFactor: false })
const environment = usePaymentEnvironment(app)
let moderator: Person

beforeAll(async () => {
  moderator = await operator('moderator')
})

const operator = async (role: OperatorRole): Promise<Person> => makeOperator(app, role, await app.signUp())
const refund = (who: Person, { payment_request_id: id }: PaymentMessage, input: object = {}) =>
  app.api<RefundablePayment>(who, 'POST', `/api/operations/payments/${id}/refunds`, {
    client_id: randomUUID(),
    amount: '12',
    reason: 'They did not meet',
    ...input,
  })
const logOf = ({ payment_request_id: id }: PaymentMessage) =>
  app.sql(
    `SELECT actor_id, action, subject_kind, state_before, state_after FROM audit_log WHERE subject_id = $1 ORDER BY id`,
    [id],
  )

describe('an operator', () => {
  it('finds a payment by its id or Stripe’s id and refunds it, which notifies both people and is logged', async () => {
    const deal = await environment.deal()
    const message = await environment.paid(deal)
    const { intent } = await environment.stored(message)
    const read = (reference: string) =>
      app.must<RefundablePayment>(moderator, 'GET', `/api/operations/payments/${reference}`)
    expect(await read(intent)).toMatchObject({ id: message.payment_request_id, amount: 1999, left: 1999, refunds: [] })
    const tab = await app.live(deal.buyer)
    const input = { client_id: randomUUID() }
    const answers = await Promise.all([refund(moderator, message, input), refund(moderator, message, input)])
    for (const { status, body } of answers) {
      expect({ status, body }).toMatchObject({
        status: 200,
        body: { left: 799, refunds: [{ amount: 1200, by: 'operator', reason: 'They did not meet' }] },
      })
    }
    expect(await read(message.payment_request_id.toUpperCase())).toMatchObject({
      seller: { id: deal.seller.id },
      buyer: { id: deal.buyer.id },
      left: 799,
      refunds: [{ status: 'succeeded' }],
    })
    expect(await logOf(message)).toEqual([
      {
        actor_id: moderator.id,
        action: 'payment_refunded',
        subject_kind: 'payment',
        state_before: 'paid',
        state_after: 'partly_refunded',
      },
    ])
    await expect
      .poll(() => tab.listEvents('message.updated').at(-1)?.refunds)
      .toMatchObject([{ amount: 1200, by: 'operator', status: 'succeeded' }])
    for (const [who, kind] of [
      [deal.buyer, 'refund_received'],
      [deal.seller, 'refund_taken'],
    ] as const) {
      const kinds = async () =>
        (await app.must<{ items: Notification[] }>(who, 'GET', '/api/notifications')).items.map((entry) => entry.kind)
      await expect.poll(kinds).toContain(kind)
    }
  })

  it('cannot refund an unpaid request, more than the remaining amount, or without a reason', async () => {
    const deal = await environment.deal()
    const [paid, pending] = [await environment.paid(deal), await environment.asked(deal)]
    expect(await refund(moderator, paid, { amount: '20' })).toMatchObject({ body: { code: 'REFUND_TOO_LARGE' } })
    expect(await refund(moderator, paid, { reason: ' ' })).toMatchObject({ body: { code: 'REFUND_REASON_REQUIRED' } })
    expect(await refund(moderator, pending)).toMatchObject({ body: { code: 'REFUND_NOT_PAID' } })
    expect([...(await logOf(paid)), ...(await logOf(pending))]).toEqual([])
  })

  it('refunds a payment once when two operators do so concurrently', async () => {
    const other = await operator('owner')
    const deal = await environment.deal()
    const message = await environment.paid(deal)
    const answers = await Promise.all([
      refund(moderator, message, { amount: '19.99' }),
      refund(other, message, { amount: '19.99' }),
      environment.refund(deal.seller, message, { amount: '19.99' }),
    ])
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409', '409'])
    const [charge] = (
      await environment.stripe.charges.list({ payment_intent: (await environment.stored(message)).intent })
    ).data
    expect(charge).toMatchObject({ amount_refunded: 1999 })
  })

  it('cannot find a payment in which they are involved', async () => {
    const deal = await environment.deal()
    const message = await environment.paid(deal)
    await makeOperator(app, 'owner', deal.buyer)
    expect(await refund(deal.buyer, message)).toMatchObject({
      status: 404,
      body: { code: 'PAYMENT_REQUEST_NOT_FOUND' },
    })
  })
})

import type { Stripe } from 'stripe'
import { beforeEach, describe, expect, it } from 'vitest'

import type { Notification } from '@kundig/contract/notifications/notifications.contract'
import type { Deal, PaymentMessage } from '@kundig/testing/payments/payment-environment'
import { usePaymentEnvironment } from '@kundig/testing/payments/use-payment-environment'
import { toOutcome } from '@kundig/testing/people/outcome'
import { useTestApp } from '@kundig/testing/server/use-test-app'

const app = useTestApp({ payments: 'simulator', paymentReconcileMs: 150 })
const environment = usePaymentEnvironment(app)

beforeEach(async () => {
  await environment.control('/faults/clear')
  await environment.control('/balances', { cents: null })
})

const SOON = { timeout: 20_000 }
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1)

type Stored = {
  id: string
  stripe_dispute_id: string
  status: string
  amount: number
  fee: number
  reversal_amount: number | null
  fee_returned: number
  is_reversed: boolean
  is_sent_again: boolean
  resend_tries: number
}
const stored = async ({ payment_request_id: id }: PaymentMessage) =>
  app.sql<Stored>(
    `SELECT id, stripe_dispute_id, status, amount, fee, reversal_amount, fee_returned, resend_tries,
       stripe_reversal_id IS NOT NULL AS is_reversed, stripe_resend_id IS NOT NULL AS is_sent_again
     FROM disputes WHERE payment_request_id = $1`,
    [id],
  )
async function listTransfers(deal: Deal) {
  const { data } = await environment.stripe.transfers.list({ destination: await environment.findAccount(deal.seller) })
  return data.map(({ amount, amount_reversed: back }) => [amount, back]).toReversed()
}
const listNotifications = async ({ seller, room }: Deal) =>
  (await app.must<{ items: Notification[] }>(seller, 'GET', '/api/notifications')).items
    .filter(({ room_id: roomId, kind }) => roomId === room.id && kind.startsWith('dispute_'))
    .toReversed()
const listKinds = async (deal: Deal) => (await listNotifications(deal)).map(({ kind }) => kind)
const kindsUnread = async (deal: Deal) =>
  (await listNotifications(deal)).flatMap(({ kind, read }) => (read ? [] : [kind]))
const letPauseEnd = ({ payment_request_id: id }: PaymentMessage) =>
  app.sql('UPDATE disputes SET check_at = now() WHERE payment_request_id = $1', [id])

async function disputeIt(message: PaymentMessage, input: object = {}): Promise<Stripe.Dispute> {
  const { intent } = await environment.stored(message)
  return environment.control<Stripe.Dispute>(`/payment_intents/${intent}/dispute`, input)
}
async function disputed(input: object = {}) {
  const deal = await environment.ownDeal()
  const message = await environment.paid(deal, { amount: '35' })
  const { id } = await disputeIt(message, input)
  await expect.poll(() => stored(message), SOON).toHaveLength(1)
  return { deal, message, id }
}

describe('a disputed payment', () => {
  it('is reversed from the seller once, with one notification, and recorded as lost once', async () => {
    const { deal, message, id } = await disputed()
    await expect
      .poll(() => stored(message), SOON)
      .toMatchObject([{ status: 'needs_response', amount: 3500, fee: 2000, reversal_amount: 3500, is_reversed: true }])
    expect(await listTransfers(deal)).toEqual([[3500, 3500]])
    await environment.control(`/disputes/${id}/lose`)
    await expect.poll(() => listKinds(deal), SOON).toEqual(['dispute_opened', 'dispute_lost'])
    expect(await kindsUnread(deal)).toEqual(['dispute_lost'])
    expect(await listTransfers(deal)).toEqual([[3500, 3500]])
    expect(toOutcome(await environment.refund(deal.seller, message))).toBe('409 REFUND_DISPUTE_LOST')
  })

  it('is transferred to the seller again after a won dispute, when the balance is sufficient', async () => {
    const { deal, message, id } = await disputed()
    await expect.poll(() => stored(message), SOON).toMatchObject([{ is_reversed: true }])
    await environment.control('/balances', { cents: 100 })
    await environment.control(`/disputes/${id}/win`)
    await expect
      .poll(() => stored(message), SOON)
      .toMatchObject([{ status: 'won', resend_tries: 1, is_sent_again: false }])
    await environment.control('/balances', { cents: 3500 })
    await letPauseEnd(message)
    await expect.poll(() => stored(message), SOON).toMatchObject([{ is_sent_again: true }])
    const [{ fee_returned: fee } = { fee_returned: 0 }] = await stored(message)
    expect(await listTransfers(deal)).toEqual([
      [3500, 3500],
      [3500 - fee, 0],
    ])
    await expect.poll(() => listKinds(deal), SOON).toEqual(['dispute_opened', 'dispute_won'])
    expect(toOutcome(await environment.refund(deal.seller, message))).toBe('409 REFUND_PLATFORM_ONLY')
  })

  it('a disputed payment is not reversed before Stripe makes the transfer to the seller', async () => {
    const deal = await environment.ownDeal()
    await environment.control('/charges/settling', { waits: true })
    const message = await environment.paid(deal, { amount: '35' })
    await disputeIt(message)
    await expect.poll(() => stored(message), SOON).toMatchObject([{ status: 'needs_response', is_reversed: false }])
    await letPauseEnd(message)
    await expect.poll(() => stored(message), SOON).toMatchObject([{ reversal_amount: null, is_reversed: false }])
    await environment.control('/charges/settling', { waits: false })
    await letPauseEnd(message)
    await expect.poll(() => stored(message), SOON).toMatchObject([{ reversal_amount: 3500, is_reversed: true }])
    expect(await listTransfers(deal)).toEqual([[3500, 3500]])
  })

  it('is reversed only by the amount that was not refunded', async () => {
    const deal = await environment.ownDeal()
    const message = await environment.paid(deal, { amount: '35' })
    expect(await environment.refund(deal.seller, message, { amount: '12' })).toMatchObject({ status: 200 })
    await disputeIt(message)
    await expect.poll(() => stored(message), SOON).toMatchObject([{ amount: 3500, reversal_amount: 2300 }])
    await expect.poll(() => listTransfers(deal), SOON).toEqual([[3500, 3500]])
  })

  it('is not reversed for an inquiry, only when the bank asks for evidence', async () => {
    const { deal, message, id } = await disputed({ as_inquiry: true, amount: 1000 })
    expect(await stored(message)).toMatchObject([{ status: 'warning_needs_response', is_reversed: false }])
    expect(await listTransfers(deal)).toEqual([[3500, 0]])
    await environment.control(`/disputes/${id}/ask_for_more`)
    await expect.poll(() => stored(message), SOON).toMatchObject([{ is_reversed: true, reversal_amount: 1000 }])
    await expect.poll(() => listKinds(deal), SOON).toEqual(['dispute_opened', 'dispute_evidence_wanted'])
  })
})

describe('Stripe’s events about a dispute', () => {
  it('may arrive ten times, late and out of order', async () => {
    const deal = await environment.ownDeal()
    const message = await environment.paid(deal, { amount: '35' })
    await environment.control('/webhooks/pause')
    await environment.control('/webhooks/rules', {
      type_prefix: 'charge.dispute.',
      action: 'duplicate',
      copies: 10,
      times: 10,
    })
    const { id } = await disputeIt(message)
    await environment.stripe.disputes.update(id, { evidence: { uncategorized_text: 'winning_evidence' }, submit: true })
    await environment.control('/webhooks/resume', { order: 'newest_first' })
    await expect.poll(() => stored(message), SOON).toMatchObject([{ status: 'won', is_reversed: false }])
    expect(await listTransfers(deal)).toEqual([[3500, 0]])
    await expect.poll(() => listKinds(deal), SOON).toEqual(['dispute_won'])
  })

  it('a dispute of an unknown payment is recorded without a reversal', async () => {
    const intent = await environment.stripe.paymentIntents.create({
      amount: 900,
      currency: 'eur',
      payment_method: 'pm_card_createDispute',
      confirm: true,
    })
    await expect
      .poll(() => app.sql('SELECT payment_request_id, status, amount FROM disputes WHERE amount = 900'), SOON)
      .toEqual([{ payment_request_id: null, status: 'needs_response', amount: 900 }])
    expect(intent.status).toBe('succeeded')
  })

  it('fraud warnings are stored with the payment', async () => {
    const deal = await environment.ownDeal()
    const message = await environment.paid(deal, {}, 'pm_card_createIssuerFraudRecord')
    await expect
      .poll(
        () =>
          app.sql('SELECT fraud_type FROM early_fraud_warnings WHERE payment_request_id = $1', [
            message.payment_request_id,
          ]),
        SOON,
      )
      .toEqual([{ fraud_type: 'made_with_stolen_card' }])
  })
})

describe('a second dispute after a won one', () => {
  it('a second won dispute transfers the money to the seller once more', async () => {
    const { deal, message, id } = await disputed()
    await expect.poll(() => stored(message), SOON).toMatchObject([{ is_reversed: true }])
    await environment.control(`/disputes/${id}/win`)
    await expect.poll(() => stored(message), SOON).toMatchObject([{ is_sent_again: true }])
    const [, [again = 0] = []] = await listTransfers(deal)
    const second = await disputeIt(message)
    await expect
      .poll(() => listTransfers(deal), SOON)
      .toEqual([
        [3500, 3500],
        [again, again],
      ])
    const newest = async () => (await stored(message)).find(({ stripe_dispute_id: of }) => of === second.id)
    await expect.poll(newest, SOON).toMatchObject({ reversal_amount: again, fee_returned: 0, is_reversed: true })
    await environment.control(`/disputes/${second.id}/win`)
    await expect
      .poll(() => listTransfers(deal), SOON)
      .toEqual([
        [3500, 3500],
        [again, again],
        [again, 0],
      ])
  })
})

describe('reversals under concurrency and faults', () => {
  it('never take more than the whole payment when refunds and a dispute are concurrent', async () => {
    const deal = await environment.ownDeal()
    const message = await environment.paid(deal, { amount: '35' })
    const ends = await Promise.all([
      disputeIt(message),
      ...upTo(5).map(() => environment.refund(deal.seller, message, { amount: '10' })),
    ])
    expect(ends).toHaveLength(6)
    await expect.poll(() => stored(message), SOON).toMatchObject([{ is_reversed: true }])
    const [[, back] = []] = await listTransfers(deal)
    expect(back).toBe(3500)
    expect(toOutcome(await environment.refund(deal.seller, message))).toBe('409 REFUND_DISPUTED')
  })

  it.each([
    ['before Stripe did it', 'drop'],
    ['after Stripe did it', 'drop_answer'],
  ])('happen once when a call to Stripe is cut off %s', async (_when, mode) => {
    const deal = await environment.ownDeal()
    const message = await environment.paid(deal, { amount: '35' })
    await environment.control('/faults', { method: 'POST', path_prefix: '/v1/transfers/', mode, times: 3 })
    await disputeIt(message)
    await expect.poll(() => stored(message), SOON).toMatchObject([{ reversal_amount: 3500, is_reversed: false }])
    await expect
      .poll(async () => {
        await letPauseEnd(message)
        return stored(message)
      }, SOON)
      .toMatchObject([{ is_reversed: true }])
    expect(await listTransfers(deal)).toEqual([[3500, 3500]])
  })

  it('are retried when Stripe refuses because the seller’s balance is too low', async () => {
    const deal = await environment.ownDeal()
    const message = await environment.paid(deal, { amount: '35' })
    const account = await environment.findAccount(deal.seller)
    await environment.control('/balances', { account, cents: 0 })
    await disputeIt(message)
    const tries = () =>
      app.sql<{ tries: number }>('SELECT reversal_tries AS tries FROM disputes WHERE payment_request_id = $1', [
        message.payment_request_id,
      ])
    await expect.poll(tries, SOON).toEqual([{ tries: 1 }])
    await environment.control('/balances', { account, cents: null })
    await letPauseEnd(message)
    await expect.poll(() => stored(message), SOON).toMatchObject([{ is_reversed: true }])
    expect(await listTransfers(deal)).toEqual([[3500, 3500]])
  })

  it('the database refuses invalid changes of a dispute’s reversal', async () => {
    const { message, id } = await disputed()
    await expect.poll(() => stored(message), SOON).toMatchObject([{ is_reversed: true }])
    await environment.control(`/disputes/${id}/win`)
    await expect.poll(() => stored(message), SOON).toMatchObject([{ status: 'won' }])
    for (const change of [
      'reversal_amount = 3501',
      "stripe_reversal_id = 'trr_other'",
      "status = 'lost'",
      'reversed_before = 1',
    ]) {
      await expect(app.sql(`UPDATE disputes SET ${change} WHERE stripe_dispute_id = $1`, [id])).rejects.toMatchObject({
        code: '23514',
      })
    }
  })
})

import type { Stripe } from 'stripe'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import type { Health } from '@kundig/contract/operations/health.contract'
import type { PaymentMessage } from '@kundig/testing/payments/payment-environment'
import { usePaymentEnvironment } from '@kundig/testing/payments/use-payment-environment'
import { makeOperator } from '@kundig/testing/people/operators'
import { useTestApp } from '@kundig/testing/server/use-test-app'

import { doRepeatedWork } from '../../../src/platform/jobs/repeated-work.ts'

// Due events are handled immediately. Events that are not due stay pending.
const app = useTestApp({ payments: 'simulator', paymentReconcileMs: 150, operatorsNeedSecondFactor: false })
const environment = usePaymentEnvironment(app)

beforeAll(async () => {
  // Waits for the check at the server's start, so that a test does not mistake it for its own check.
  await runHourlyCheck()
})
beforeEach(async () => {
  await environment.control('/faults/clear')
  await app.sql('DELETE FROM stripe_simulator.delivery_rules')
})

const SOON = { timeout: 20_000 }
const dropAll = (type_prefix: string) =>
  environment.control('/webhooks/rules', { type_prefix, action: 'drop', times: 1000 })
/** Makes the check due one second ago, because "now" is rounded to milliseconds and may be in the future. */
const letHourPass = () => app.sql("UPDATE ledger_work SET due_at = now() - interval '1 second', tries = 0")
const hourlyWork = async () =>
  (
    await app.sql<{ tries: number; rests: boolean }>(
      'SELECT tries, due_at > now() AND tries = 0 AS rests FROM ledger_work',
    )
  )[0]
async function runHourlyCheck(): Promise<void> {
  await letHourPass()
  await vi.waitFor(async () => expect((await hourlyWork())?.rests).toBe(true), SOON)
}
const ofPayment = (
  table: 'disputes' | 'early_fraud_warnings' | 'refunds',
  { payment_request_id: id }: PaymentMessage,
) => app.sql(`SELECT * FROM ${table} WHERE payment_request_id = $1`, [id])

async function paid() {
  const deal = await environment.deal()
  const message = await environment.paid(deal, { amount: '35' })
  const { intent } = await environment.stored(message)
  const shown = async () => (await app.page(deal.buyer, deal.room.id)).items
  return { deal, message, intent, shown }
}

it('an event whose webhook is missing for 20 seconds counts as a failure in health', { tags: 'waverer' }, async () => {
  const viewer = await makeOperator(app, 'viewer', await app.signUp())
  const { intent } = await paid()
  await dropAll('refund.')
  await dropAll('charge.refunded')
  await environment.control(`/payment_intents/${intent}/refund`, { amount: 1200 })
  const { now } = Date
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + 30_000)
  await runHourlyCheck().finally(() => clock.mockRestore())
  await doRepeatedWork()
  expect((await app.must<Health>(viewer, 'GET', '/api/operations/health')).failures).toContainEqual(
    expect.objectContaining({ kind: 'webhook_missed' }),
  )
})

describe('changes at Stripe whose events never arrived are found within the hour', () => {
  it('finds a refund from the dashboard and its later failure at the bank, and shows them to both people', async () => {
    const { message, intent, shown } = await paid()
    await dropAll('refund.')
    await dropAll('charge.refunded')
    const refund = await environment.control<Stripe.Refund>(`/payment_intents/${intent}/refund`, { amount: 1200 })
    await runHourlyCheck()
    const stored = { amount: 1200, made_by: 'stripe', stripe_refund_id: refund.id }
    expect(await ofPayment('refunds', message)).toMatchObject([{ ...stored, status: 'succeeded' }])
    expect(await shown()).toMatchObject([
      { refunds: [{ amount: 1200, status: 'succeeded', by: 'stripe' }] },
      { refund_event: { step: 'refunded', amount: 1200, by: 'stripe' } },
    ])
    await environment.control(`/refunds/${refund.id}/fail`)
    await runHourlyCheck()
    expect(await ofPayment('refunds', message)).toMatchObject([{ ...stored, status: 'failed' }])
    expect((await shown()).map(({ refund_event }) => refund_event?.step)).toEqual([undefined, 'refunded', 'failed'])
  })

  it('finds a dispute, reverses the seller’s transfer, and repeats the transfer after a won dispute', async () => {
    const { message, intent } = await paid()
    await dropAll('charge.dispute.')
    const { id } = await environment.control<Stripe.Dispute>(`/payment_intents/${intent}/dispute`)
    await runHourlyCheck()
    expect(await ofPayment('disputes', message)).toMatchObject([
      {
        stripe_dispute_id: id,
        status: 'needs_response',
        reversal_amount: 3500,
        stripe_reversal_id: expect.any(String) as string,
      },
    ])
    await environment.control(`/disputes/${id}/win`)
    await runHourlyCheck()
    expect(await ofPayment('disputes', message)).toMatchObject([
      { status: 'won', stripe_resend_id: expect.any(String) as string },
    ])
  })

  it('finds events that move no money: an inquiry and a fraud warning', async () => {
    const { message, intent } = await paid()
    await dropAll('charge.dispute.')
    await dropAll('radar.')
    await environment.control(`/payment_intents/${intent}/dispute`, { as_inquiry: true })
    await environment.control(`/payment_intents/${intent}/warn_of_fraud`)
    await runHourlyCheck()
    expect(await ofPayment('disputes', message)).toMatchObject([{ status: 'warning_needs_response' }])
    expect(await ofPayment('early_fraud_warnings', message)).toMatchObject([{ fraud_type: 'made_with_stolen_card' }])
  })
})

describe('Stripe’s list of events', () => {
  const readTo = async () => (await app.sql<{ read_to: Date }>('SELECT read_to FROM stripe_event_reads'))[0]?.read_to

  it('is read from the last position, over several pages, and no event is handled twice', async () => {
    const { message, intent } = await paid()
    await runHourlyCheck()
    await dropAll('refund.')
    await dropAll('charge.refunded')
    await environment.control(`/payment_intents/${intent}/refund`, { amount: 600 })
    await app.sql(
      `INSERT INTO stripe_simulator.events (id, payload, type, object_id, created_s, platform, body)
       SELECT id, 'snapshot', type, object, now_s, platform_account, json_build_object('id', id, 'object', 'event', 'type', type,
         'created', now_s, 'livemode', false, 'data', json_build_object('object', json_build_object('id', object)))
       FROM stripe_simulator.settings, generate_series(1, 130) n, LATERAL (
         SELECT 'evt_other_' || n AS id, 'payment_intent.canceled' AS type, 'pi_other_' || n AS object,
           extract(epoch FROM now())::bigint AS now_s
       ) made`,
    )
    await runHourlyCheck()
    expect(await ofPayment('refunds', message)).toMatchObject([{ amount: 600, status: 'succeeded' }])
    expect(await app.sql(`SELECT count(*)::int FROM stripe_events WHERE id LIKE 'evt_other_%'`)).toEqual([
      { count: 130 },
    ])
    // Marks Stripe's events as read, so that the server does not store deleted rows again.
    await app.sql(`UPDATE stripe_event_reads SET read_to = now() + interval '2 days'`)
    const events = () => app.sql(`SELECT id FROM stripe_events WHERE type LIKE 'refund.%'`)
    const [one] = await app.sql<{ id: string }>(
      `DELETE FROM stripe_events WHERE id = (SELECT min(id) FROM stripe_events WHERE type = 'refund.created') RETURNING id`,
    )
    await runHourlyCheck()
    expect(await events()).not.toContainEqual(one)
    await app.sql('DELETE FROM stripe_event_reads')
  })

  it('is read from the same position after a Stripe outage, which does not stop the balance check', async () => {
    const { message, intent } = await paid()
    await runHourlyCheck()
    const before = await readTo()
    await dropAll('refund.')
    await dropAll('charge.refunded')
    await environment.control(`/payment_intents/${intent}/refund`, { amount: 700 })
    await environment.control('/faults', {
      method: 'GET',
      path_prefix: '/v1/events',
      mode: 'refuse',
      status: 503,
      times: 3,
    })
    const looks = async () => (await app.sql('SELECT id FROM ledger_checks')).length
    const looksBefore = await looks()
    await letHourPass()
    await expect.poll(looks, SOON).toBeGreaterThan(looksBefore)
    expect(await hourlyWork()).toEqual({ tries: 1, rests: false })
    expect(await readTo()).toEqual(before)
    expect(await ofPayment('refunds', message)).toEqual([])
    await runHourlyCheck()
    expect(await ofPayment('refunds', message)).toMatchObject([{ amount: 700 }])
    expect((await readTo())?.getTime()).toBeGreaterThan(before?.getTime() ?? Infinity)
  })

  it('keeps events that cannot be handled, and retries them until they are handled', async () => {
    const { message, intent } = await paid()
    await runHourlyCheck()
    await dropAll('refund.')
    await dropAll('charge.refunded')
    await environment.control(`/payment_intents/${intent}/refund`, { amount: 800 })
    await environment.control('/faults', {
      method: 'GET',
      path_prefix: '/v1/refunds',
      mode: 'refuse',
      status: 503,
      times: 20,
    })
    await runHourlyCheck()
    const unhandled = () => app.sql('SELECT type FROM stripe_events WHERE handled_at IS NULL')
    expect((await unhandled()).length).toBeGreaterThan(0)
    expect(await ofPayment('refunds', message)).toEqual([])
    await environment.control('/faults/clear')
    await app.sql('UPDATE stripe_events SET next_try_at = now() WHERE handled_at IS NULL')
    await expect.poll(unhandled, SOON).toEqual([])
    expect(await ofPayment('refunds', message)).toMatchObject([{ amount: 800 }])
  })

  it('has a read position that never moves back', async () => {
    await runHourlyCheck()
    const before = await readTo()
    expect(before).toBeInstanceOf(Date)
    await app.sql(`UPDATE stripe_event_reads SET read_to = now() - interval '1 day'`)
    expect(await readTo()).toEqual(before)
  })
})

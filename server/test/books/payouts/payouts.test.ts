import { describe, expect, it } from 'vitest'

import { usePaymentEnvironment } from '@kundig/testing/payments/use-payment-environment'
import type { Person } from '@kundig/testing/people/test-client'
import { useTestApp } from '@kundig/testing/server/use-test-app'

const app = useTestApp({ payments: 'simulator', paymentReconcileMs: 200 })
const environment = usePaymentEnvironment(app)

const ARRIVAL_S = Date.UTC(2026, 11, 3) / 1000

async function seller(): Promise<{ person: Person; account: string }> {
  const person = await app.profiled()
  await environment.becomeSeller(person)
  const account = await environment.findAccount(person)
  await environment.control('/balance_transactions', { account, amount: 50_000, type: 'adjustment' })
  return { person, account }
}
const payOut = (account: string, amount: number) =>
  environment.control<{ id: string }>('/payouts', { account, amount, arrival_date: ARRIVAL_S })
const listStored = ({ id }: Person) =>
  app.sql(
    `SELECT stripe_id, amount, currency, status, arrival_date::text, failure_code, livemode FROM payouts
     WHERE seller_id = $1 ORDER BY created_at, stripe_id`,
    [id],
  )
const listNotifications = async (person: Person) =>
  (
    await app.must<{ items: { kind: string; amount: number | null; read: boolean }[] }>(
      person,
      'GET',
      '/api/notifications',
    )
  ).items.filter(({ kind }) => kind === 'payout_failed')

describe('a payout', () => {
  it('is stored once, and updated in each state by events of the connected account', async () => {
    const { person, account } = await seller()
    const { id } = await payOut(account, 4500)
    const row = { stripe_id: id, amount: 4500, currency: 'eur', arrival_date: '2026-12-03', livemode: false }
    await expect.poll(() => listStored(person)).toEqual([{ ...row, status: 'pending', failure_code: null }])
    await environment.control(`/payouts/${id}/in_transit`)
    await expect.poll(() => listStored(person)).toEqual([{ ...row, status: 'in_transit', failure_code: null }])
    await environment.control(`/payouts/${id}/paid`)
    await expect.poll(() => listStored(person)).toEqual([{ ...row, status: 'paid', failure_code: null }])
    expect(await listNotifications(person)).toEqual([])
  })

  it('notifies the seller once when it fails, and is shown as failed until the next payout', async () => {
    const { person, account } = await seller()
    const tab = await app.live(person)
    const { id } = await payOut(account, 12_345)
    await environment.control(`/payouts/${id}/paid`)
    await environment.control(`/payouts/${id}/failed`)
    await expect.poll(() => listNotifications(person)).toMatchObject([{ amount: 12_345 }])
    await expect
      .poll(() => tab.listEvents('seller.updated').at(-1))
      .toMatchObject({ failed_payout: { amount: 12_345, arrival_date: '2026-12-03', failure_code: 'account_closed' } })
    expect(await environment.account(person)).toMatchObject({ failed_payout: { amount: 12_345 } })
    const events = await app.sql<{ id: string }>(`SELECT id FROM stripe_events WHERE object_id = $1`, [id])
    for (const event of events) await environment.control(`/events/${event.id}/redeliver`)
    await payOut(account, 100)
    await expect.poll(async () => (await environment.account(person)).failed_payout).toBe(null)
    expect(await listNotifications(person)).toMatchObject([{ amount: 12_345, read: true }])
  })

  it('has Stripe’s latest state after events in any order and number', async () => {
    const { person, account } = await seller()
    await environment.control('/webhooks/pause')
    const made = await Promise.all([1, 2, 3].map((amount) => payOut(account, amount * 1000)))
    for (const { id } of made) await environment.control(`/payouts/${id}/in_transit`)
    for (const { id } of made) await environment.control(`/payouts/${id}/paid`)
    await environment.control('/webhooks/resume', { order: 'newest_first' })
    await expect
      .poll(async () => (await listStored(person)).map(({ status }) => status))
      .toEqual(['paid', 'paid', 'paid'])
  })

  it('is not stored for an unknown account, although its event is stored', async () => {
    const stranger = await environment.stripe.v2.core.accounts.create({ contact_email: 'stranger@example.com' })
    await environment.control('/balance_transactions', { account: stranger.id, amount: 900, type: 'adjustment' })
    const { id } = await payOut(stranger.id, 900)
    await expect
      .poll(() =>
        app.sql('SELECT account, handled_at IS NOT NULL AS handled FROM stripe_events WHERE object_id = $1', [id]),
      )
      .toContainEqual({ account: stranger.id, handled: true })
    expect(await app.sql('SELECT 1 FROM payouts WHERE stripe_id = $1', [id])).toEqual([])
  })

  it('is found at the next read of the account when its events were lost', async () => {
    const { person, account } = await seller()
    await environment.control('/webhooks/rules', { type_prefix: 'payout.', action: 'drop', times: 2 })
    const { id } = await payOut(account, 700)
    await environment.control(`/payouts/${id}/failed`)
    // Waits for all events, because a later event of the account would postpone the check.
    await environment.waitForEvents()
    await app.sql('UPDATE seller_states SET next_read_at = now() WHERE stripe_id = $1', [account])
    await expect.poll(() => listNotifications(person)).toMatchObject([{ amount: 700 }])
  })
})

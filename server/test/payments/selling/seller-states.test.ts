import { describe, expect, it } from 'vitest'

import { usePaymentEnvironment } from '@kundig/testing/payments/use-payment-environment'
import type { Person } from '@kundig/testing/people/test-client'
import { useTestApp } from '@kundig/testing/server/use-test-app'

const app = useTestApp({ payments: 'simulator', paymentReconcileMs: 200 })
const environment = usePaymentEnvironment(app)

const DEADLINE_S = Math.floor(Date.now() / 1000) + 10 * 86_400
const DOCUMENT = 'identity.individual.address'

async function seller(): Promise<{ person: Person; account: string }> {
  const person = await app.profiled()
  await environment.becomeSeller(person)
  // A late event would cause another read of the account, and overwrite the test's state.
  await environment.waitForEvents()
  return { person, account: await environment.findAccount(person) }
}
const listNotifications = async (person: Person) =>
  (await app.must<{ items: { kind: string; read: boolean }[] }>(person, 'GET', '/api/notifications')).items.filter(
    ({ kind }) => kind === 'seller_needs_something',
  )

describe('a seller’s state', () => {
  it('shows the next deadline and the affected capability after the event, and notifies the seller once', async () => {
    const { person, account } = await seller()
    await environment.control(`/accounts/${account}/requirements`, { due: [DOCUMENT], deadline: DEADLINE_S })
    await expect
      .poll(() => environment.account(person))
      .toMatchObject({
        status: 'ready',
        due: ['identity'],
        due_by: new Date(DEADLINE_S * 1000).toISOString(),
        at_stake: 'transfers',
        is_restricted: false,
        can_pay_out: true,
      })
    await expect.poll(() => listNotifications(person)).toHaveLength(1)
    await environment.refreshAccount(person)
    expect(await listNotifications(person)).toHaveLength(1)
  })

  it('has at most one unread notification about requirements, and none once the requirements are met', async () => {
    const { person, account } = await seller()
    const unread = async () => (await listNotifications(person)).filter(({ read }) => !read).length
    for (let times = 1; times <= 3; times++) {
      await environment.control(`/accounts/${account}/requirements`, { due: [DOCUMENT], deadline: DEADLINE_S - times })
      await expect.poll(() => listNotifications(person)).toHaveLength(times)
      expect(await unread()).toBe(1)
      if (times === 2) continue
      await environment.control(`/accounts/${account}/requirements`, { due: [] })
      await expect.poll(unread).toBe(0)
    }
    await app.sql(`UPDATE notification_deliveries SET due_at = now() WHERE user_id = $1`, [person.id])
    const left = `SELECT outcome FROM notification_deliveries WHERE user_id = $1 AND kind = 'seller_needs_something'`
    await expect
      .poll(async () => (await app.sql<{ outcome: string | null }>(left, [person.id])).map(({ outcome }) => outcome))
      .not.toContain(null)
    const outcomes = await app.sql<{ outcome: string }>(left, [person.id])
    expect(outcomes.filter(({ outcome }) => outcome === 'sent')).toEqual([])
  })

  it('shows when payouts are blocked although payments can still come in', async () => {
    const { person, account } = await seller()
    await environment.control(`/accounts/${account}/payouts`, { status: 'restricted' })
    await expect
      .poll(() => environment.account(person))
      .toMatchObject({ status: 'ready', is_restricted: true, can_pay_out: false, at_stake: 'payouts' })
    await environment.control(`/accounts/${account}/payouts`, { status: 'active' })
    await expect.poll(() => environment.account(person)).toMatchObject({ is_restricted: false, can_pay_out: true })
  })

  it('links a restricted seller to onboarding for missing details and to the dashboard for the reason', async () => {
    const { person, account } = await seller()
    await environment.control(`/accounts/${account}/requirements`, { due: [DOCUMENT], status: 'past_due' })
    await expect
      .poll(() => environment.account(person))
      .toMatchObject({ status: 'in_progress', is_restricted: true, due: ['identity'], at_stake: 'transfers' })
    expect((await environment.startOnboarding(person)).url).toContain('/hosted/onboarding/')
    const dashboard = await app.must<{ url: string }>(person, 'POST', '/api/payments/account/dashboard')
    expect(dashboard.url).toContain('/hosted/dashboard/')
  })

  it('is not overwritten by an outdated response from Stripe', async () => {
    const { person, account } = await seller()
    await environment.control('/webhooks/pause')
    // The first answer is current, but arrives after the second answer was stored.
    await environment.control('/faults', { path_prefix: `/v2/core/accounts/${account}`, mode: 'hold_answer' })
    const slow = environment.refreshAccount(person)
    await expect
      .poll(() => app.sql('SELECT 1 FROM stripe_simulator.faults WHERE remaining > 0'), { interval: 20 })
      .toEqual([])
    await environment.control(`/accounts/${account}/payouts`, { status: 'restricted' })
    expect(await environment.refreshAccount(person)).toMatchObject({ can_pay_out: false })
    await environment.control('/faults/clear')
    expect(await slow).toMatchObject({ can_pay_out: false })
    expect(await environment.account(person)).toMatchObject({ can_pay_out: false })
    await environment.control('/webhooks/resume')
  })

  it('is read again after a week without events, and failed reads are retried with growing delays', async () => {
    const [one, other] = [await seller(), await seller()]
    await environment.control('/webhooks/rules', { type_prefix: 'v2.core.account', action: 'drop', times: 1 })
    await environment.control('/webhooks/rules', { type_prefix: 'account.updated', action: 'drop', times: 1 })
    await environment.control(`/accounts/${one.account}/payouts`, { status: 'restricted' })
    await environment.control('/faults', {
      path_prefix: `/v2/core/accounts/${other.account}`,
      mode: 'refuse',
      times: 1000,
    })
    await app.sql('UPDATE seller_states SET next_read_at = now() WHERE stripe_id = ANY ($1)', [
      [one.account, other.account],
    ])
    await expect.poll(() => environment.account(one.person)).toMatchObject({ can_pay_out: false })
    const nextOf = async (account: string) =>
      (
        await app.sql<{ hours: number; failed: number }>(
          `SELECT round(extract(epoch FROM next_read_at - now()) / 3600)::int AS hours, reads_failed AS failed
           FROM seller_states WHERE stripe_id = $1`,
          [account],
        )
      )[0]
    await expect.poll(async () => (await nextOf(one.account))?.hours).toBeGreaterThan(143)
    expect((await nextOf(one.account))?.hours).toBeLessThan(193)
    expect(await nextOf(other.account)).toEqual({ hours: 1, failed: 1 })
    await app.sql('UPDATE seller_states SET next_read_at = now() WHERE stripe_id = $1', [other.account])
    await expect.poll(() => nextOf(other.account)).toEqual({ hours: 2, failed: 2 })
    await environment.control('/faults/clear')
  })

  it('is “not set up” when the account is deleted at Stripe, and another account can be set up', async () => {
    const { person, account } = await seller()
    await environment.control(`/accounts/${account}/disconnect`)
    expect(await environment.refreshAccount(person)).toMatchObject({
      status: 'inactive',
      stripeConnectAccountId: null,
      had_account: true,
    })
    await expect.poll(() => listNotifications(person)).toHaveLength(1)
    const next = await environment.becomeSeller(person)
    expect(next).toMatchObject({ status: 'ready' })
    expect(next.stripeConnectAccountId).not.toBe(account)
  })
})

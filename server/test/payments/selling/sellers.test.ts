import { beforeAll, describe, expect, it } from 'vitest'

import type { SellerAccount } from '@kundig/contract/payments/payments.contract'
import { createPaymentClient, type PaymentClient } from '@kundig/testing/payments/payment-client'
import { createTestApp } from '@kundig/testing/server/test-app'
import { useTestApp } from '@kundig/testing/server/use-test-app'

const app = useTestApp({ payments: 'simulator' })
let payments: PaymentClient
beforeAll(async () => {
  payments = createPaymentClient(app)
})

async function accountsOf(userId: string): Promise<number> {
  const rows = await app.sql<{ body: unknown }>(
    `SELECT 1 FROM stripe_simulator.objects WHERE kind = 'v2.core.account' AND data::text LIKE '%' || $1 || '%'`,
    [userId],
  )
  return rows.length
}

describe('becoming a seller', () => {
  // spec 1.11, 4.29, 6.19
  it('begins inactive, and leads to Stripe and back to our own pages', async () => {
    const person = await app.profiled()
    expect(await payments.account(person)).toMatchObject({
      stripeConnectAccountId: null,
      status: 'inactive',
      due: [],
    })
    const { url } = await payments.startOnboarding(person)
    const back = await payments.leaveOnboarding(url, 'complete')
    expect(new URL(back).pathname).toBe('/stripe/return')
    const account = await payments.refreshAccount(person)
    expect(account).toMatchObject({ status: 'ready', due: [] })
    expect(account.stripeConnectAccountId).toMatch(/^acct_/u)
  })

  it('shows the missing details in words after an unfinished onboarding', async () => {
    const person = await app.profiled()
    const { url } = await payments.startOnboarding(person)
    const before = await payments.account(person)
    expect(before.status).toBe('in_progress')
    expect(before.due.toSorted()).toEqual(['bank_account', 'identity', 'terms'])
    await payments.leaveOnboarding(url, 'incomplete')
    const account = await payments.refreshAccount(person)
    expect(account.status).toBe('in_progress')
    expect(account.due.toSorted()).toEqual(['bank_account', 'terms'])
  })

  it('reports a rejection by Stripe as “refused”', async () => {
    const person = await app.profiled()
    await payments.leaveOnboarding((await payments.startOnboarding(person)).url, 'reject')
    expect(await payments.refreshAccount(person)).toMatchObject({ status: 'in_progress', due: ['refused'] })
  })

  it('creates one account from concurrent attempts', async () => {
    const person = await app.profiled()
    const links = await Promise.all(Array.from({ length: 10 }, () => payments.startOnboarding(person)))
    expect(new Set(links.map(({ url }) => url)).size).toBe(10)
    expect(await accountsOf(person.id)).toBe(1)
  })

  it('reuses the account of an abandoned attempt', async () => {
    const person = await app.profiled()
    await payments.startOnboarding(person)
    const { stripeConnectAccountId } = await payments.account(person)
    expect(await payments.becomeSeller(person)).toMatchObject({ stripeConnectAccountId, status: 'ready' })
  })

  it('requires a profile and a login', async () => {
    const person = await app.signUp()
    const onboarding = '/api/payments/account/onboarding'
    expect((await app.api(person, 'POST', onboarding)).body).toMatchObject({ status: 403, code: 'PROFILE_REQUIRED' })
    expect((await app.api(null, 'POST', onboarding)).body).toMatchObject({ status: 401, code: 'NO_SESSION' })
  })

  it('updates the seller’s other tabs, and no one else’s, when Stripe’s status changes', async () => {
    const [seller, other] = [await app.profiled(), await app.profiled()]
    const [tab, others] = [await app.live(seller), await app.live(other)]
    await payments.becomeSeller(seller)
    await expect.poll(() => tab.listEvents('seller.updated').at(-1)).toMatchObject({ status: 'ready', due: [] })
    expect(others.listEvents('seller.updated')).toEqual([])
  })
})

describe('a seller’s account', () => {
  // spec 7.33
  it('can be requested only by its owner', async () => {
    const [seller, stranger] = [await app.profiled(), await app.profiled()]
    const mine = await payments.becomeSeller(seller)
    const theirs = await app
      .must<SellerAccount>(stranger, 'GET', `/api/payments/account?id=${seller.id}`)
      .catch(() => null)
    expect(theirs?.stripeConnectAccountId ?? null).toBe(null)
    const profile = await app.must<object>(stranger, 'GET', `/api/profiles/${seller.id}`)
    expect(JSON.stringify(profile)).not.toContain(mine.stripeConnectAccountId)
  })

  it('opens the dashboard only for a ready seller', async () => {
    const seller = await app.profiled()
    const dashboard = '/api/payments/account/dashboard'
    expect((await app.api(seller, 'POST', dashboard)).body).toMatchObject({ code: 'SELLER_NOT_SET_UP' })
    await payments.becomeSeller(seller)
    const { url } = await app.must<{ url: string }>(seller, 'POST', dashboard)
    const page = await fetch(`${app.url}${new URL(url).pathname}`)
    expect(page.status).toBe(200)
  })

  it('returns only “unavailable” while Stripe is unreachable', async () => {
    const nowhere = await createTestApp()
    try {
      const person = await nowhere.profiled()
      expect((await nowhere.api(person, 'POST', '/api/payments/account/onboarding')).body).toMatchObject({
        status: 503,
        code: 'PROVIDER_UNAVAILABLE',
      })
    } finally {
      await nowhere.close()
    }
  })
})

describe('a sign-up', () => {
  // spec 1.15, 6.21, 7.11
  it('creates one customer in the background', async () => {
    const person = await app.signUp()
    await expect
      .poll(async () => (await payments.account(person)).stripeCustomerId, { timeout: 10_000 })
      .toMatch(/^cus_/u)
    const rows = await app.sql(
      `SELECT 1 FROM stripe_simulator.objects WHERE kind = 'customer' AND data::text LIKE '%' || $1 || '%'`,
      [person.id],
    )
    expect(rows).toHaveLength(1)
  })

  // spec 5.55, 7.12
  it('succeeds while Stripe fails; the customer is created when first needed', async () => {
    await app.sql(
      `INSERT INTO stripe_simulator.faults (method, path_prefix, mode, status, ms, remaining)
       VALUES ('POST', '/v1/customers', 'refuse', 500, 0, 1000)`,
    )
    const person = await app.signUp()
    expect(person.id).not.toBe('')
    expect((await app.api(person, 'POST', '/api/payments/cards/setup')).body).toMatchObject({
      status: 503,
      code: 'PROVIDER_UNAVAILABLE',
    })
    expect((await payments.account(person)).stripeCustomerId).toBe(null)
    await app.sql('DELETE FROM stripe_simulator.faults')
    await app.must(person, 'POST', '/api/payments/cards/setup')
    expect((await payments.account(person)).stripeCustomerId).toMatch(/^cus_/u)
  })

  it('creates a customer even after a lost answer of Stripe and a changed email address', async () => {
    await app.sql(
      `INSERT INTO stripe_simulator.faults (method, path_prefix, mode, status, ms, remaining)
       VALUES ('POST', '/v1/customers', 'drop_answer', 500, 0, 1000)`,
    )
    const person = await app.signUp()
    expect((await app.api(person, 'POST', '/api/payments/cards/setup')).body).toMatchObject({
      code: 'PROVIDER_UNAVAILABLE',
    })
    await app.sql('DELETE FROM stripe_simulator.faults')
    await app.sql(`UPDATE "user" SET email = 'moved-' || email WHERE id = $1`, [person.id])
    await app.must(person, 'POST', '/api/payments/cards/setup')
    expect((await payments.account(person)).stripeCustomerId).toMatch(/^cus_/u)
  })
})

describe('account links and card setups', () => {
  it('are rate-limited per account, also through the functions, with the time to retry', async () => {
    const limited = await createTestApp({ payments: 'simulator', attemptLimitFactor: 0.1 })
    try {
      const person = await limited.profiled()
      const begin = async (path: string) => {
        const { status, headers } = await limited.api(person, 'POST', path)
        return [status, headers.has('retry-after')]
      }
      for (const path of ['/api/payments/cards/setup', '/api/payments/account/onboarding']) {
        expect([await begin(path), await begin(path), await begin(path)]).toEqual([
          [200, false],
          [200, false],
          [429, true],
        ])
      }
      const self = { userId: person.id, email: person.email }
      const answer = await limited.api<object>(person, 'POST', '/functions/createConnectAccount', self)
      expect([answer.status, answer.body]).toEqual([429, { error: 'Too many attempts. Please try again later.' }])
      expect(answer.headers.has('retry-after')).toBe(true)
    } finally {
      await limited.close()
    }
  })
})

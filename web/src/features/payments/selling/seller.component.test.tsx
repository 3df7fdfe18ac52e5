import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'

import type { SellerAccount } from '@kundig/contract/payments/payments.contract'
import { APPEARANCES, type Appearance } from '@kundig/testing/browser/appearances'

import { SELLER, toast } from '../../../../test/component/deals.ts'
import { fakeLive } from '../../../../test/component/fake-live.ts'
import { openApp } from '../../../../test/component/open-app.tsx'
import { expectNoAxeViolations } from '../../../../test/component/violations.ts'

const NONE: SellerAccount = { stripeConnectAccountId: null, stripeCustomerId: null, status: 'inactive', due: [] }
const WANTED: SellerAccount = {
  ...SELLER,
  due: ['identity', 'review'],
  due_by: '2031-12-03T12:00:00.000Z',
  at_stake: 'transfers',
}
const NO_PAYOUTS: SellerAccount = {
  ...SELLER,
  is_restricted: true,
  at_stake: 'payouts',
  failed_payout: { amount: 12_345, currency: 'eur', arrival_date: '2031-12-02', failure_code: 'account_closed' },
}
const NO_TRANSFERS: SellerAccount = { ...WANTED, status: 'in_progress', is_restricted: true }
const REFUSED: SellerAccount = { ...SELLER, status: 'in_progress', due: ['refused'] }
const IN_REVIEW: SellerAccount = { ...SELLER, status: 'in_progress', due: ['review'] }
const LOST: SellerAccount = { ...NONE, had_account: true }

const section = page.getByRole('region', { name: 'Getting paid' })
const button = (name: string | RegExp) => section.getByRole('button', { name })
const dashboard = button(/^Open Stripe dashboard/u)
const status = (word: string) => section.getByText(`Seller status: ${word}`)
const notice = page.getByRole('alert')
const place = (): string => location.pathname + location.search + location.hash

async function open(href: string, account: SellerAccount, appearance: Appearance = {}) {
  // The fake link leads to this page with a fragment, so that the browser does not leave the page.
  const onboard = vi.fn<() => { url: string }>(() => ({ url: `${location.origin}${href}#stripe` }))
  const read = vi.fn<() => SellerAccount>(() => account)
  await openApp(href, { ...appearance, api: { payments: { account: read, refreshAccount: read, onboard } } })
  const change = (to: SellerAccount): void => {
    read.mockReturnValue(to)
    fakeLive.emit('seller.updated', to)
  }
  return { onboard, change }
}

describe('the section about getting paid', () => {
  it('shows Stripe’s requirements with their deadline, stopped capabilities, and returned payouts', async () => {
    const { change } = await open('/account', SELLER)
    await expect.element(status('Ready')).toBeInTheDocument()
    change(WANTED)
    await expect
      .element(section.getByText('Stripe needs this by 3 December 2031, or you can no longer be paid:'))
      .toBeVisible()
    await expect
      .poll(() =>
        section
          .getByRole('listitem')
          .elements()
          .map((item) => item.textContent),
      )
      .toEqual(['Who you are'])
    await expect.element(dashboard).toBeVisible()

    change(NO_PAYOUTS)
    await expect.element(status('Restricted')).toBeInTheDocument()
    await expect.element(section.getByText('Stripe has stopped your payouts')).toBeVisible()
    await expect.element(section.getByText('Your bank rejected the payout of €123.45 on 2 December 2031')).toBeVisible()
    await expect.element(section.getByText(/^Your bank says the account is closed/u)).toBeVisible()

    change(NO_TRANSFERS)
    await expect.element(section.getByText('Stripe has stopped payments to you')).toBeVisible()
    await expect.element(dashboard).toBeVisible()
  })

  it.each([
    ['Become a Seller', 'Inactive', NONE, 'Stripe asks who you are and where the money goes.'],
    ['Continue at Stripe', 'Ready', WANTED, 'You can request a payment in any open chat.'],
    ['Continue at Stripe', 'Restricted', NO_TRANSFERS, 'Stripe still needs:'],
    ['Set up again', 'Inactive', LOST, 'Your earlier account at Stripe can no longer be used'],
    ['View at Stripe', 'Refused', REFUSED, 'Stripe can’t accept you as a seller with these details.'],
  ])('links to Stripe with “%s” (%s)', async (name, word, account, text) => {
    const { onboard } = await open('/account', account)
    await expect.element(status(word)).toBeInTheDocument()
    await expect.element(section).toMatchTextContent(text)
    await button(name).click()
    await expect.poll(place).toBe('/account#stripe')
    expect(onboard).toHaveBeenCalledOnce()
  })
})

describe('returning from Stripe', () => {
  it.each([
    ['a refusal', REFUSED, 'Stripe can’t accept you as a seller. The account page shows more.'],
    ['a review', IN_REVIEW, /^Stripe is checking your details/u],
    ['a ready account', SELLER, 'You can receive payments now'],
  ])('shows %s on the account page, where the seller started', async (_what, account, text) => {
    await open('/stripe/return', account)
    await expect.element(toast(text)).toBeVisible()
    await expect.element(page.getByRole('heading', { name: 'Getting paid' })).toHaveFocus()
    expect(place()).toBe('/account#getting-paid')
  })

  // spec 2.9, 2.48, 2.84, 2.85, 8.33, 8.34
  it('shows an error on the dashboard when the person has no Stripe account', async () => {
    await open('/stripe/return', NONE)
    await expect.element(notice).toMatchTextContent('Onboarding failed')
    expect(place()).toBe('/dashboard?error=stripe-onboarding-failed')
    await notice.getByRole('button', { name: 'Dismiss' }).click()
    await expect.element(notice).not.toBeInTheDocument()
    expect(place()).toBe('/dashboard')
  })

  it('can be retried from the dashboard when no response arrived', async () => {
    const refreshAccount = vi.fn<() => Response>(() => Response.error())
    const api = { payments: { refreshAccount: () => NONE } }
    await openApp('/stripe/return', {
      api,
      http: { 'POST /rpc/payments/refreshAccount': refreshAccount },
    })
    await expect.element(notice).toMatchTextContent('Error checking onboarding status.')
    expect(place()).toBe('/dashboard?error=stripe-error')
    refreshAccount.mockReturnValue(Response.json({ json: NONE }))
    await notice.getByRole('link', { name: 'Try again' }).click()
    await expect.element(notice).toMatchTextContent('Onboarding failed')
    await notice.getByRole('link', { name: 'Go to the account page' }).click()
    await expect.element(page.getByRole('heading', { name: 'Getting paid' })).toHaveFocus()
    expect(place()).toBe('/account#getting-paid')
  })

  // spec 2.48
  it('shows no error for an invalid address', async () => {
    await open('/dashboard?tab=nonsense&error=%3Cb%3Eboo', NONE)
    await expect.element(page.getByRole('article').first()).toBeVisible()
    await expect.element(notice).not.toBeInTheDocument()
  })

  // spec 2.82, 2.87
  it.each(['/stripe/return', '/stripe/refresh'])('leads a visitor at %s to the log-in screen', async (href) => {
    await openApp(href, { session: null })
    await expect.element(page.getByLabelText('Password', { exact: true })).toBeVisible()
    expect(place()).toBe('/login')
  })
})

describe('an expired link to Stripe', () => {
  // spec 2.86
  it('is replaced by a new one', async () => {
    const { onboard } = await open('/stripe/refresh', WANTED)
    await expect.poll(place).toBe('/stripe/refresh#stripe')
    expect(onboard).toHaveBeenCalled()
  })

  // spec 2.86
  it('creates no account for a person who never started', async () => {
    const { onboard } = await open('/stripe/refresh', NONE)
    await expect.element(page.getByRole('tab', { name: 'Explore' })).toBeVisible()
    expect(place()).toBe('/dashboard')
    expect(onboard).not.toHaveBeenCalled()
  })

  // spec 2.86
  it('leads to the dashboard when Stripe provides no new link', async () => {
    await openApp('/stripe/refresh', {
      api: { payments: { account: () => WANTED } },
      http: { 'POST /rpc/payments/onboard': () => Response.json({}, { status: 500 }) },
    })
    await expect.element(toast('Seller onboarding failed')).toBeVisible()
    expect(place()).toBe('/dashboard')
  })
})

describe.each(APPEARANCES)('accessibility (%s)', (_name, appearance) => {
  it('has no violations in any state of a seller', async () => {
    const { change } = await open('/account', NONE, appearance)
    const words = page.getByText(/^(?:Seller status|Status als verkoper): /u)
    await expect.element(words).toMatchTextContent(/Inactive|Niet actief/u)
    await expectNoAxeViolations()
    for (const [account, word] of [
      [WANTED, /Ready|Klaar/u],
      [NO_PAYOUTS, /Restricted|Beperkt/u],
      [NO_TRANSFERS, /Restricted|Beperkt/u],
      [REFUSED, /Refused|Geweigerd/u],
      [LOST, /Inactive|Niet actief/u],
    ] as const) {
      change(account)
      await expect.element(words).toMatchTextContent(word)
      await expectNoAxeViolations()
    }
  })

  it.each(['stripe-onboarding-failed', 'stripe-error'])('has no violations on a dashboard with %s', async (error) => {
    await open(`/dashboard?error=${error}`, NONE, appearance)
    await expect.element(notice).toBeVisible()
    await expect.element(page.getByRole('article').first()).toBeVisible()
    await expectNoAxeViolations()
  })
})

import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'

import type { PaymentTimelineEntry } from '@kundig/contract/operations/payments-lookup.contract'
import type { RefundablePayment } from '@kundig/contract/operations/refunds.contract'

import { MARIEKE, READER, ROOM } from '../../../../development/gallery/gallery-data.ts'
import { openApp } from '../../../../test/component/open-app.tsx'
import { FINE_HEALTH } from '../../../../test/component/settings-answers.ts'

const AT = READER.created_at
const PAID: RefundablePayment = {
  id: ROOM.id,
  seller: { id: MARIEKE.id, name: MARIEKE.full_name },
  buyer: { id: READER.id, name: READER.full_name },
  amount: 6600,
  fee: 330,
  currency: 'eur',
  status: 'completed',
  left: 6600,
  created_at: AT,
  refunds: [],
}
const REFUND = { id: MARIEKE.id, amount: 1200, by: 'operator' as const, reason: 'They did not meet', created_at: AT }

const entry = (kind: PaymentTimelineEntry['kind'], word: string, method: string | null = null) => ({
  at: AT,
  kind,
  word,
  method,
  amount: 6600,
  is_handled: null,
})
const section = page.getByRole('region', {
  name: /^(?:Find or refund a payment|Een betaling zoeken of terugbetalen)$/u,
})

async function openPayment(
  payment: RefundablePayment,
  { timeline = [], lang }: { timeline?: PaymentTimelineEntry[]; lang?: 'nl' } = {},
) {
  let now = payment
  await openApp(`/operator?tab=payments&payment=${payment.id}`, {
    role: 'owner',
    ...(lang ? { language: lang } : {}),
    api: {
      operations: {
        health: () => FINE_HEALTH,
        disputes: () => ({ items: [] }),
        refundRequests: () => ({ items: [], next_cursor: null }),
        auditLog: () => ({ items: [], next_before: null }),
        payment: () => now,
        paymentTimeline: () => ({
          items: [...timeline, ...now.refunds.map(({ status }) => entry('refund', status))],
          money: null,
        }),
        paymentReceipts: () => ({
          items: now.refunds.map(({ id }) => ({
            id,
            number: '2026-000002',
            kind: 'refund' as const,
            is_test: true,
            issued_at: AT,
          })),
        }),
        askStripe: () => ({
          answer: { status: 'succeeded', amount: 6600, received: 6600, refunded: 0, differs: [] },
        }),
        refundPayment: () => {
          now = { ...now, left: 5400, refunds: [{ ...REFUND, status: 'succeeded' }] }
          return now
        },
      },
    },
  })
}

describe('the facts of a payment', () => {
  it.each([
    ['pending', 'Not paid yet: €66.00'],
    ['rejected', 'Ended without payment: €66.00'],
  ] as const)('a payment request that is %s shows no refundable amount', async (status, facts) => {
    await openPayment({ ...PAID, status, left: 0 })
    await expect.element(section.getByText(facts, { exact: true })).toBeVisible()
    await expect
      .element(section.getByText(`${MARIEKE.full_name} asked ${READER.full_name} for a payment`))
      .toBeVisible()
    await expect.element(section.getByText('Service fee: €3.30', { exact: true })).toBeVisible()
    await expect.element(section).not.toMatchTextContent(/kept|can be refunded/u)
  })

  it.each([
    ['pending', 'Refund of €12.00: on its way'],
    ['succeeded', 'Refund of €12.00: refunded'],
    ['failed', 'Refund of €12.00: failed'],
    ['canceled', 'Refund of €12.00: cancelled'],
  ] as const)('name a refund that is %s', async (status, text) => {
    await openPayment({ ...PAID, refunds: [{ ...REFUND, status }] })
    await expect.element(section.getByText(new RegExp(`^${text},`, 'u'))).toBeVisible()
  })
})

describe('the timeline of a payment', () => {
  const STRIPE_WORDS = [
    entry('attempt', 'insufficient_funds', 'visa 9995'),
    entry('attempt', 'a_code_of_next_year', 'apple_pay mastercard 4444'),
    entry('warning', 'made_with_stolen_card'),
    entry('warning', 'a_code_of_next_year'),
  ]

  it('names Stripe’s reasons in English words', async () => {
    await openPayment(PAID, { timeline: STRIPE_WORDS })
    for (const text of [
      'Visa ···· 9995 declined: not enough money',
      'Apple Pay Mastercard ···· 4444 declined: another reason (a_code_of_next_year)',
      'The card network warns of fraud: stolen card',
      'The card network warns of fraud: another reason (a_code_of_next_year)',
    ])
      await expect.element(section.getByText(text, { exact: true })).toBeVisible()
  })

  it('names Stripe’s reasons in Dutch', async () => {
    await openPayment(PAID, { timeline: STRIPE_WORDS, lang: 'nl' })
    await expect.element(section.getByText('Visa ···· 9995 geweigerd: te weinig saldo', { exact: true })).toBeVisible()
    await expect
      .element(section.getByText('Het kaartnetwerk waarschuwt voor fraude: gestolen kaart', { exact: true }))
      .toBeVisible()
  })
})

it('a refund reloads the timeline and the receipts, and drops Stripe’s earlier answer', async () => {
  await openPayment(PAID)
  await section.getByRole('button', { name: 'Check with Stripe' }).click()
  await expect.element(section.getByText(/€0\.00 refunded/u)).toBeVisible()
  await section.getByRole('textbox', { name: /^Amount in euros/u }).fill('12')
  await section.getByRole('textbox', { name: /^Reason/u }).fill('They did not meet')
  await section.getByRole('button', { name: 'Refund', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Refund €12.00', exact: true }).click()
  await expect.element(section.getByRole('link', { name: 'Receipt 2026-000002 (PDF)' })).toBeVisible()
  await expect.element(section.getByRole('listitem').filter({ hasText: 'Refund of €66.00: refunded' })).toBeVisible()
  await expect.element(section.getByText(/€0\.00 refunded/u)).not.toBeInTheDocument()
})

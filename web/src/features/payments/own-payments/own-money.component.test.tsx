// @module-tag slow
import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'

import type { Session } from '@kundig/contract/auth/auth.contract'
import type { Earnings } from '@kundig/contract/books/payment-lists.contract'
import { APPEARANCES } from '@kundig/testing/browser/appearances'

import { MARIEKE, READER, ROOM, SESSION } from '../../../../development/gallery/gallery-data.ts'
import { openApp } from '../../../../test/component/open-app.tsx'
import { expectNoAxeViolations } from '../../../../test/component/violations.ts'

const NOTHING: Earnings = {
  is_seller: false,
  is_test: true,
  payments: 0,
  totals: { gross: 0, fee: 0, refunded: 0, disputed: 0, net: 0 },
  months: [],
  payouts: null,
}

it.each(APPEARANCES)('shows that a person has no payments, after a failed request (%s)', async (_name, appearance) => {
  const paid = vi.fn<() => Response>(() => Response.error())
  await openApp('/account/payments', { ...appearance, width: 375, http: { 'POST /rpc/payments/paid': paid } })
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent(/Your payments could not be loaded\.|Je betalingen konden niet worden geladen\./u)
  await expectNoAxeViolations()
  paid.mockReturnValue(Response.json({ json: { items: [], next_cursor: null } }))
  await page.getByRole('button', { name: /^(?:Try again|Probeer opnieuw)$/u }).click()
  const empty = page.getByRole('heading', { name: /^(?:You haven’t paid anything yet|Je hebt nog niets betaald)$/u })
  await expect.element(empty).toBeVisible()
  await expectNoAxeViolations()
  const { scrollWidth, clientWidth } = document.documentElement
  expect(scrollWidth).toBe(clientWidth)
})

it('leads a person who is not a seller to the section about getting paid', async () => {
  await openApp('/account/earnings', { api: { payments: { earnings: () => NOTHING } } })
  await page.getByRole('link', { name: 'Set up payments' }).click()
  await expect.element(page.getByRole('heading', { name: 'Getting paid' })).toHaveFocus()
})

it('shows a returning seller the current earnings', async () => {
  const earnings = vi.fn<() => Earnings>(() => NOTHING)
  await openApp('/account/earnings', { api: { payments: { earnings } } })
  await expect.element(page.getByRole('link', { name: 'Set up payments' })).toBeVisible()
  await page.getByRole('link', { name: 'Back to your account' }).click()
  earnings.mockReturnValue({ ...NOTHING, is_seller: true, payments: 1 })
  history.back()
  await expect.element(page.getByText('of 1 payment')).toBeVisible()
})

it('does not show a pending refund as refunded', async () => {
  const refund = { id: ROOM.id, amount: 3500, at: READER.created_at, receipt: null }
  const payment = {
    id: ROOM.id,
    room_id: ROOM.id,
    description: '',
    amount: 3500,
    currency: 'eur' as const,
    at: READER.created_at,
    is_test: false,
    receipt: null,
    seller: { id: MARIEKE.id, name: MARIEKE.full_name },
    status: 'completed' as const,
    paid_with: null,
    refunded: 3500,
    refunds: [{ ...refund, status: 'pending' as const }],
  }
  await openApp('/account/payments', {
    api: { payments: { paid: () => ({ items: [payment], next_cursor: null }) } },
  })
  await expect.element(page.getByText('€35.00 on its way back')).toBeVisible()
  await expect.element(page.getByText('Paid', { exact: true })).toBeVisible()
})

it('shows a visitor the linked page of payments after logging in', async () => {
  const session = vi.fn<() => Session | null>(() => null)
  await openApp('/account/payments', {
    session: null,
    api: { auth: { session } },
    http: {
      'POST /api/auth/sign-in/email': () => {
        session.mockReturnValue(SESSION)
        return Response.json({ redirect: false, token: 'token', user: { id: READER.id } })
      },
    },
  })
  await page.getByLabelText('Email').fill(READER.email)
  await page.getByLabelText('Password', { exact: true }).fill('a password of the reader')
  await page.getByRole('main').getByRole('button', { name: 'Log In' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible()
  expect(location.pathname).toBe('/account/payments')
})

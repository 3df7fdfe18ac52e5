import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'

import { Refusal } from '@kundig/contract/errors'
import type { PaymentRequest } from '@kundig/contract/payments/payments.contract'
import { APPEARANCES } from '@kundig/testing/browser/appearances'

import { CARDS, MARIEKE, READER, ROOM } from '../../../../development/gallery/gallery-data.ts'
import { paymentIntent, ROOM_HREF, simulator, withSimulator } from '../../../../test/component/deals.ts'
import { openApp } from '../../../../test/component/open-app.tsx'
import { expectNoAxeViolations } from '../../../../test/component/violations.ts'

const REQUEST: PaymentRequest = {
  id: '00000000-0000-7000-8000-000000000201',
  room_id: ROOM.id,
  message_id: `${ROOM.id}.1`,
  sellerId: MARIEKE.id,
  buyerId: READER.id,
  amount: 8500,
  currency: 'eur',
  status: 'pending',
  ended_by: null,
  expires_at: null,
  description: '',
  new_card_only: false,
  fee_amount: null,
  createdAt: ROOM.created_at,
  updatedAt: ROOM.created_at,
}
const DECLINED = { last_payment_error: { type: 'card_error', code: 'card_declined' } }

const heading = page.getByRole('heading', { level: 1 })
const place = (): string => location.pathname + location.search + location.hash

function remember(userId: string = READER.id): void {
  const paying = { userId, roomId: ROOM.id, paymentRequestId: REQUEST.id }
  sessionStorage.setItem('kundig-paying', JSON.stringify(paying))
}

async function returnFromProvider(search: string, options: Parameters<typeof openApp>[1] = {}) {
  const addCard = vi.fn<() => { items: typeof CARDS }>(() => ({ items: CARDS }))
  const app = await openApp(`/payment-success${search}`, {
    rooms: [ROOM],
    ...options,
    api: { payments: { ...withSimulator, addCard, ...options.api?.payments } },
  })
  return { ...app, addCard }
}

const refuse = (code: 'CARD_NOT_FOUND' | 'CARD_SETUP_FAILED') => () => {
  throw new Refusal(code)
}

describe('returning with a card', () => {
  // spec 2.11, 7.28
  it.each([
    '',
    '?redirect_status=succeeded',
    '?setup_intent=',
    '?setup_intent=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E',
    '?setup_intent=../../cards&redirect_status=succeeded',
  ])('shows “Nothing to finish here” for the query “%s”, and calls no procedure', async (search) => {
    const { addCard } = await returnFromProvider(search)
    await expect.element(heading).toHaveTextContent('Nothing to finish here')
    await expect.element(heading).toHaveFocus()
    expect(place()).toBe('/payment-success')
    expect(addCard).not.toHaveBeenCalled()
  })

  // spec 2.11, 7.28
  it('saves the card and removes the secret from the address', async () => {
    const { addCard } = await returnFromProvider('?setup_intent=seti_1&setup_intent_client_secret=seti_1_secret_1')
    await expect.element(heading).toHaveTextContent('Your card has been saved')
    await expect.element(heading).toHaveFocus()
    expect(place()).toBe('/payment-success')
    expect(addCard).toHaveBeenCalledOnce()
    await page.getByRole('link', { name: 'To your account' }).click()
    await expect.element(page.getByText(/•••• 4242/u)).toBeVisible()
  })

  // The text mentions the bank only when the bank refused the card.
  it.each([
    ['CARD_NOT_FOUND', 'Nothing was charged.'],
    ['CARD_SETUP_FAILED', 'Your bank did not approve the card. Nothing was charged.'],
  ] as const)('leads to adding another card after the error %s', async (code, text) => {
    await returnFromProvider('?setup_intent=seti_1&redirect_status=succeeded', {
      api: { payments: { addCard: refuse(code) } },
    })
    await expect.element(heading).toHaveTextContent('Your card was not saved')
    await expect.element(heading).toHaveFocus()
    await expect.element(page.getByText(text)).toBeVisible()
    expect(place()).toBe('/payment-success')
    await page.getByRole('link', { name: 'Try another card' }).click()
    await expect.element(page.getByRole('heading', { name: 'Saved cards' })).toHaveFocus()
    expect(place()).toBe('/account/payments#saved-cards')
  })

  it('leads a visitor to the dashboard', async () => {
    await returnFromProvider('?setup_intent=seti_1', { session: null })
    await expect.poll(place).toBe('/dashboard')
  })
})

describe('returning with a payment', () => {
  it('shows the state from the server and Stripe, whatever the address contains', async () => {
    remember()
    const payment = vi.fn<typeof paymentIntent>(() => paymentIntent(DECLINED))
    const request = vi.fn<() => PaymentRequest>(() => REQUEST)
    const payments = { request }
    payment.mockReturnValue(paymentIntent({ status: 'processing' }))
    await returnFromProvider('?payment_intent=pi_1&redirect_status=failed', {
      api: { payments },
      http: simulator({ payment: () => payment() }),
    })
    await expect.element(heading).toHaveTextContent('Your bank is processing the payment')
    await expect.element(heading).toHaveFocus()
    payment.mockReturnValue(paymentIntent(DECLINED))
    await expect.element(heading).toHaveTextContent('Payment failed')
    await expect.element(heading).toHaveFocus()
    await expect.element(page.getByText('Nothing was charged.')).toBeVisible()
    await page.getByRole('link', { name: 'Back to the chat' }).click()
    await expect.poll(place).toBe(ROOM_HREF)
  })

  it.each<[string, Partial<PaymentRequest>]>([
    ['You paid €85.00 to Marieke de Vries', { status: 'completed' }],
    ['Payment failed', { status: 'rejected', ended_by: 'failed' }],
  ])('shows “%s” for the state from the server', async (title, rest) => {
    remember()
    await returnFromProvider('?payment_intent=pi_1&redirect_status=pending', {
      api: { payments: { request: () => ({ ...REQUEST, ...rest }) } },
    })
    await expect.element(heading).toHaveTextContent(title)
    await expect.element(heading).toHaveFocus()
  })

  it('does not show a payment of the person who was logged in before', async () => {
    remember(MARIEKE.id)
    await returnFromProvider('?payment_intent=pi_1&redirect_status=succeeded')
    await expect.element(heading).toHaveTextContent('We are checking your payment')
    await expect.element(heading).toHaveFocus()
  })
})

describe.each(APPEARANCES)('accessibility (%s)', (_name, appearance) => {
  it.each(['', '?payment_intent=pi_1', '?setup_intent=seti_1'])('has no violations at “%s”', async (search) => {
    await returnFromProvider(search, appearance)
    await expect.element(heading).toHaveFocus()
    await expectNoAxeViolations()
  })

  it('has no violations after a card was refused', async () => {
    await returnFromProvider('?setup_intent=seti_1', {
      ...appearance,
      api: { payments: { addCard: refuse('CARD_SETUP_FAILED') } },
    })
    await expect.element(heading).toHaveFocus()
    await expectNoAxeViolations()
  })
})

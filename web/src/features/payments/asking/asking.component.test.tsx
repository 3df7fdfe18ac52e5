import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import type { Message } from '@kundig/contract/chat/chat.contract'
import { Refusal } from '@kundig/contract/errors'
import type { SellerAccount } from '@kundig/contract/payments/payments.contract'
import { APPEARANCES } from '@kundig/testing/browser/appearances'

import { ROOM } from '../../../../development/gallery/gallery-data.ts'
import {
  type DealOptions,
  openPaymentRoom,
  createPayment,
  requestCard,
  SELLER,
} from '../../../../test/component/deals.ts'
import { fakeLive } from '../../../../test/component/fake-live.ts'
import { openApp } from '../../../../test/component/open-app.tsx'
import { expectNoAxeViolations } from '../../../../test/component/violations.ts'

const NONE: SellerAccount = { ...SELLER, stripeConnectAccountId: null, status: 'inactive' }
const REFUSED: SellerAccount = { ...SELLER, status: 'in_progress', due: ['refused'] }

const tools = page.getByRole('button', { name: /^(?:Add to the chat|Toevoegen aan de chat)$/u })
const askButton = page.getByRole('button', { name: /^(?:Request a payment|Betaalverzoek sturen)$/u })
const panel = page.getByRole('dialog')
const amount = panel.getByLabelText(/^(?:Amount in euros|Bedrag in euro’s)/u)
const description = panel.getByLabelText(/^What is it for\?/u)
const send = panel.getByRole('button', { name: /^(?:Send payment request|Betaalverzoek versturen)$/u })
const toAccount = panel.getByRole('link', { name: 'Go to the account page' })
const place = (): string => location.pathname + location.search + location.hash

async function openPanel({ account = SELLER, ...options }: DealOptions & { account?: SellerAccount } = {}) {
  const ask = vi.fn<
    (input: { client_id: string; amount: string | number; description?: string | undefined }) => Message
  >(
    // The contract has amounts in cents.
    ({ client_id, amount: cents, description: what }) =>
      createPayment('seller', { client_id, amount: Number(cents), description: what ?? '' }),
  )
  const read = vi.fn<() => SellerAccount>(() => account)
  const app = await openPaymentRoom({ payment: null, ...options, payments: { ask, account: read } })
  await expect.element(tools.or(askButton)).toBeVisible()
  if (tools.query()) await tools.click()
  await askButton.click()
  return { ...app, ask, read }
}

describe('requesting money as a person who cannot be paid', () => {
  // spec 2.99, 5.54, 8.57
  it.each([
    ['was never a seller', NONE],
    ['was refused by Stripe', REFUSED],
  ])('leads a person who %s to the account page', async (_who, account) => {
    const { ask } = await openPanel({ account })
    await expect
      .element(panel)
      .toMatchTextContent(
        'You need to set up your Stripe account to receive payments. You can do this in the account page.',
      )
    await expect.element(amount).not.toBeInTheDocument()
    await expect.element(send).not.toBeInTheDocument()
    await toAccount.click()
    await expect.element(page.getByRole('heading', { name: 'Getting paid' })).toHaveFocus()
    await expect.element(page.getByRole('heading', { name: 'Getting paid' })).toBeInViewport()
    expect(place()).toBe('/account#getting-paid')
    expect(ask).not.toHaveBeenCalled()
  })

  it('shows that Stripe is still checking when the person has nothing more to submit', async () => {
    await openPanel({ account: { ...SELLER, status: 'in_progress', due: ['review'] } })
    await expect.element(panel).toMatchTextContent('Stripe is still checking your details.')
    await expect.element(toAccount).not.toBeInTheDocument()
  })

  it('returns a new seller to the room, and opens the request form once', async () => {
    const { screen } = await openPanel({ account: NONE })
    await toAccount.click()
    await expect.poll(place).toBe('/account#getting-paid')
    await screen.unmount()
    const again = {
      rooms: [ROOM],
      api: { payments: { account: () => SELLER, refreshAccount: () => SELLER } },
    }
    const back = await openApp('/stripe/return', again)
    await expect.element(amount).toHaveFocus()
    expect(place()).toBe(`/dashboard?tab=chats&room=${ROOM.id}`)
    await userEvent.keyboard('{Escape}')
    await expect.element(panel).not.toBeInTheDocument()
    await back.screen.unmount()
    await openApp(`/dashboard?tab=chats&room=${ROOM.id}`, again)
    await expect.element(askButton).toBeVisible()
    await expect.element(page.getByRole('log')).toBeVisible()
    await expect.element(panel).not.toBeInTheDocument()
  })

  it('shows the request form as soon as the person becomes a seller', async () => {
    const { read } = await openPanel({ account: NONE })
    await expect.element(toAccount).toBeVisible()
    read.mockReturnValue(SELLER)
    fakeLive.emit('seller.updated', SELLER)
    await amount.fill('10')
    await send.click()
    await expect.element(requestCard('Pending', '€10.00')).toBeVisible()
  })
})

describe('the amount', () => {
  // spec 5.49, 5.50, 5.51, 5.52, 9.18
  it('is refused beside the field when it is invalid', async () => {
    const { ask } = await openPanel()
    await expect.element(amount).toHaveFocus()
    const invalid = 'Enter an amount in euros, such as 19.99'
    for (const [typed, error] of [
      ['', 'Amount is required'],
      ['0', 'Amount must be at least €0.50'],
      ['100000', 'Amount must be less than €100,000'],
      ['eight', invalid],
      // The hint about thousands separators still shows beside the error.
      ['1.250', `${invalid} e.g. 45 or 45.50`],
      ['1,005', `${invalid} e.g. 45 or 45.50`],
      ['0.49', 'Amount must be at least €0.50'],
    ] as const) {
      await amount.fill(typed)
      await send.click()
      await expect.element(amount).toHaveAccessibleDescription(error)
      await expect.element(amount).toHaveAttribute('aria-invalid', 'true')
      await expect.element(amount).toHaveFocus()
    }
    expect(ask).not.toHaveBeenCalled()
  })

  it('is refused beside the field when only Stripe refuses the amount', async () => {
    const { ask } = await openPanel()
    ask.mockImplementation(() => {
      throw new Refusal('AMOUNT_BELOW_PROVIDER_MINIMUM', 'amount')
    })
    await amount.fill('0.50')
    await send.click()
    await expect
      .element(amount)
      .toHaveAccessibleDescription('Stripe doesn’t accept card payments this small. Request at least €0.50.')
    await expect.element(amount).toHaveFocus()
  })

  it('shows the seller’s share, stays after the panel closes, and is requested', async () => {
    const { ask } = await openPanel()
    for (const typed of ['1.250,50', '1,250.50']) {
      await amount.fill(typed)
      await expect.element(amount).toHaveAccessibleDescription('You receive €1,187.97 of €1,250.50')
    }
    await amount.fill('8,5')
    await expect.element(amount).toHaveAccessibleDescription('You receive €8.07 of €8.50')
    await expect.element(amount).not.toHaveAttribute('aria-invalid', 'true')
    await panel.getByRole('button', { name: 'Close' }).click()
    await expect.element(panel).not.toBeInTheDocument()
    await expect.element(askButton).toHaveFocus()
    expect(ask).not.toHaveBeenCalled()
    await askButton.click()
    await expect.element(amount).toHaveValue('8,5')
    await amount.fill('99999.99')
    await send.click()
    await expect.element(requestCard('Pending', '€99,999.99')).toBeVisible()
    await expect.element(panel).not.toBeInTheDocument()
    expect(page.getByRole('log').getByRole('group').elements()).toHaveLength(1)
  })
})

it('requests a payment by keyboard alone, and returns the focus', async () => {
  const { ask } = await openPanel()
  await userEvent.keyboard('{Escape}')
  await expect.element(askButton).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(amount).toHaveFocus()
  await userEvent.keyboard('0{Enter}')
  await expect.element(amount).toHaveAttribute('aria-invalid', 'true')
  await expect.element(amount).toHaveFocus()
  await userEvent.keyboard('{Control>}a{/Control}45{Tab}')
  await expect.element(description).toHaveFocus()
  await userEvent.keyboard('A talk{Tab}{Tab}')
  await expect.element(send).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(requestCard('Pending', '€45.00')).toMatchTextContent('A talk')
  await expect.element(askButton).toHaveFocus()
  expect(ask).toHaveBeenCalledOnce()
})

describe.each(APPEARANCES)('accessibility (%s)', (_name, appearance) => {
  it('has no violations for a person who is not a seller, with an error, and after the request', async () => {
    const { read } = await openPanel({ ...appearance, account: NONE })
    await expect.element(panel.getByRole('status')).toBeVisible()
    await expectNoAxeViolations()
    read.mockReturnValue(SELLER)
    fakeLive.emit('seller.updated', SELLER)
    await send.click()
    await expect.element(amount).toHaveAttribute('aria-invalid', 'true')
    await expectNoAxeViolations()
    await amount.fill('35')
    await send.click()
    await expect.element(page.getByRole('group', { name: /35[.,]00/u })).toBeVisible()
    await expect.element(panel).not.toBeInTheDocument()
    await expectNoAxeViolations()
  })
})

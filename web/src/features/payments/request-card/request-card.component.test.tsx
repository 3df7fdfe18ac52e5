import { describe, expect, it, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'

import type { Message } from '@kundig/contract/chat/chat.contract'
import { Refusal } from '@kundig/contract/errors'
import { APPEARANCES } from '@kundig/testing/browser/appearances'

import { createPaymentMessage, ROOM } from '../../../../development/gallery/gallery-data.ts'
import {
  AMOUNT,
  chooseAction,
  listActions,
  menuButton,
  openPaymentRoom,
  paymentIntent,
  createPayment,
  requestCard,
  ROOM_HREF,
  SELLER,
  simulator,
  toast,
  withSimulator,
} from '../../../../test/component/deals.ts'
import { fakeLive } from '../../../../test/component/fake-live.ts'
import { openApp } from '../../../../test/component/open-app.tsx'
import { emitSessionEnd } from '../../../../test/component/session-end.ts'
import { expectNoAxeViolations } from '../../../../test/component/violations.ts'

type Ending = NonNullable<Message['ended_by']>

const ended = (by: Ending) => ({ status: 'rejected', ended_by: by, expires_at: null }) as const
const PAID = { status: 'completed', expires_at: null } as const
const pending = requestCard('Pending')
const CLOSED = { status: 'closed', closed_at: '2026-03-03T09:30:00.000Z' } as const
const anyCard = page.getByRole('group', { name: /85,00|85\.00/u })
const question = page.getByRole('alertdialog')
const askedAgain = page.getByLabelText(/^What is it for\?/u)

const readName = (button: Element): string => button.getAttribute('aria-label') ?? button.textContent
const readButtons = (card: Locator): string[] => card.getByRole('button').elements().map(readName)

const ENDS = [
  {
    as: 'buyer',
    procedure: 'decline',
    by: 'declined',
    button: `Decline ${AMOUNT}`,
    title: 'Decline this payment request?',
    sure: 'Decline',
    text: 'Marieke de Vries will see that you declined',
    word: 'You declined this payment request',
  },
  {
    as: 'seller',
    procedure: 'withdraw',
    by: 'withdrawn',
    button: null,
    title: 'Withdraw this payment request?',
    sure: 'Withdraw',
    text: 'won’t be able to pay it',
    word: 'You withdrew this payment request',
  },
] as const

describe.each(ENDS)('a payment request ended by its $as', ({ as, procedure, by, button, title, sure, text, word }) => {
  const opener = button === null ? menuButton : pending.getByRole('button', { name: button })
  /** Ends the request by keyboard. */
  async function end(): Promise<void> {
    if (button === null) return chooseAction('Withdraw')
    await expect.element(opener).toBeVisible()
    opener.element().focus()
    await userEvent.keyboard('{Enter}')
  }
  const surely = page.getByRole('alertdialog', { name: title }).getByRole('button', { name: sure })

  // spec 2.98
  it('a payment request can be ended by keyboard after a confirmation', async () => {
    const answer = vi.fn<() => Promise<Message>>()
    const { change } = await openPaymentRoom({ as, payments: { [procedure]: answer } })
    answer.mockImplementation(async () => {
      change(ended(by))
      await expect.element(requestCard(word)).toBeVisible()
      return createPayment(as, ended(by))
    })
    await end()
    await expect.element(question).toMatchTextContent(text)
    await expect.element(question.getByRole('button', { name: 'Go back' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(opener).toHaveFocus()
    expect(answer).not.toHaveBeenCalled()

    await end()
    await expect.element(question).toBeVisible()
    await userEvent.keyboard('{Tab}')
    await expect.element(surely).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(button === null ? menuButton : requestCard(word)).toHaveFocus()
    await expect.element(requestCard(word).getByText(word)).toBeVisible()
    await expect.element(toast(word)).toBeVisible()
    expect(answer).toHaveBeenCalledOnce()
  })

  it('shows that the request had been settled before', async () => {
    const answer = vi.fn<() => Message>()
    const { decide } = await openPaymentRoom({ as, payments: { [procedure]: answer } })
    answer.mockImplementation(() => {
      decide(PAID)
      throw new Refusal('PAYMENT_DECIDED')
    })
    await end()
    await surely.click()
    await expect.element(requestCard('Payment Completed').getByText('Payment Completed')).toBeVisible()
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(toast(word)).not.toBeInTheDocument()
  })

  it('closes the confirmation in another tab, and keeps the focus on the card', async () => {
    const { change } = await openPaymentRoom({ as })
    await end()
    await expect.element(question).toBeVisible()
    change(ended(by))
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(button === null ? menuButton : requestCard(word)).toHaveFocus()
  })

  it('hides a late response from a person who has logged out', async () => {
    const late = Promise.withResolvers<Message>()
    const asked = Promise.withResolvers<void>()
    await openPaymentRoom({
      as,
      payments: {
        [procedure]: () => {
          asked.resolve()
          return late.promise
        },
      },
    })
    await end()
    await surely.click()
    await asked.promise
    await emitSessionEnd()
    await expect.element(page.getByRole('heading', { name: 'Log in to Kundig' })).toBeVisible()
    late.resolve(createPayment(as, ended(by)))
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.element(page.getByText(word)).not.toBeInTheDocument()
  })
})

describe('an ended payment request', () => {
  // spec 2.95, 2.98, 4.20, 8.49
  it.each<[Ending, string, string]>([
    ['declined', 'You declined this payment request', 'Declined by Marieke de Vries'],
    ['withdrawn', 'Withdrawn by Marieke de Vries', 'You withdrew this payment request'],
    ['expired', 'Not paid in time', 'Not paid in time'],
    ['cancelled', 'No longer open', 'No longer open'],
    ['failed', 'Payment Failed', 'Payment Failed'],
  ])('shows both people immediately that the payment request was %s', async (by, forBuyer, forSeller) => {
    const buyer = await openPaymentRoom()
    await expect.element(pending).toBeVisible()
    buyer.change(ended(by))
    await expect.element(requestCard(forBuyer).getByText(forBuyer)).toBeVisible()
    await expect.element(requestCard(forBuyer)).toMatchTextContent('Nothing was charged.')
    expect(readButtons(requestCard(forBuyer))).toEqual([])
    await buyer.screen.unmount()

    const seller = await openPaymentRoom({ as: 'seller' })
    await expect.element(pending).toBeVisible()
    seller.change(ended(by))
    await expect.element(requestCard(forSeller).getByText(forSeller)).toBeVisible()
    await expect.element(requestCard(forSeller)).not.toMatchTextContent('Nothing was charged.')
    await requestCard(forSeller).getByRole('button', { name: 'Ask again' }).click()
    await expect.element(askedAgain).toHaveValue('One hour about payments')
    await expect.element(page.getByLabelText(/^Amount in euros/u)).toHaveValue('85.00')
  })

  it('cannot be requested again in a closed chat', async () => {
    await openPaymentRoom({
      as: 'seller',
      payment: ended('declined'),
      room: CLOSED,
    })
    const card = requestCard('Declined by Marieke de Vries')
    await expect.element(card).toBeVisible()
    expect(readButtons(card)).toEqual([])
  })
})

it('a paid and an unpaid request in one room each offer only their own actions', async () => {
  const paid = createPaymentMessage(1, { ...PAID, amount: 4000, description: 'A first hour', refundable: 4000 })
  const end = vi.fn<() => Message>()
  await openApp(ROOM_HREF, {
    rooms: [{ ...ROOM, last_seq: 2 }],
    messages: [paid, createPaymentMessage(2, {})],
    api: { payments: { account: () => SELLER, decline: end } },
  })
  end.mockReturnValue(createPaymentMessage(2, ended('declined')))
  const first = requestCard('Payment Completed', '€40.00')
  await expect.element(first).toBeVisible()
  expect(readButtons(first)).toEqual([])
  expect(readButtons(pending)).toEqual([`Pay ${AMOUNT}`, `Decline ${AMOUNT}`])
  await pending.getByRole('button', { name: `Decline ${AMOUNT}` }).click()
  await question.getByRole('button', { name: 'Decline' }).click()
  await expect.element(requestCard('You declined this payment request')).toMatchTextContent('Nothing was charged.')
  await expect.element(first).not.toMatchTextContent('Nothing was charged.')
  expect(readButtons(first)).toEqual([])
})

describe('a pending payment request', () => {
  it.each([
    ['buyer', [`Pay ${AMOUNT}`, `Decline ${AMOUNT}`], null],
    ['seller', [], ['Withdraw']],
  ] as const)('offers the actions of the %s in a closed chat, and shows the deadline', async (as, names, actions) => {
    await openPaymentRoom({ as, room: CLOSED, payment: { expires_at: '2099-03-16T12:00:00.000Z' } })
    await expect.element(pending.getByText(/^Open until 16 Mar 2099/u)).toBeVisible()
    expect(readButtons(pending)).toEqual(names)
    expect(await listActions()).toEqual(actions)
  })

  // spec 2.98
  it.each<[Ending, string, string]>([
    ['withdrawn', 'Marieke de Vries withdrew this payment request', 'Withdrawn by Marieke de Vries'],
    ['expired', 'This payment request has expired. Nothing was charged.', 'Not paid in time'],
  ])('closes the payment dialog with a message when the request is %s', async (by, text, word) => {
    const { change } = await openPaymentRoom({ payments: withSimulator, http: simulator({ payment: paymentIntent }) })
    await pending.getByRole('button', { name: `Pay ${AMOUNT}` }).click()
    const dialog = page.getByRole('dialog', { name: 'Pay Marieke de Vries' })
    await expect.element(dialog.getByRole('button', { name: `Pay ${AMOUNT}` })).toBeVisible()
    change(ended(by))
    await expect.element(toast(text)).toBeVisible()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(requestCard(word)).toHaveFocus()
  })

  it('shows the result after a reconnect when the request was settled in the meantime', async () => {
    const { decide } = await openPaymentRoom()
    await expect.element(pending).toBeVisible()
    fakeLive.fail()
    decide(PAID)
    await expect.element(pending).toBeVisible()
    fakeLive.recover()
    await expect.element(requestCard('Payment Completed')).toBeVisible()
  })
})

describe.each(APPEARANCES)('accessibility (%s)', (_name, appearance) => {
  it.each(ENDS)('has no violations before, during and after the $as ends the request', async ({ as, by }) => {
    const { change } = await openPaymentRoom({ as, ...appearance })
    await expect.element(anyCard).toBeVisible()
    await expectNoAxeViolations()
    if (as === 'seller') await chooseAction(document.documentElement.lang === 'en' ? 'Withdraw' : 'Intrekken')
    else await anyCard.getByRole('button').last().click()
    await expect.element(question).toBeVisible()
    await expectNoAxeViolations()
    change(ended(by))
    await expect.element(question).not.toBeInTheDocument()
    await expectNoAxeViolations()
  })

  it.each(['expired', 'failed'] as const)('has no violations on a request that %s', async (by) => {
    await openPaymentRoom({ payment: ended(by), ...appearance })
    await expect.element(anyCard).toBeVisible()
    await expectNoAxeViolations()
  })
})

import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import type { Message } from '@kundig/contract/chat/chat.contract'
import { APPEARANCES, type Appearance } from '@kundig/testing/browser/appearances'

import { createMessage, send } from '../../../../test/component/chat-room.ts'
import {
  chooseAction,
  createPayment,
  type DealOptions,
  listActions,
  menuButton,
  openPaymentRoom,
  requestCard,
  toast,
} from '../../../../test/component/deals.ts'
import { fakeLive } from '../../../../test/component/fake-live.ts'
import { expectNoAxeViolations } from '../../../../test/component/violations.ts'

type Refund = NonNullable<Message['refunds']>[number]
type Question = NonNullable<Message['refund_request']>

const AT = '2026-03-03T09:30:00.000Z'
const PAID: Partial<Message> = { status: 'completed', expires_at: null, refunds: [], refund_request: null }
const REFUND: Refund = {
  id: '00000000-0000-7000-8000-000000000801',
  amount: 1200,
  status: 'succeeded',
  by: 'seller',
  reason: 'We met for less',
  created_at: AT,
  receipt: null,
}
const ASKED: Question = {
  id: '00000000-0000-7000-8000-000000000802',
  amount: 1200,
  status: 'open',
  reason: 'Half an hour only',
  answer: '',
  declined_by: null,
  seller_answers_until: '2099-03-10T12:00:00.000Z',
  with_operator: false,
  created_at: AT,
}
const DECLINED: Question = { ...ASKED, status: 'declined', declined_by: 'seller', answer: 'It was an hour' }

const card = requestCard('Payment Completed')
const refundAsked = card.getByRole('button', { name: 'Refund €12.00', exact: true })
const dialog = page.getByRole('dialog')
const question = page.getByRole('alertdialog')
const amount = dialog.getByLabelText(/^Amount in euros/u)
const reason = dialog.getByLabelText(/^(?:Why|Reason)/u)
const goOn = dialog.getByRole('button', { name: 'Continue' })

const createAnswer = (as: 'buyer' | 'seller', rest: Partial<Message>): Message =>
  createPayment(as, { ...PAID, updated_at: AT, ...rest })

async function openPaid({ payment = {}, ...rest }: DealOptions = {}) {
  const deal = await openPaymentRoom({ ...rest, payment: { ...PAID, ...payment } })
  await expect.element(page.getByRole('group', { name: /85[.,]00/u })).toBeVisible()
  return deal
}

describe('a refund by the seller', () => {
  it('is refused beside the field when the amount exceeds the remaining amount', async () => {
    await openPaid({ as: 'seller' })
    await chooseAction('Refund')
    await amount.fill('85.01')
    await reason.fill('We met for less')
    await goOn.click()
    await expect.element(dialog.getByText('That is more than is left of this payment')).toBeVisible()
    await expect.element(amount).toHaveFocus()
  })

  it('shows only the amount that the seller can still refund, and is not offered at zero', async () => {
    const { change } = await openPaid({ as: 'seller', payment: { refundable: 2000 } })
    await chooseAction('Refund')
    await expect.element(dialog.getByText('Up to €20.00, taken from your earnings.')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    change({ refundable: 0 })
    await expect.poll(listActions).toEqual(['Reply'])
  })

  it('the seller refunds part of a payment by keyboard after a confirmation', async () => {
    const give = vi.fn<() => Message>(() => createAnswer('seller', { refunds: [REFUND] }))
    await openPaid({ as: 'seller', payments: { refund: give } })
    await chooseAction('Refund')
    await expect.element(amount).toHaveFocus()
    await userEvent.keyboard('12{Tab}')
    await expect.element(reason).toHaveFocus()
    await userEvent.keyboard('We met for less')
    amount.element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('alertdialog', { name: 'Refund €12.00?' })).toBeVisible()
    expect(give).not.toHaveBeenCalled()
    question.getByRole('button', { name: 'Refund €12.00' }).element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(card.getByText(/^€12\.00 of €85\.00 refunded on \d/u)).toBeVisible()
    await expect.element(menuButton).toHaveFocus()
    await expect.element(toast('You refunded Marieke de Vries €12.00')).toBeVisible()
  })

  it('a refund form keeps the typed values until the refund is sent', async () => {
    const give = vi.fn<(input: { client_id: string }) => Message>(() => createAnswer('seller', { refunds: [REFUND] }))
    const { screen } = await openPaid({ as: 'seller' })
    await chooseAction('Refund')
    await amount.fill('12')
    await reason.fill('Half an hour')
    await screen.unmount()
    await openPaid({ as: 'seller', payments: { refund: give } })
    await chooseAction('Refund')
    await expect.element(amount).toHaveValue('12')
    await expect.element(reason).toHaveValue('Half an hour')
    await goOn.click()
    await question.getByRole('button', { name: 'Refund €12.00' }).dblClick()
    await expect.element(card.getByText(/^€12\.00 of €85\.00 refunded/u)).toBeVisible()
    await expect.element(question).not.toBeInTheDocument()
    expect(give).toHaveBeenCalledOnce()
  })
})

describe('the menu of a payment', () => {
  const CLOSED = { status: 'closed', closed_at: AT } as const

  it.each<[string, DealOptions, string[] | null]>([
    ['a seller after the payment', { as: 'seller', payment: PAID }, ['Reply', 'Refund']],
    ['a buyer after the payment', { payment: PAID }, ['Reply', 'Ask for a refund']],
    ['a seller before the payment', { as: 'seller' }, ['Reply', 'Withdraw']],
    ['a buyer before the payment', {}, ['Reply']],
    [
      'a seller of a declined request',
      { as: 'seller', payment: { status: 'rejected', ended_by: 'declined' } },
      ['Reply'],
    ],
    ['a buyer who asked', { payment: { ...PAID, refund_request: ASKED } }, ['Reply']],
    ['a seller after the payment in a closed chat', { as: 'seller', payment: PAID, room: CLOSED }, ['Refund']],
    ['a seller before the payment in a closed chat', { as: 'seller', room: CLOSED }, ['Withdraw']],
    ['a buyer before the payment in a closed chat', { room: CLOSED }, null],
  ])('offers %s the expected actions', async (_who, options, names) => {
    await openPaymentRoom(options)
    await expect.element(page.getByRole('group', { name: /^Payment request, €85\.00/u })).toBeVisible()
    expect(await listActions()).toEqual(names)
  })

  it('is visible without hover when it has actions for the payment', async () => {
    const { change } = await openPaid({ as: 'seller' })
    await expect.element(menuButton).toBeVisible()
    await userEvent.hover(send)
    expect(getComputedStyle(menuButton.element()).opacity).toBe('1')
    change({ refundable: 0 })
    await expect.poll(() => getComputedStyle(menuButton.element()).opacity).toBe('0')
  })

  it('keeps its dialog when new messages scroll the payment out of view', async () => {
    await openPaid({ as: 'seller' })
    await chooseAction('Refund')
    await reason.fill('Half an hour')
    for (let seq = 2; seq < 40; seq++) fakeLive.emit('message.created', createMessage(seq))
    await expect.element(card).not.toBeInTheDocument()
    await expect.element(reason).toHaveValue('Half an hour')
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
  })

  it('returns the focus to its button, or to the card when no actions are left', async () => {
    const room = { status: 'closed', closed_at: AT } as const
    const give = () => createAnswer('seller', { refunds: [REFUND], refundable: 0 })
    await openPaid({ as: 'seller', room, payments: { refund: give } })
    await chooseAction('Refund')
    await expect.element(amount).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(menuButton).toHaveFocus()
    await chooseAction('Refund')
    await amount.fill('12')
    await reason.fill('We met for less')
    await goOn.click()
    await question.getByRole('button', { name: 'Refund €12.00' }).click()
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(card).toHaveFocus()
    expect(await listActions()).toBeNull()
  })

  it('moves the focus from its button to the card when the last action disappears', async () => {
    const { change } = await openPaid({ as: 'seller', room: { status: 'closed', closed_at: AT } })
    await expect.element(menuButton).toBeVisible()
    menuButton.element().focus()
    change({ refundable: 0 })
    await expect.element(menuButton).not.toBeInTheDocument()
    await expect.element(card).toHaveFocus()
  })
})

describe('a refunded amount', () => {
  it('a refunded amount appears on the card immediately with its reason', async () => {
    const { change } = await openPaid({ as: 'seller' })
    expect(await listActions()).toEqual(['Reply', 'Refund'])
    change({ refunds: [REFUND] })
    await expect.element(card.getByText(/^€12\.00 of €85\.00 refunded on \d/u)).toBeVisible()
    await expect.element(card.getByText('We met for less')).toBeVisible()
    expect(await listActions()).toEqual(['Reply', 'Refund'])
    change({ refunds: [REFUND, { ...REFUND, id: ASKED.id, amount: 7300, by: 'stripe', reason: '' }] })
    await expect.element(card.getByText(/^€73\.00 of €85\.00 refunded on \d/u)).toBeVisible()
    await expect.element(card.getByText(/^€12\.00 of €85\.00 refunded on \d/u)).toBeVisible()
    expect(await listActions()).toEqual(['Reply'])
  })
})

describe('a refund request', () => {
  it('the buyer must enter a reason to request a refund', async () => {
    const ask = vi.fn<(input: { amount: string | number; reason: string }) => Message>(() =>
      createAnswer('buyer', { refund_request: ASKED }),
    )
    await openPaid({ payments: { requestRefund: ask } })
    expect(await listActions()).toEqual(['Reply', 'Ask for a refund'])
    await chooseAction('Ask for a refund')
    await expect.element(page.getByRole('dialog', { name: 'Ask Marieke de Vries for a refund' })).toBeVisible()
    await expect.element(amount).toHaveValue('85.00')
    await amount.fill('12')
    dialog.getByRole('button', { name: 'Send' }).element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog.getByText('Enter a reason')).toBeVisible()
    await expect.element(reason).toHaveFocus()
    await userEvent.keyboard('Half an hour only')
    dialog.getByRole('button', { name: 'Send' }).element().focus()
    await userEvent.keyboard('{Enter}')
    await expect
      .element(card.getByText(/^You asked for a €12\.00 refund\. Marieke de Vries can reply until .+\.$/u))
      .toBeVisible()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(menuButton).toHaveFocus()
    expect(await listActions()).toEqual(['Reply'])
    expect(ask).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ amount: 1200, reason: 'Half an hour only' }))
  })

  it('shows the buyer a rejection with its reason, and can be made again', async () => {
    const { change } = await openPaid({ payment: { refund_request: ASKED } })
    await expect.element(card.getByText(/^You asked for a €12\.00 refund\./u)).toBeVisible()
    change({ refund_request: DECLINED })
    await expect.element(card.getByText('Marieke de Vries declined the €12.00 refund')).toBeVisible()
    await expect.element(card.getByText('It was an hour')).toBeVisible()
    expect(await listActions()).toEqual(['Reply', 'Ask for a refund'])
    change({ refund_request: ASKED })
    await expect.element(card.getByText('It was an hour')).not.toBeInTheDocument()
    change({ refund_request: { ...ASKED, status: 'granted' }, refunds: [REFUND] })
    await expect.element(card.getByText(/^€12\.00 of €85\.00 refunded on \d/u)).toBeVisible()
    await expect.element(card.getByText('Half an hour only')).not.toBeInTheDocument()
    expect(await listActions()).toEqual(['Reply', 'Ask for a refund'])
  })

  it('is rejected by the seller with a reason', async () => {
    const decline = vi.fn<(input: { reason: string }) => Message>(() =>
      createAnswer('seller', { refund_request: DECLINED, change_seq: 2 }),
    )
    const { change } = await openPaid({ as: 'seller', payments: { declineRefundRequest: decline } })
    change({ refund_request: ASKED })
    await expect
      .element(card.getByText(/^Marieke de Vries asked for a €12\.00 refund\. Reply by .+\. After that, we decide\.$/u))
      .toBeVisible()
    await expect.element(card.getByText('Half an hour only')).toBeVisible()
    card.getByRole('button', { name: 'Decline the €12.00 refund' }).element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('dialog', { name: 'Decline the €12.00 refund' })).toBeVisible()
    await reason.fill('It was an hour')
    dialog.getByRole('button', { name: 'Decline' }).element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(card.getByText('You declined the €12.00 refund')).toBeVisible()
    await expect.element(card).toHaveFocus()
    expect(decline).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ reason: 'It was an hour' }))
  })

  it('is answered by the seller with a refund of the requested amount', async () => {
    const give = vi.fn<(input: { amount: string | number }) => Message>(() =>
      createAnswer('seller', { refunds: [REFUND], refund_request: { ...ASKED, status: 'granted' } }),
    )
    await openPaid({ as: 'seller', payment: { refund_request: ASKED }, payments: { refund: give } })
    expect(await listActions()).toEqual(['Reply', 'Refund'])
    await refundAsked.click()
    await expect.element(amount).toHaveValue('12.00')
    await reason.fill('You are right')
    await goOn.click()
    await question.getByRole('button', { name: 'Refund €12.00' }).click()
    await expect.element(card.getByText(/^€12\.00 of €85\.00 refunded on \d/u)).toBeVisible()
    await expect.element(card.getByText('Half an hour only')).not.toBeInTheDocument()
    expect(give).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ amount: 1200 }))
  })
})

describe.each(APPEARANCES)('accessibility (%s)', (_name, appearance: Appearance) => {
  const group = page.getByRole('group', { name: /85[.,]00/u })

  it.each<['buyer' | 'seller', Partial<Message>]>([
    ['seller', { refunds: [REFUND], refund_request: ASKED }],
    ['buyer', { refunds: [REFUND], refund_request: DECLINED }],
  ])('has no violations for a %s, with an empty form', async (as, payment) => {
    await openPaid({ as, payment, ...appearance })
    await expect.element(group.getByText(/12[.,]00/u).first()).toBeVisible()
    await expectNoAxeViolations()
    const isEnglish = document.documentElement.lang === 'en'
    await chooseAction(
      as === 'seller' ? (isEnglish ? 'Refund' : 'Terugbetalen') : isEnglish ? 'Ask for a refund' : 'Geld terugvragen',
    )
    await dialog.getByRole('button', { name: /^(?:Continue|Verder|Send|Versturen)$/u }).click()
    await expect.element(dialog.getByRole('textbox').last()).toHaveAttribute('aria-invalid', 'true')
    await expectNoAxeViolations()
  })
})

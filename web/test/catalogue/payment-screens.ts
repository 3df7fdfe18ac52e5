import { page } from 'vitest/browser'

import type { Message } from '@kundig/contract/chat/chat.contract'
import { REFUND_STEPS } from '@kundig/contract/refunds/refund-event'

import { CARDS, MARIEKE } from '../../development/gallery/gallery-data.ts'
import { chatTexts } from '../../src/features/chat/chat.messages.ts'
import { askingTexts } from '../../src/features/payments/asking/asking.messages.ts'
import { payingTexts } from '../../src/features/payments/paying/paying.messages.ts'
import { refundingTexts } from '../../src/features/payments/refunding/refunding.messages.ts'
import { requestCardTexts } from '../../src/features/payments/request-card/request-card.messages.ts'
import { formatMoney } from '../../src/platform/i18n/format.ts'
import { getLanguage } from '../../src/platform/preferences/preferences.ts'
import { openMessageMenu } from '../component/chat-room.ts'
import { chooseAction, paymentIntent, createPayment, SELLER, simulator, withSimulator } from '../component/deals.ts'
import { createText, inRoom } from './chat-screens.ts'
import {
  dialog,
  fault,
  pickTexts,
  press,
  question,
  refuse,
  type Screen,
  type Screens,
  submitForm,
  text,
  wait,
} from './screen.ts'

const DECLINED = {
  http: simulator({
    payment: () =>
      paymentIntent({
        last_payment_error: { type: 'card_error', code: 'card_declined', decline_code: 'insufficient_funds' },
      }),
  }),
}

const money = (rest: Omit<Screen, 'at'> & { isSeller?: boolean; payment?: Partial<Message> }): Screen => {
  const { isSeller = false, payment = {}, api, ...screen } = rest
  return inRoom({
    messages: [createPayment(isSeller ? 'seller' : 'buyer', payment)],
    http: simulator({}),
    ...screen,
    api: { payments: { account: () => SELLER, ...withSimulator, ...api?.payments } },
  })
}
const amount = (): RegExp => /€\s?85/u
const openPayment = () =>
  page
    .getByRole('group')
    .getByRole('button', { name: /^(?:Pay €|€.* betalen$)/u })
    .click()
const pay = async (): Promise<void> => {
  await openPayment()
  await dialog.getByRole('button', { name: /^(?:Pay €|€.* betalen$)/u }).click()
}
const ask = (typed?: string) => async (): Promise<void> => {
  if (!matchMedia('(width >= 48rem)').matches) await press(pickTexts(chatTexts).add)
  await press(pickTexts(askingTexts).ask)
  if (typed === undefined) return
  await dialog.getByLabelText(pickTexts(askingTexts).amount).fill(typed)
  await submitForm()
}
const LONG = 'Three afternoons on the building site, with a report of each.\n'.repeat(16)

export const paymentScreens: Screens = {
  'pay.ask': money({ act: ask(), shows: () => dialog.getByLabelText(pickTexts(askingTexts).amount) }),
  'pay.ask-errors': money({
    act: ask('0'),
    shows: () => text(pickTexts(askingTexts).atLeast(formatMoney(50, 'eur', getLanguage()))),
  }),
  'pay.ask-failed': money({ api: { payments: { ask: refuse() } }, act: ask('85'), shows: () => fault('FORBIDDEN') }),
  'pay.ask-not-set-up': money({
    api: { payments: { account: () => ({ ...SELLER, status: 'inactive' }) } },
    act: ask(),
    shows: () => text(pickTexts(askingTexts).notSetUp),
  }),
  'pay.request-card-seller': money({
    isSeller: true,
    shows: () => text(pickTexts(requestCardTexts).waitingFor(MARIEKE.full_name)),
  }),
  'pay.request-card-buyer': money({ shows: () => page.getByRole('group').getByText(amount()).first() }),
  'pay.long-buyer': money({
    payment: { description: LONG.slice(0, 1000) },
    shows: () => text(pickTexts(requestCardTexts).showAll),
  }),
  'pay.rejected-buyer': money({
    payment: { status: 'rejected', ended_by: 'failed' },
    shows: () => text(pickTexts(requestCardTexts).failed),
  }),
  'pay.declined-seller': money({
    isSeller: true,
    payment: { status: 'rejected', ended_by: 'declined' },
    shows: () => text(pickTexts(requestCardTexts).declinedBy(MARIEKE.full_name)),
  }),
  'pay.completed-seller': money({
    isSeller: true,
    payment: { status: 'completed' },
    shows: () => text(pickTexts(requestCardTexts).completed),
  }),
  'pay.decline': money({ act: () => press(pickTexts(requestCardTexts).declineNamed(euros())), shows: () => question }),
  'pay.withdraw': money({
    isSeller: true,
    act: () => chooseAction(pickTexts(requestCardTexts).withdraw),
    shows: () => question,
  }),
  'pay.menu': money({
    isSeller: true,
    act: () => openMessageMenu(createPayment('seller')),
    shows: () => page.getByRole('menuitem', { name: pickTexts(requestCardTexts).withdraw }),
  }),
  'pay.refund': money({
    isSeller: true,
    payment: { status: 'completed' },
    act: () => chooseAction(pickTexts(requestCardTexts).refund),
    shows: () => dialog.getByLabelText(pickTexts(refundingTexts).reason),
  }),
  'pay.ask-back': money({
    payment: { status: 'completed' },
    act: () => chooseAction(pickTexts(requestCardTexts).askBack),
    shows: () => dialog.getByLabelText(pickTexts(refundingTexts).askReason),
  }),
  'pay.refund-lines': inRoom({
    messages: REFUND_STEPS.map((step, index) =>
      createText(index + 1, '', {
        refund_event: { step, amount: 1200, currency: 'eur', by: step === 'withdrawn' ? 'buyer' : 'seller' },
        reply_to: { seq: 1, sender_id: MARIEKE.id, content: '' },
      }),
    ),
    shows: () =>
      page
        .getByRole('log')
        .getByText(/€\s?12/u)
        .first(),
  }),
  'pay.dialog': money({ act: openPayment, shows: () => dialog.getByText(pickTexts(payingTexts).otherCard) }),
  'pay.choose-card': money({
    api: { payments: { cards: () => ({ items: CARDS.map((card) => ({ ...card, exp_year: 2099 })) }) } },
    act: async () => {
      await openPayment()
      await dialog.getByRole('button', { name: pickTexts(payingTexts).otherCard }).click()
    },
    shows: () => dialog.getByText(pickTexts(payingTexts).chooseCard).first(),
  }),
  'pay.new-card': money({
    api: { payments: { cards: () => ({ items: [] }) } },
    act: openPayment,
    shows: () => text(pickTexts(payingTexts).newCardHint),
  }),
  'pay.program-card': money({
    payment: { new_card_only: true },
    act: openPayment,
    shows: () => text(pickTexts(payingTexts).newCardOnlyHint),
  }),
  'pay.broken': money({
    api: { payments: { clientSecret: refuse() } },
    act: openPayment,
    shows: () => text(pickTexts(payingTexts).notOpened),
  }),
  'pay.paying': money({
    http: simulator({ pay: wait }),
    act: pay,
    shows: () => text(pickTexts(payingTexts).paying),
  }),
  'pay.declined': money({
    ...DECLINED,
    act: openPayment,
    shows: () => dialog.getByRole('button', { name: pickTexts(payingTexts).giveUp }),
  }),
  'pay.give-up': money({
    ...DECLINED,
    act: async () => {
      await openPayment()
      await dialog.getByRole('button', { name: pickTexts(payingTexts).giveUp }).click()
    },
    shows: () => question.getByText(pickTexts(payingTexts).giveUpTitle),
  }),
}
const euros = (): string => pickTexts({ en: '€85.00', nl: '€ 85,00' })

import { expect } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import type { Message } from '@kundig/contract/chat/chat.contract'
import type { SellerAccount } from '@kundig/contract/payments/payments.contract'

import { createPaymentMessage, READER, ROOM } from '../../development/gallery/gallery-data.ts'
import type { HttpAnswers, ProcedureAnswers } from './fake-api.ts'
import { fakeLive } from './fake-live.ts'
import { type AppOptions, openApp } from './open-app.tsx'

export const AMOUNT = '€85.00'
export const ROOM_HREF = `/dashboard?tab=chats&room=${ROOM.id}`
export const SELLER: SellerAccount = {
  stripeConnectAccountId: 'acct_1',
  stripeCustomerId: 'cus_1',
  status: 'ready',
  due: [],
}

export const createPayment = (as: 'buyer' | 'seller', rest: Partial<Message> = {}): Message =>
  createPaymentMessage(1, { ...(as === 'seller' && { sender_id: READER.id }), ...rest })

export interface DealOptions extends Omit<AppOptions, 'rooms' | 'messages'> {
  as?: 'buyer' | 'seller'
  payment?: Partial<Message> | null
  room?: Partial<typeof ROOM>
  payments?: ProcedureAnswers['payments']
}

export async function openPaymentRoom({
  as = 'buyer',
  payment = {},
  room = {},
  payments = {},
  api = {},
  ...rest
}: DealOptions = {}) {
  const messages = payment === null ? [] : [createPayment(as, payment)]
  const opened = { ...ROOM, last_seq: messages.length, ...room }
  let changes = 0
  const resume = () => ({
    rooms:
      changes === 0
        ? []
        : [{ room_id: ROOM.id, messages: [], changed: messages, has_more: false, last_seq: 1, change_seq: changes }],
    gone: [],
    list: { items: [opened], unread_total: 0, next_cursor: null },
    stamps: { requests: '', seller: '', notifications: '' },
  })
  const app = await openApp(ROOM_HREF, {
    ...rest,
    rooms: [opened],
    messages,
    api: { ...api, chat: { resume }, payments: { account: () => SELLER, ...payments } },
  })
  const decide = (to: Partial<Message>): Message => {
    messages[0] = createPayment(as, { ...payment, ...to })
    changes += 1
    return messages[0]
  }
  const change = (to: Partial<Message>): void => {
    fakeLive.emit('message.updated', { ...decide(to), change_seq: changes })
  }
  return { ...app, decide, change }
}

export const requestCard = (state: string, amount = AMOUNT) =>
  page.getByRole('group', { name: `Payment request, ${amount}: ${state}` })

export const menuButton = page
  .getByRole('log')
  .getByRole('button', { name: /^(?:More about this message|Meer over dit bericht)$/u })
export const menuItem = (name: string) => page.getByRole('menuitem', { name, exact: true })

/** Chooses an item from the menu of the only payment, by keyboard. */
export async function chooseAction(name: string): Promise<void> {
  await expect.element(menuButton).toBeVisible()
  menuButton.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(menuItem(name)).toBeVisible()
  menuItem(name).element().focus()
  await userEvent.keyboard('{Enter}')
}

/** Lists the items in the menu of the only payment. @returns null without a menu */
export async function listActions(): Promise<string[] | null> {
  const button = menuButton.elements()[0]
  if (!(button instanceof HTMLElement)) return null
  button.click()
  await expect.element(page.getByRole('menuitem').first()).toHaveFocus()
  const names = page
    .getByRole('menuitem')
    .elements()
    .map(({ textContent }) => textContent)
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('menu')).not.toBeInTheDocument()
  return names
}

export const toast = (text: string | RegExp) => page.getByRole('region', { name: 'Announcements' }).getByText(text)

const SIMULATOR = '/api/simulator'

export const withSimulator = {
  configuration: () => ({
    mode: 'simulator' as const,
    publishable_key: 'pk_test_1',
    simulator_url: SIMULATOR,
    fee: { percent_bp: 500, fixed_cents: 0, least_cents: 35, minimum_cents: 50 },
  }),
  clientSecret: () => ({ clientSecret: 'pi_1_secret_1' }),
  startCardSetup: () => ({ clientSecret: 'seti_1_secret_1' }),
} satisfies ProcedureAnswers['payments']

type Intent = Record<string, unknown>

export const paymentIntent = (rest: Intent = {}): Intent => ({
  id: 'pi_1',
  object: 'payment_intent',
  client_secret: 'pi_1_secret_1',
  status: 'requires_payment_method',
  next_action: null,
  last_payment_error: null,
  ...rest,
})

export const ASKS_BANK: Intent = {
  status: 'requires_action',
  next_action: { type: 'use_stripe_sdk', use_stripe_sdk: { stripe_js: '/hosted/3ds/1' } },
}

export const refuseCard = (code: string, declineCode?: string): Response =>
  Response.json(
    { error: { type: 'card_error', code, ...(declineCode !== undefined && { decline_code: declineCode }) } },
    { status: 402 },
  )

export const simulator = (answers: {
  payment?: () => Intent
  pay?: (request: Request) => Response | Promise<Response>
  save?: (request: Request) => Response | Promise<Response>
}): HttpAnswers => ({
  [`POST ${SIMULATOR}/v1/payment_methods`]: () => Response.json({ id: 'pm_1', object: 'payment_method' }),
  [`GET ${SIMULATOR}/v1/payment_intents/pi_1`]: () => Response.json((answers.payment ?? paymentIntent)()),
  ...(answers.pay && { [`POST ${SIMULATOR}/v1/payment_intents/pi_1/confirm`]: answers.pay }),
  [`POST ${SIMULATOR}/v1/setup_intents/seti_1/confirm`]: (request) =>
    answers.save?.(request) ?? Response.json({ id: 'seti_1', object: 'setup_intent', status: 'succeeded' }),
})

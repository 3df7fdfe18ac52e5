import { randomUUID } from 'node:crypto'

import type { Device } from '@kundig/contract/auth/auth.contract'
import type { PaymentMessage } from '@kundig/testing/payments/payment-stage'
import type { Person } from '@kundig/testing/people/test-client'

import { outcome, reading } from '../answers.ts'
import { asking, type Operation } from './operation.ts'
import type { Scene } from './scene.ts'

const HIDDEN = '404 PAYMENT_REQUEST_NOT_FOUND'
const BUYER_ONLY = '403 PAYMENT_BUYER_ONLY'

/** Payment requests, what is one's own, the functions and the webhook: who may do what. */
export function moneyAndSelfOperations(scene: Scene): Operation[] {
  const { people, deal, pending, completed, closed, open, cardId, account, customer, stage } = scene
  const { site, payments } = stage
  const { call } = asking(site)
  const ask = (roomId: string) =>
    call('POST', `/api/chat-rooms/${roomId}/payment-requests`, () => ({ client_id: randomUUID(), amount: '5' }))
  const claim = (message: PaymentMessage, status: string) => async (who: Person | null) => {
    const answer = await payments.claim(who, message, status)
    return answer.status === 200 ? `200 ${answer.body.status}` : outcome(answer)
  }
  const secret = (message: PaymentMessage) => async (who: Person | null) => outcome(await payments.secret(who, message))

  const created: Operation[] = [
    {
      what: 'in the deal’s room',
      act: ask(deal.room.id),
      named: { seller: '200', buyer: '403 SELLER_NOT_SET_UP' },
      everyoneElse: '404 ROOM_NOT_FOUND',
    },
    {
      what: 'in a room without a seller',
      act: ask(open.id),
      named: { receiver: '403 SELLER_NOT_SET_UP', partner: '403 SELLER_NOT_SET_UP' },
      everyoneElse: '404 ROOM_NOT_FOUND',
    },
    {
      what: 'in a closed room',
      act: ask(closed.id),
      named: { receiver: '409 ROOM_CLOSED', partner: '409 ROOM_CLOSED' },
      everyoneElse: '404 ROOM_NOT_FOUND',
    },
  ].map((one) => ({ row: 'Create a payment request', ...one }))

  const paid: Operation[] = [
    {
      what: 'read',
      act: call('GET', `/api/payment-requests/${pending.payment_request_id}`),
      named: { seller: '200', buyer: '200' },
      everyoneElse: HIDDEN,
    },
    { what: 'client secret', act: secret(pending), named: { seller: BUYER_ONLY, buyer: '200' }, everyoneElse: HIDDEN },
    {
      what: 'client secret, decided',
      act: secret(completed),
      named: { seller: BUYER_ONLY, buyer: '409 PAYMENT_DECIDED' },
      everyoneElse: HIDDEN,
    },
    ...(['completed', 'rejected'] as const).map((status) => ({
      what: `say ${status}, decided`,
      act: claim(completed, status),
      named: { seller: BUYER_ONLY, buyer: '409 PAYMENT_DECIDED' },
      everyoneElse: '404 ROOM_NOT_FOUND',
    })),
    {
      what: 'say completed, unpaid',
      act: claim(pending, 'completed'),
      named: { seller: BUYER_ONLY, buyer: '200 pending' },
      everyoneElse: '404 ROOM_NOT_FOUND',
    },
    {
      what: 'give up',
      act: async (who: Person | null) => claim(await payments.asked(deal), 'rejected')(who),
      named: { seller: BUYER_ONLY, buyer: '200 rejected' },
      everyoneElse: '404 ROOM_NOT_FOUND',
    },
  ].map((one) => ({ row: 'Client secret, pay, status update', ...one }))

  const decline = (of: () => PaymentMessage | Promise<PaymentMessage>) => async (who: Person | null) => {
    const answer = await payments.decline(who, await of())
    return answer.status === 200 ? `200 ${answer.body.status} ${answer.body.ended_by}` : outcome(answer)
  }
  const declined: Operation[] = [
    { what: 'pending', act: decline(() => payments.asked(deal)), buyer: '200 rejected declined' },
    { what: 'decided', act: decline(() => completed), buyer: '409 PAYMENT_DECIDED' },
    {
      what: 'pending, by RPC',
      act: async (who: Person | null) => {
        const { payment_request_id: id } = await payments.asked(deal)
        return call('POST', '/rpc/payments/decline', () => ({ json: { id } }))(who)
      },
      buyer: '200',
    },
  ].map(({ buyer, ...one }) => ({
    row: 'Decline a payment request',
    named: { seller: BUYER_ONLY, buyer },
    everyoneElse: HIDDEN,
    ...one,
  }))

  const shows = (path: string, text: () => string) => async (who: Person | null) =>
    reading(await site.api(who, 'GET', path), (body) => JSON.stringify(body).includes(text()))
  const endForeign = async (who: Person | null): Promise<string> => {
    const session = await site.session(await site.signIn(people.receiver))
    return call('DELETE', `/api/sessions/${session?.session_id}`)(who)
  }
  const endBy = (path: string) => async (who: Person | null) => {
    const there = await site.signIn(people.receiver)
    const came = outcome(await site.api(who && (await site.signIn(who)), 'POST', `/api/sessions/${path}`))
    const lives = (await site.session(there)) !== null
    if (who) who.cookies = (await site.signIn(who)).cookies
    return came === '200' ? (lives ? 'theirs lives' : 'theirs is over') : came
  }
  const devices = async (who: Person | null): Promise<string> => {
    const id = (await site.session(people.receiver))?.session_id
    return reading(await site.api<{ items: Device[] }>(who, 'GET', '/api/sessions'), ({ items }) =>
      items.some((device) => device.id === id),
    )
  }
  const confirmAddress = async (who: Person | null): Promise<string> => {
    const [mail = ''] = await stage.mails(people.receiver.email)
    return call('POST', '/api/email-verification/confirm', () => ({ code: /\?code=([\w-]+)/u.exec(mail)?.[1] ?? '' }))(
      who,
    )
  }
  const own: Operation[] = [
    {
      what: 'confirm the receiver’s address by the mailed code alone',
      act: confirmAddress,
      named: { anonymous: '403 PASSWORD_NEEDED', receiver: '200' },
      everyoneElse: '403 PASSWORD_NEEDED',
    },
    {
      what: 'see the buyer’s card',
      act: shows('/api/payments/cards', () => cardId),
      named: { buyer: 'shown' },
      everyoneElse: 'left out',
    },
    {
      what: 'make the buyer’s card the default',
      act: call('PUT', `/api/payments/cards/${cardId}/default`),
      named: { buyer: '200' },
      everyoneElse: '404 CARD_NOT_FOUND',
    },
    {
      what: 'remove a card of the buyer',
      act: async (who: Person | null) => {
        const { id } = await payments.stripe.paymentMethods.attach('pm_card_visa', { customer })
        return call('DELETE', `/api/payments/cards/${id}`)(who)
      },
      named: { buyer: '200' },
      everyoneElse: '404 CARD_NOT_FOUND',
    },
    {
      what: 'see the seller’s account',
      act: shows('/api/payments/account', () => account),
      named: { seller: 'shown' },
      everyoneElse: 'left out',
    },
    {
      what: 'open a dashboard',
      act: call('POST', '/api/payments/account/dashboard'),
      named: { seller: '200' },
      everyoneElse: '403 SELLER_NOT_SET_UP',
    },
    { what: 'see the receiver’s sessions', act: devices, named: { receiver: 'shown' }, everyoneElse: 'left out' },
    {
      what: 'end a session of the receiver',
      act: endForeign,
      named: { receiver: '200' },
      everyoneElse: '404 SESSION_NOT_FOUND',
    },
    ...['end-others', 'end-all'].map((path) => ({
      what: `end sessions by ${path}`,
      act: endBy(path),
      named: { receiver: 'theirs is over' },
      everyoneElse: 'theirs lives',
    })),
    // Nobody can export or delete over the API yet: whatever such an address comes to be, it must be one's own.
    ...(['GET', 'POST', 'DELETE'] as const).flatMap((method) =>
      [
        `/api/users/${people.receiver.id}`,
        `/api/export/${people.receiver.id}`,
        `/api/profiles/${people.receiver.id}/export`,
      ].map((path) => ({
        what: `${method} ${path.split('/')[2]} of the receiver`,
        act: call(method, path),
        named: { anonymous: '404 NOT_FOUND' },
        everyoneElse: '404 NOT_FOUND',
      })),
    ),
  ].map((one) => ({ row: 'Payment methods, onboarding, sessions, export, delete', ...one }))

  const status = (name: string, body: () => unknown) => async (who: Person | null) =>
    String((await site.api(who, 'POST', `/functions/${name}`, body())).status)
  const functions: Operation[] = [
    {
      what: 'createStripeCustomer',
      act: status('createStripeCustomer', () => ({ userId: people.buyer.id, email: people.buyer.email })),
      named: { anonymous: '401', buyer: '200' },
    },
    {
      what: 'createConnectAccount',
      act: status('createConnectAccount', () => ({ userId: people.seller.id, email: people.seller.email })),
      named: { anonymous: '401', seller: '200' },
    },
    {
      what: 'createPayment',
      act: status('createPayment', () => ({
        amount: 1999,
        currency: 'eur',
        customerId: customer,
        connectAccountId: account,
        description: 'An hour of advice',
      })),
      named: { anonymous: '401', seller: '200' },
    },
    ...['getDefaultPaymentMethod', 'createSetupIntent'].map((name) => ({
      what: name,
      act: status(name, () => ({ customerId: customer })),
      named: { anonymous: '401', buyer: '200' },
    })),
  ].map((one) => ({ row: 'Each of the five functions', everyoneElse: '403', ...one }))

  const hooks: Operation[] = ['/stripe/webhook', '/stripe/webhook/thin'].map((path) => ({
    row: 'Webhook',
    what: `unsigned at ${path}`,
    act: call('POST', path, () => ({
      id: 'evt_1',
      type: 'payment_intent.succeeded',
      data: { object: { id: 'pi_1' } },
    })),
    named: { anonymous: '400 INVALID_INPUT' },
    everyoneElse: '400 INVALID_INPUT',
  }))
  return [...created, ...paid, ...declined, ...own, ...functions, ...hooks]
}

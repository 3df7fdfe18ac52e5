import { randomUUID } from 'node:crypto'

import { READY_CARDS } from '../payments/cards.ts'
import type { PaymentMessage } from '../payments/payment-environment.ts'
import { toOutcome, toVisibilityOutcome } from '../people/outcome.ts'
import type { Person } from '../people/test-client.ts'
import type { PermissionFixture } from './permission-fixture.ts'
import { call, forEveryone, type Expected, type PermissionRow, toRows } from './permission-row.ts'
import { refundPermissions } from './refund-permissions.ts'

const HIDDEN = '404 PAYMENT_REQUEST_NOT_FOUND'
const NO_ROOM = '404 ROOM_NOT_FOUND'

type FromFixture<Value> = (fixture: PermissionFixture) => Value

const ask = (roomId: FromFixture<string>) =>
  call(
    'POST',
    (fixture) => `/api/chat-rooms/${roomId(fixture)}/payment-requests`,
    () => ({ client_id: randomUUID(), amount: '5' }),
  )
const fresh: FromFixture<Promise<PaymentMessage>> = ({ payments, deal }) => payments.asked(deal)
const secret = (of: FromFixture<PaymentMessage>) => async (fixture: PermissionFixture, who: Person | null) =>
  toOutcome(await fixture.payments.secret(who, of(fixture)))
const claim =
  (of: FromFixture<PaymentMessage | Promise<PaymentMessage>>, status: string) =>
  async (fixture: PermissionFixture, who: Person | null) => {
    const answer = await fixture.payments.claim(who, await of(fixture), status)
    return answer.status === 200 ? `200 ${answer.body.status}` : toOutcome(answer)
  }
const decline =
  (of: FromFixture<PaymentMessage | Promise<PaymentMessage>>) =>
  async (fixture: PermissionFixture, who: Person | null) => {
    const answer = await fixture.payments.decline(who, await of(fixture))
    return answer.status === 200 ? `200 ${answer.body.status} ${answer.body.ended_by}` : toOutcome(answer)
  }
const withdraw =
  (of: FromFixture<PaymentMessage | Promise<PaymentMessage>>) =>
  async (fixture: PermissionFixture, who: Person | null) => {
    const answer = await fixture.payments.withdraw(who, await of(fixture))
    return answer.status === 200 ? `200 ${answer.body.status} ${answer.body.ended_by}` : toOutcome(answer)
  }
/** Outcomes of an action for buyers only. Sellers may not answer their own requests. */
const buyerOnly = (buyer: string, everyoneElse: string): Expected => ({
  seller: '403 PAYMENT_BUYER_ONLY',
  buyer,
  everyoneElse,
})

const shows = (path: string, text: FromFixture<string>) => async (fixture: PermissionFixture, who: Person | null) =>
  toVisibilityOutcome(await fixture.site.api(who, 'GET', path), (body) => JSON.stringify(body).includes(text(fixture)))

const status = (name: string, body: FromFixture<object>) => async (fixture: PermissionFixture, who: Person | null) =>
  String((await fixture.site.api(who, 'POST', `/functions/${name}`, body(fixture))).status)

export const paymentPermissions: readonly PermissionRow[] = [
  ...toRows(
    'Create a payment request',
    [
      {
        operation: 'request a payment',
        attempt: ask(({ deal }) => deal.room.id),
        expected: { seller: '200', buyer: '403 SELLER_NOT_SET_UP', everyoneElse: NO_ROOM },
      },
      {
        operation: 'request a payment in a room without a seller',
        attempt: ask(({ open }) => open.id),
        expected: { receiver: '403 SELLER_NOT_SET_UP', partner: '403 SELLER_NOT_SET_UP', everyoneElse: NO_ROOM },
      },
      {
        operation: 'request a payment in a closed room',
        attempt: ask(({ closedDeal }) => closedDeal.room.id),
        expected: { seller: '409 ROOM_CLOSED', buyer: '409 ROOM_CLOSED', everyoneElse: NO_ROOM },
      },
      {
        operation: 'request a payment in a closed room without a seller',
        attempt: ask(({ closed }) => closed.id),
        expected: { receiver: '409 ROOM_CLOSED', partner: '409 ROOM_CLOSED', everyoneElse: NO_ROOM },
      },
      {
        operation: 'request a payment in an unknown room',
        attempt: ask(() => randomUUID()),
        expected: { everyoneElse: NO_ROOM },
      },
    ].map((row) => ({ ...row, calls: 'POST /chat-rooms/{room_id}/payment-requests' })),
  ),

  ...toRows('Client secret, pay, status update', [
    {
      operation: 'read a payment request',
      calls: 'GET /payment-requests/{id}',
      attempt: call('GET', ({ pending }) => `/api/payment-requests/${pending.payment_request_id}`),
      expected: { seller: '200', buyer: '200', everyoneElse: HIDDEN },
    },
    {
      operation: 'read an unknown payment request',
      calls: 'GET /payment-requests/{id}',
      attempt: call('GET', () => `/api/payment-requests/${randomUUID()}`),
      expected: { everyoneElse: HIDDEN },
    },
    // spec 3.20
    {
      operation: 'get the client secret of a pending request',
      calls: 'POST /payment-requests/{id}/client-secret',
      attempt: secret(({ pending }) => pending),
      expected: buyerOnly('200', HIDDEN),
    },
    {
      operation: 'get the client secret of a paid request',
      calls: 'POST /payment-requests/{id}/client-secret',
      attempt: secret(({ completed }) => completed),
      expected: buyerOnly('409 PAYMENT_DECIDED', HIDDEN),
    },
    {
      operation: 'get the client secret of an unknown request',
      calls: 'POST /payment-requests/{id}/client-secret',
      attempt: call('POST', () => `/api/payment-requests/${randomUUID()}/client-secret`),
      expected: { everyoneElse: HIDDEN },
    },
    {
      operation: 'find a client secret in messages and payment requests',
      calls: 'GET /payment-requests/{id}',
      attempt: async ({ site, pending, deal }, who) => {
        const request = await site.api(who, 'GET', `/api/payment-requests/${pending.payment_request_id}`)
        const messages = await site.api(who, 'GET', `/api/chat-rooms/${deal.room.id}/messages`)
        return toVisibilityOutcome(messages, (body) => /secret/iu.test(JSON.stringify([request.body, body])))
      },
      expected: { seller: 'left out', buyer: 'left out', everyoneElse: NO_ROOM },
    },
    ...['completed', 'rejected'].map((decision) => ({
      // spec 4.24
      operation: `mark a paid request as ${decision}`,
      calls: 'POST /payment-requests/{id}/status',
      attempt: claim(({ completed }) => completed, decision),
      expected: buyerOnly('409 PAYMENT_DECIDED', NO_ROOM),
    })),
    {
      operation: 'mark a pending request as completed: it stays',
      calls: 'POST /payment-requests/{id}/status',
      attempt: claim(({ pending }) => pending, 'completed'),
      expected: buyerOnly('200 pending', NO_ROOM),
    },
    // spec 4.25
    {
      operation: 'mark a pending request as rejected',
      calls: 'POST /payment-requests/{id}/status',
      attempt: claim(fresh, 'rejected'),
      expected: buyerOnly('200 rejected', NO_ROOM),
    },
  ]),

  ...toRows('Decline a payment request', [
    {
      operation: 'decline a pending request',
      calls: 'POST /payment-requests/{id}/decline',
      attempt: decline(fresh),
      expected: buyerOnly('200 rejected declined', HIDDEN),
    },
    {
      operation: 'decline a pending request through RPC',
      attempt: async (fixture, who) => {
        const { payment_request_id: id } = await fresh(fixture)
        return call('POST', '/rpc/payments/decline', () => ({ json: { id } }))(fixture, who)
      },
      expected: buyerOnly('200', HIDDEN),
    },
    {
      operation: 'decline a paid request',
      calls: 'POST /payment-requests/{id}/decline',
      attempt: decline(({ completed }) => completed),
      expected: buyerOnly('409 PAYMENT_DECIDED', HIDDEN),
    },
    {
      operation: 'decline an unknown request',
      calls: 'POST /payment-requests/{id}/decline',
      attempt: call('POST', () => `/api/payment-requests/${randomUUID()}/decline`),
      expected: { everyoneElse: HIDDEN },
    },
  ]),

  ...toRows('Withdraw a payment request', [
    {
      operation: 'withdraw a pending payment request',
      calls: 'POST /payment-requests/{id}/withdraw',
      attempt: withdraw(fresh),
      expected: { seller: '200 rejected withdrawn', buyer: '403 PAYMENT_SELLER_ONLY', everyoneElse: HIDDEN },
    },
    {
      operation: 'withdraw a pending payment request through RPC',
      attempt: async (fixture, who) => {
        const { payment_request_id: id } = await fresh(fixture)
        return call('POST', '/rpc/payments/withdraw', () => ({ json: { id } }))(fixture, who)
      },
      expected: { seller: '200', buyer: '403 PAYMENT_SELLER_ONLY', everyoneElse: HIDDEN },
    },
    {
      operation: 'withdraw a paid payment request',
      calls: 'POST /payment-requests/{id}/withdraw',
      attempt: withdraw(({ completed }) => completed),
      expected: { seller: '409 PAYMENT_DECIDED', buyer: '403 PAYMENT_SELLER_ONLY', everyoneElse: HIDDEN },
    },
    {
      operation: 'withdraw an unknown payment request',
      calls: 'POST /payment-requests/{id}/withdraw',
      attempt: call('POST', () => `/api/payment-requests/${randomUUID()}/withdraw`),
      expected: { everyoneElse: HIDDEN },
    },
  ]),

  ...refundPermissions,

  ...toRows('Payment methods, onboarding, sessions, export, delete', [
    {
      operation: "find the buyer's card among their own cards",
      calls: 'GET /payments/cards',
      attempt: shows('/api/payments/cards', ({ cardId }) => cardId),
      expected: { buyer: 'shown', everyoneElse: 'left out' },
    },
    {
      operation: "make the buyer's card their default",
      calls: 'PUT /payments/cards/{id}/default',
      attempt: call('PUT', ({ cardId }) => `/api/payments/cards/${cardId}/default`),
      expected: { buyer: '200', everyoneElse: '404 CARD_NOT_FOUND' },
    },
    {
      operation: 'remove a card of the buyer',
      calls: 'DELETE /payments/cards/{id}',
      attempt: async (fixture, who) => {
        const { payments, customer } = fixture
        const { id } = await payments.stripe.paymentMethods.attach(READY_CARDS.good, { customer })
        return call('DELETE', `/api/payments/cards/${id}`)(fixture, who)
      },
      expected: { buyer: '200', everyoneElse: '404 CARD_NOT_FOUND' },
    },
    {
      operation: 'start saving a card',
      calls: 'POST /payments/cards/setup',
      attempt: call('POST', '/api/payments/cards/setup'),
      expected: { everyoneElse: '200' },
    },
    {
      operation: 'complete saving the buyer’s card',
      calls: 'POST /payments/cards',
      attempt: async (fixture, who) => {
        const { payments, customer } = fixture
        const { id } = await payments.stripe.setupIntents.create({
          customer,
          payment_method: READY_CARDS.good,
          confirm: true,
          automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
        })
        return call('POST', '/api/payments/cards', () => ({ setup_intent_id: id }))(fixture, who)
      },
      expected: { buyer: '200', everyoneElse: '404 CARD_NOT_FOUND' },
    },
    {
      operation: "find the seller's account as their own",
      calls: 'GET /payments/account',
      attempt: shows('/api/payments/account', ({ account }) => account),
      expected: { seller: 'shown', everyoneElse: 'left out' },
    },
    {
      operation: "refresh the seller's account as their own",
      calls: 'POST /payments/account/refresh',
      attempt: async ({ site, account }, who) =>
        toVisibilityOutcome(await site.api(who, 'POST', '/api/payments/account/refresh'), (body) =>
          JSON.stringify(body).includes(account),
        ),
      expected: { seller: 'shown', everyoneElse: 'left out' },
    },
    {
      operation: 'start onboarding as a seller',
      calls: 'POST /payments/account/onboarding',
      attempt: call('POST', '/api/payments/account/onboarding'),
      expected: { newcomer: '403 PROFILE_REQUIRED', everyoneElse: '200' },
    },
    {
      operation: 'open their own seller dashboard',
      calls: 'POST /payments/account/dashboard',
      attempt: call('POST', '/api/payments/account/dashboard'),
      expected: { seller: '200', everyoneElse: '403 SELLER_NOT_SET_UP' },
    },
  ]),

  ...toRows(
    'Each of the five functions',
    [
      {
        name: 'createStripeCustomer',
        body: ({ people: { buyer } }: PermissionFixture): object => ({ userId: buyer.id, email: buyer.email }),
        of: 'buyer',
      },
      {
        name: 'createConnectAccount',
        body: ({ people: { seller } }: PermissionFixture): object => ({ userId: seller.id, email: seller.email }),
        of: 'seller',
      },
      {
        name: 'createPayment',
        body: ({ customer, account }: PermissionFixture): object => ({
          amount: 1999,
          currency: 'eur',
          customerId: customer,
          connectAccountId: account,
          description: 'An hour of advice',
        }),
        of: 'seller',
      },
      ...['getDefaultPaymentMethod', 'createSetupIntent'].map((name) => ({
        name,
        body: ({ customer }: PermissionFixture): object => ({ customerId: customer }),
        of: 'buyer',
      })),
    ].map(({ name, body, of }) => ({
      operation: `call ${name} with the ids of the ${of}`,
      calls: `POST /functions/${name}`,
      attempt: status(name, body),
      expected: { anonymous: '401', suspended: '403', [of]: '200', everyoneElse: '403' },
    })),
  ),

  ...toRows('Webhook', [
    {
      operation: 'send a forged payment event without a payment',
      attempt: call('POST', '/stripe/webhook', () => ({ id: 'evt_1', type: 'payment_intent.succeeded' })),
      expected: forEveryone('400 INVALID_INPUT'),
    },
    ...['/stripe/webhook', '/stripe/webhook/thin'].map((path) => ({
      operation: `send a forged payment event to ${path}`,
      attempt: call('POST', path, () => ({
        id: 'evt_1',
        type: 'payment_intent.succeeded',
        data: { object: { id: 'pi_1' } },
      })),
      expected: forEveryone('400 INVALID_INPUT'),
    })),
  ]),

  ...toRows(null, [
    {
      operation: 'read the payment settings',
      calls: 'GET /payments/configuration',
      attempt: call('GET', '/api/payments/configuration'),
      expected: forEveryone('200'),
    },
  ]),
]

import { oc } from '@orpc/contract'
import { z } from 'zod'

import { message } from '../chat/chat.contract.ts'
import { errors } from '../errors/declared-errors.ts'
import { PAYMENTS } from '../limits.ts'
import { RAW_LIMITS } from '../raw-limits.ts'
import { id, instant, sentText, textField } from '../schemas.ts'
import { cleanText } from '../texts/sanitising.ts'
import { amountInput } from './amounts/amount-input.ts'
import { checkDescription } from './description-rules.ts'
import {
  PAYMENT_DECISIONS,
  PAYMENT_ENDINGS,
  PAYMENT_STATUSES,
  SELLER_DUE,
  SELLER_STAKES,
  SELLER_STATUSES,
} from './payment-life-cycle.ts'

/** Stripe id, such as `pm_…` or `seti_…`. */
const stripeId = z
  .string()
  .max(220)
  .regex(/^[a-z]+_[A-Za-z0-9_]{1,200}$/u)

/** Payment settings of this server. */
const configuration = z.object({
  /** `simulator`: no money and no Stripe; `test`: Stripe without money; `live`: money. */
  mode: z.enum(['simulator', 'test', 'live']),
  publishable_key: z.string(),
  /** Simulator's URL for browsers; null with Stripe. */
  simulator_url: z.string().nullable(),
  /** Fee on new payment requests. The buyer pays the requested amount and no more. */
  fee: z.object({
    /** In basis points: 500 are 5 %. */
    percent_bp: z.int(),
    fixed_cents: z.int(),
    least_cents: z.int(),
    /** Minimum amount of a payment request, whatever the fee (cents). */
    minimum_cents: z.int(),
  }),
})
export type PaymentConfiguration = z.infer<typeof configuration>

/** Payout that the seller's bank returned. */
const failedPayout = z.object({
  /** In cents. */
  amount: z.int(),
  currency: z.string(),
  /** Expected arrival. */
  arrival_date: z.iso.date(),
  /** Stripe's code, such as `account_closed`; null without one. */
  failure_code: z.string().nullable(),
})

/** A person's Stripe profile (spec 3, user record) and seller state. */
const sellerAccount = z.object({
  stripeConnectAccountId: z.string().nullable(),
  stripeCustomerId: z.string().nullable(),
  status: z.enum(SELLER_STATUSES),
  /** Open requirements of Stripe. */
  due: z.array(z.enum(SELLER_DUE)),
  /** Stripe's earliest deadline among them, if any. */
  due_by: instant.nullable().optional(),
  /** Capability that stops, or has stopped, without them. */
  at_stake: z.enum(SELLER_STAKES).nullable().optional(),
  /** True when Stripe stopped a capability that had worked: payments or payouts. */
  is_restricted: z.boolean().optional(),
  /** True when payouts to the bank work; null until Stripe reports it. */
  can_pay_out: z.boolean().nullable().optional(),
  /** For sellers without an account: true when an earlier account became unusable, so that a new one is required. */
  had_account: z.boolean().optional(),
  /** The last payout, if it failed. */
  failed_payout: failedPayout.nullable().optional(),
})
export type SellerAccount = z.infer<typeof sellerAccount>

/** Saved card, as a person recognises it. Some of Stripe's card-like methods have no digits or expiry. */
const card = z.object({
  id: stripeId,
  brand: z.string().nullable(),
  last4: z.string().nullable(),
  exp_month: z.int().nullable(),
  exp_year: z.int().nullable(),
  is_default: z.boolean(),
})
export type Card = z.infer<typeof card>

/** Default card first, then newest first. */
const cards = z.object({ items: z.array(card) })

/** Payment request (spec 3). A separate procedure returns the client secret, to the buyer only. */
export const paymentRequest = z.object({
  id,
  room_id: id,
  message_id: z.string(),
  sellerId: id,
  buyerId: id,
  /** In cents. */
  amount: z.int(),
  currency: z.literal(PAYMENTS.currency),
  status: z.enum(PAYMENT_STATUSES),
  /** Set once rejected. */
  ended_by: z.enum(PAYMENT_ENDINGS).nullable(),
  /** Deadline while pending. */
  expires_at: instant.nullable(),
  description: z.string(),
  /** True for requests by a seller's program, which saved cards cannot pay. */
  new_card_only: z.boolean(),
  /** Fee (cents), for the seller only; null for the buyer. */
  fee_amount: z.int().nullable(),
  /** True for requests made in Stripe's test mode or the simulator. Never changes. */
  is_test: z.boolean().optional(),
  createdAt: instant,
  updatedAt: instant,
})
export type PaymentRequest = z.infer<typeof paymentRequest>

const seller = ['Selling']
const paying = ['Paying']
const ofPayment = z.strictObject({ id })
const url = z.object({ url: z.url() })
const mine = ['NO_SESSION', 'TOO_MANY_ATTEMPTS', 'PROVIDER_UNAVAILABLE'] as const
const ofBuyer = [
  'NO_SESSION',
  'PAYMENT_REQUEST_NOT_FOUND',
  'PAYMENT_BUYER_ONLY',
  'PAYMENT_DECIDED',
  'PAYMENT_PAUSED',
  'TOO_MANY_ATTEMPTS',
  'PROVIDER_UNAVAILABLE',
  'INVALID_INPUT',
] as const

export const paymentsContract = {
  configuration: oc
    .route({ method: 'GET', path: '/payments/configuration', tags: paying, summary: 'How payments are taken here' })
    .output(configuration),

  account: oc
    .route({ method: 'GET', path: '/payments/account', tags: seller, summary: 'Your own account as a seller' })
    .output(sellerAccount)
    .errors(errors('NO_SESSION', 'PROVIDER_UNAVAILABLE')),

  refreshAccount: oc
    .route({
      method: 'POST',
      path: '/payments/account/refresh',
      tags: seller,
      summary: 'Ask Stripe how your account is, as after the onboarding',
    })
    .output(sellerAccount)
    .errors(errors(...mine, 'SELLER_STATUS_FAILED')),

  onboard: oc
    .route({
      method: 'POST',
      path: '/payments/account/onboarding',
      tags: seller,
      summary: 'Begin or go on with becoming a seller',
      description: 'Answers with the address of a page at Stripe, good once and for minutes.',
    })
    .output(url)
    .errors(errors(...mine, 'PROFILE_REQUIRED', 'ONBOARDING_FAILED')),

  dashboard: oc
    .route({
      method: 'POST',
      path: '/payments/account/dashboard',
      tags: seller,
      summary: 'A way into your Express dashboard, good once',
    })
    .output(url)
    .errors(errors(...mine, 'SELLER_NOT_SET_UP')),

  cards: oc
    .route({ method: 'GET', path: '/payments/cards', tags: paying, summary: 'Your saved cards, the default one first' })
    .output(cards)
    .errors(errors(...mine, 'CARD_LOOKUP_FAILED')),

  startCardSetup: oc
    .route({
      method: 'POST',
      path: '/payments/cards/setup',
      tags: paying,
      summary: 'Begin to save a card',
      description:
        'The client secret is for the card form; the card itself never comes here. Who had too many cards declined is ' +
        'refused for 24 hours; `retry_after_s` says how long still.',
    })
    .output(z.object({ clientSecret: z.string() }))
    .errors(errors(...mine, 'PAYING_BLOCKED', 'SETUP_INTENT_FAILED')),

  addCard: oc
    .route({
      method: 'POST',
      path: '/payments/cards',
      tags: paying,
      summary: 'Finish saving a card; it becomes the default one',
      description: 'Believed only as far as Stripe says that the setup succeeded.',
    })
    .input(z.strictObject({ setup_intent_id: stripeId }))
    .output(cards)
    .errors(errors(...mine, 'CARD_SETUP_FAILED', 'CARD_NOT_FOUND', 'INVALID_INPUT')),

  makeDefaultCard: oc
    .route({
      method: 'PUT',
      path: '/payments/cards/{id}/default',
      tags: paying,
      summary: 'Pay with this card from now on',
    })
    .input(z.strictObject({ id: stripeId }))
    .output(cards)
    .errors(errors(...mine, 'CARD_NOT_FOUND', 'INVALID_INPUT')),

  removeCard: oc
    .route({ method: 'DELETE', path: '/payments/cards/{id}', tags: paying, summary: 'Forget a card' })
    .input(z.strictObject({ id: stripeId }))
    .output(cards)
    .errors(errors(...mine, 'CARD_NOT_FOUND', 'INVALID_INPUT')),

  ask: oc
    .route({
      method: 'POST',
      path: '/chat-rooms/{room_id}/payment-requests',
      tags: ['Payment requests'],
      summary: 'Ask your chat partner for money',
      description:
        'Repeating a call with the same `client_id` asks nothing again and answers with the first message. ' +
        'The amount is in euros, as a person types it.',
    })
    .input(
      z.strictObject({
        room_id: id,
        client_id: id,
        amount: amountInput,
        description: textField(checkDescription, cleanText, {
          rawMax: RAW_LIMITS.description,
          tooLong: 'TEXT_TOO_LONG',
        }).default(''),
      }),
    )
    .output(message)
    .errors(
      errors(
        'NO_SESSION',
        'ROOM_NOT_FOUND',
        'ROOM_CLOSED',
        'SELLER_NOT_SET_UP',
        'BUYER_NOT_SET_UP',
        'AMOUNT_REQUIRED',
        'AMOUNT_INVALID',
        'AMOUNT_TOO_SMALL',
        'AMOUNT_TOO_LARGE',
        'AMOUNT_BELOW_PROVIDER_MINIMUM',
        'AMOUNT_BELOW_LEAST',
        'TEXT_INVALID',
        'ONLY_MARKUP',
        'TEXT_TOO_LONG',
        'PAYMENT_CREATE_FAILED',
        'PROVIDER_UNAVAILABLE',
        'TOO_MANY_ATTEMPTS',
        'INVALID_INPUT',
      ),
    ),

  request: oc
    .route({
      method: 'GET',
      path: '/payment-requests/{id}',
      tags: ['Payment requests'],
      summary: 'A payment request between you and somebody',
    })
    .input(ofPayment)
    .output(paymentRequest)
    .errors(errors('NO_SESSION', 'PAYMENT_REQUEST_NOT_FOUND', 'INVALID_INPUT')),

  clientSecret: oc
    .route({
      method: 'POST',
      path: '/payment-requests/{id}/client-secret',
      tags: paying,
      summary: 'What the card form needs to pay a request, for its buyer while it is pending',
    })
    .input(ofPayment)
    .output(z.object({ clientSecret: z.string() }))
    .errors(errors(...ofBuyer, 'PAYING_BLOCKED', 'SELLER_NOT_SET_UP', 'CUSTOMER_NOT_FOUND', 'PAYMENT_FAILED')),

  decline: oc
    .route({
      method: 'POST',
      path: '/payment-requests/{id}/decline',
      tags: paying,
      summary: 'Decline a request for money, as its buyer while it is pending',
      description:
        'It can then not be paid any more: its payment is cancelled at Stripe first. The message in the answer tells what ' +
        'the request is now; it is not rejected when the money came, or is on its way.',
    })
    .input(ofPayment)
    .output(message)
    .errors(errors(...ofBuyer, 'PAYMENT_STATUS_FAILED')),

  withdraw: oc
    .route({
      method: 'POST',
      path: '/payment-requests/{id}/withdraw',
      tags: ['Payment requests'],
      summary: 'Withdraw a request for money, as its seller while it is pending',
      description:
        'It can then not be paid any more: its payment is cancelled at Stripe first. One whose money is on its way is not ' +
        'withdrawn (`PAYMENT_UNDER_WAY`), and one that ended otherwise stays so (`PAYMENT_DECIDED`).',
    })
    .input(ofPayment)
    .output(message)
    .errors(
      errors(
        'NO_SESSION',
        'PAYMENT_REQUEST_NOT_FOUND',
        'PAYMENT_SELLER_ONLY',
        'PAYMENT_DECIDED',
        'PAYMENT_UNDER_WAY',
        'TOO_MANY_ATTEMPTS',
        'PROVIDER_UNAVAILABLE',
        'INVALID_INPUT',
        'PAYMENT_STATUS_FAILED',
      ),
    ),

  updateStatus: oc
    .route({
      method: 'POST',
      path: '/payment-requests/{id}/status',
      tags: paying,
      summary: 'Say that a payment went through, or that it failed and you give it up',
      description:
        'Only what Stripe says is believed: `completed` is so once the money is there, `rejected` once it cannot come ' +
        'any more. The message in the answer tells what the request is now; it may still be pending.',
    })
    .input(z.strictObject({ id, room_id: id, message_id: sentText(100), status: z.enum(PAYMENT_DECISIONS) }))
    .output(message)
    .errors(errors(...ofBuyer, 'ROOM_NOT_FOUND', 'PAYMENT_MESSAGE_NOT_FOUND', 'PAYMENT_STATUS_FAILED')),
}

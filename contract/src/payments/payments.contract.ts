import { oc } from '@orpc/contract'
import { z } from 'zod'

import { message } from '../chat/chat.contract.ts'
import { declareErrors } from '../errors/declared-errors.ts'
import { PAYMENTS } from '../limits.ts'
import { RAW_LIMITS } from '../raw-limits.ts'
import { id, instant, createStorableTextSchema, createTextField } from '../schemas.ts'
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

const configuration = z.object({
  /** `simulator`: no Stripe and no real money. `test`: Stripe without real money. `live`: real money. */
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

const failedPayout = z.object({
  /** In cents. */
  amount: z.int(),
  currency: z.string(),
  arrival_date: z.iso.date(),
  /** Stripe's code, such as `account_closed`; null without a code. */
  failure_code: z.string().nullable(),
})

/** A person's Stripe profile (spec 3, user record) and seller state. */
const sellerAccount = z.object({
  stripeConnectAccountId: z.string().nullable(),
  stripeCustomerId: z.string().nullable(),
  status: z.enum(SELLER_STATUSES),
  due: z.array(z.enum(SELLER_DUE)),
  /** Earliest deadline of Stripe's requirements, if any. */
  due_by: instant.nullable().optional(),
  /** Capability that stops, or has stopped, while requirements are not met. */
  at_stake: z.enum(SELLER_STAKES).nullable().optional(),
  /** True when Stripe stopped a capability that had worked: payments or payouts. */
  is_restricted: z.boolean().optional(),
  /** True when payouts to the bank work; null until Stripe reports it. */
  can_pay_out: z.boolean().nullable().optional(),
  /** True for a seller who must create a new account, because an earlier one became unusable. */
  had_account: z.boolean().optional(),
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
  ended_by: z.enum(PAYMENT_ENDINGS).nullable(),
  expires_at: instant.nullable(),
  description: z.string(),
  /** True for payment requests that a seller's program made. Saved cards cannot pay them. */
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
    .route({ method: 'GET', path: '/payments/configuration', tags: paying, summary: 'Payment configuration' })
    .output(configuration),

  account: oc
    .route({ method: 'GET', path: '/payments/account', tags: seller, summary: 'Your seller account' })
    .output(sellerAccount)
    .errors(declareErrors('NO_SESSION', 'PROVIDER_UNAVAILABLE')),

  refreshAccount: oc
    .route({
      method: 'POST',
      path: '/payments/account/refresh',
      tags: seller,
      summary: 'Refresh your seller account from Stripe',
    })
    .output(sellerAccount)
    .errors(declareErrors(...mine, 'SELLER_STATUS_FAILED')),

  onboard: oc
    .route({
      method: 'POST',
      path: '/payments/account/onboarding',
      tags: seller,
      summary: 'Start or continue seller onboarding',
      description: 'Returns a Stripe page address that works once, for some minutes.',
    })
    .output(url)
    .errors(declareErrors(...mine, 'PROFILE_REQUIRED', 'ONBOARDING_FAILED')),

  dashboard: oc
    .route({
      method: 'POST',
      path: '/payments/account/dashboard',
      tags: seller,
      summary: 'A single-use link to your Express dashboard',
    })
    .output(url)
    .errors(declareErrors(...mine, 'SELLER_NOT_SET_UP')),

  cards: oc
    .route({ method: 'GET', path: '/payments/cards', tags: paying, summary: 'Your saved cards, default first' })
    .output(cards)
    .errors(declareErrors(...mine, 'CARD_LOOKUP_FAILED')),

  startCardSetup: oc
    .route({
      method: 'POST',
      path: '/payments/cards/setup',
      tags: paying,
      summary: 'Start saving a card',
      description:
        'The card form needs the client secret; card details never reach this server. After too many declined ' +
        'cards the buyer is refused for 24 hours; `retry_after_s` is the remaining time.',
    })
    .output(z.object({ clientSecret: z.string() }))
    .errors(declareErrors(...mine, 'PAYING_BLOCKED', 'SETUP_INTENT_FAILED')),

  addCard: oc
    .route({
      method: 'POST',
      path: '/payments/cards',
      tags: paying,
      summary: 'Finish saving a card and make it the default',
      description: 'Succeeds only if Stripe confirms the setup.',
    })
    .input(z.strictObject({ setup_intent_id: stripeId }))
    .output(cards)
    .errors(declareErrors(...mine, 'CARD_SETUP_FAILED', 'CARD_NOT_FOUND', 'INVALID_INPUT')),

  makeDefaultCard: oc
    .route({
      method: 'PUT',
      path: '/payments/cards/{id}/default',
      tags: paying,
      summary: 'Make a card the default',
    })
    .input(z.strictObject({ id: stripeId }))
    .output(cards)
    .errors(declareErrors(...mine, 'CARD_NOT_FOUND', 'INVALID_INPUT')),

  removeCard: oc
    .route({ method: 'DELETE', path: '/payments/cards/{id}', tags: paying, summary: 'Delete a card' })
    .input(z.strictObject({ id: stripeId }))
    .output(cards)
    .errors(declareErrors(...mine, 'CARD_NOT_FOUND', 'INVALID_INPUT')),

  ask: oc
    .route({
      method: 'POST',
      path: '/chat-rooms/{room_id}/payment-requests',
      tags: ['Payment requests'],
      summary: 'Create a payment request',
      description:
        'Repeating a call with the same `client_id` returns the first message. The amount is in euros, as typed.',
    })
    .input(
      z.strictObject({
        room_id: id,
        client_id: id,
        amount: amountInput,
        description: createTextField(checkDescription, cleanText, {
          rawMax: RAW_LIMITS.description,
          tooLong: 'TEXT_TOO_LONG',
        }).default(''),
      }),
    )
    .output(message)
    .errors(
      declareErrors(
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
      summary: 'A payment request you created or received',
    })
    .input(ofPayment)
    .output(paymentRequest)
    .errors(declareErrors('NO_SESSION', 'PAYMENT_REQUEST_NOT_FOUND', 'INVALID_INPUT')),

  clientSecret: oc
    .route({
      method: 'POST',
      path: '/payment-requests/{id}/client-secret',
      tags: paying,
      summary: 'The client secret for the card form, for the buyer of a pending request',
    })
    .input(ofPayment)
    .output(z.object({ clientSecret: z.string() }))
    .errors(declareErrors(...ofBuyer, 'PAYING_BLOCKED', 'SELLER_NOT_SET_UP', 'CUSTOMER_NOT_FOUND', 'PAYMENT_FAILED')),

  decline: oc
    .route({
      method: 'POST',
      path: '/payment-requests/{id}/decline',
      tags: paying,
      summary: 'Decline a pending payment request, as the buyer',
      description:
        'Cancels the payment at Stripe first, so that the request can no longer be paid. The returned message has ' +
        'the resulting status, which is not rejected if the money came or is on its way.',
    })
    .input(ofPayment)
    .output(message)
    .errors(declareErrors(...ofBuyer, 'PAYMENT_STATUS_FAILED')),

  withdraw: oc
    .route({
      method: 'POST',
      path: '/payment-requests/{id}/withdraw',
      tags: ['Payment requests'],
      summary: 'Withdraw a pending payment request, as the seller',
      description:
        'Cancels the payment at Stripe first, so that the request can no longer be paid. Refused if the money is ' +
        'on its way (`PAYMENT_UNDER_WAY`) or if the request has ended (`PAYMENT_DECIDED`).',
    })
    .input(ofPayment)
    .output(message)
    .errors(
      declareErrors(
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
      summary: "Check a payment's outcome at Stripe, or give it up",
      description:
        'The status comes from Stripe alone: `completed` once the money is there, `rejected` once it can no longer ' +
        'come. The returned message may still be pending.',
    })
    .input(
      z.strictObject({ id, room_id: id, message_id: createStorableTextSchema(100), status: z.enum(PAYMENT_DECISIONS) }),
    )
    .output(message)
    .errors(declareErrors(...ofBuyer, 'ROOM_NOT_FOUND', 'PAYMENT_MESSAGE_NOT_FOUND', 'PAYMENT_STATUS_FAILED')),
}

import { createHmac } from 'node:crypto'

import { ApiError } from './api-error.ts'

export type CardBehaviour = keyof typeof BEHAVIOURS

export interface Decline {
  code: string
  decline_code: string
  message: string
}

/** Condition for 3-D Secure. `unless_set_up`: every payment, except off-session with a card that was set up. */
type Authentication = 'never' | 'always' | 'unless_set_up' | 'on_session'

interface Behaviour {
  authentication: Authentication
  charge?: Decline
  setup?: Decline
  setupAuthenticates?: boolean
}

const DECLINED = 'Your card was declined.'

function createDecline(decline_code: string, message = DECLINED): Decline {
  return { code: 'card_declined', decline_code, message }
}

function createDeclineWithCode(code: string, message: string): Decline {
  return { code, decline_code: code, message }
}

function createDeclineBehaviour(decline: Decline): Behaviour {
  return { authentication: 'never', charge: decline, setup: decline }
}

const INSUFFICIENT_FUNDS = createDecline('insufficient_funds', 'Your card has insufficient funds.')
const GENERIC = createDecline('generic_decline')

/** Stripe's published test cards (https://docs.stripe.com/testing). Pending refunds never complete automatically. */
const BEHAVIOURS = {
  succeeds: { authentication: 'never' },
  generic_decline: createDeclineBehaviour(GENERIC),
  insufficient_funds: createDeclineBehaviour(INSUFFICIENT_FUNDS),
  lost_card: createDeclineBehaviour(createDecline('lost_card')),
  stolen_card: createDeclineBehaviour(createDecline('stolen_card')),
  card_velocity_exceeded: createDeclineBehaviour(
    createDecline(
      'card_velocity_exceeded',
      'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
    ),
  ),
  expired_card: createDeclineBehaviour(createDeclineWithCode('expired_card', 'Your card has expired.')),
  incorrect_cvc: createDeclineBehaviour(
    createDeclineWithCode('incorrect_cvc', "Your card's security code is incorrect."),
  ),
  processing_error: createDeclineBehaviour(
    createDeclineWithCode(
      'processing_error',
      'An error occurred while processing your card. Try again in a little bit.',
    ),
  ),
  declines_after_attaching: { authentication: 'never', charge: GENERIC },
  authenticates_unless_set_up: { authentication: 'unless_set_up', setupAuthenticates: true },
  authenticates_always: { authentication: 'always', setupAuthenticates: true },
  already_set_up: { authentication: 'on_session' },
  authenticates_then_insufficient_funds: {
    authentication: 'on_session',
    setupAuthenticates: true,
    charge: INSUFFICIENT_FUNDS,
  },
  authenticates_then_declines: {
    authentication: 'always',
    setupAuthenticates: true,
    charge: GENERIC,
    setup: GENERIC,
  },
  disputed_as_fraudulent: { authentication: 'never' },
  disputed_as_not_received: { authentication: 'never' },
  warned_as_fraudulent: { authentication: 'never' },
  refund_pends: { authentication: 'never' },
  refund_fails: { authentication: 'never' },
} as const satisfies Record<string, Behaviour>

const VISA_CARDS = new Map<string, CardBehaviour>([
  ['4242424242424242', 'succeeds'],
  ['4000000000000002', 'generic_decline'],
  ['4000000000009995', 'insufficient_funds'],
  ['4000000000009987', 'lost_card'],
  ['4000000000009979', 'stolen_card'],
  ['4000000000006975', 'card_velocity_exceeded'],
  ['4000000000000069', 'expired_card'],
  ['4000000000000127', 'incorrect_cvc'],
  ['4000000000000119', 'processing_error'],
  ['4000000000000341', 'declines_after_attaching'],
  ['4000002500003155', 'authenticates_unless_set_up'],
  ['4000002760003184', 'authenticates_always'],
  ['4000003800000446', 'already_set_up'],
  ['4000008260003178', 'authenticates_then_insufficient_funds'],
  ['4000008400001629', 'authenticates_then_declines'],
  ['4000000000000259', 'disputed_as_fraudulent'],
  ['4000000000002685', 'disputed_as_not_received'],
  ['4000000000005423', 'warned_as_fraudulent'],
  ['4000000000007726', 'refund_pends'],
  ['4000000000005126', 'refund_fails'],
])

export type CardBrand = 'amex' | 'mastercard' | 'visa'

/** Accepted cards of other networks. Payments with these cards succeed. */
const OTHER_CARDS = new Map<string, CardBrand>([
  ['5555555555554444', 'mastercard'],
  ['2223003122003222', 'mastercard'],
  ['5200828282828210', 'mastercard'],
  ['378282246310005', 'amex'],
  ['371449635398431', 'amex'],
])

const READY_MADE = new Map([
  ['pm_card_visa', '4242424242424242'],
  ['pm_card_visa_chargeDeclined', '4000000000000002'],
  ['pm_card_chargeDeclined', '4000000000000002'],
  ['pm_card_visa_chargeDeclinedInsufficientFunds', '4000000000009995'],
  ['pm_card_visa_chargeDeclinedLostCard', '4000000000009987'],
  ['pm_card_visa_chargeDeclinedStolenCard', '4000000000009979'],
  ['pm_card_chargeCustomerFail', '4000000000000341'],
  ['pm_card_authenticationRequiredOnSetup', '4000002500003155'],
  ['pm_card_authenticationRequired', '4000002760003184'],
  ['pm_card_authenticationRequiredSetupForOffSession', '4000003800000446'],
  ['pm_card_authenticationRequiredChargeDeclinedInsufficientFunds', '4000008260003178'],
  ['pm_card_threeDSecureRequiredChargeDeclined', '4000008400001629'],
  ['pm_card_createDispute', '4000000000000259'],
  ['pm_card_createDisputeProductNotReceived', '4000000000002685'],
  ['pm_card_createIssuerFraudRecord', '4000000000005423'],
  ['pm_card_pendingRefund', '4000000000007726'],
  ['pm_card_refundFail', '4000000000005126'],
])

export interface CardDetails {
  number: string
  exp_month: number
  exp_year: number
  cvc?: string | undefined
}

export interface KnownCard {
  behaviour: CardBehaviour
  brand: CardBrand
  last4: string
  exp_month: number
  exp_year: number
  fingerprint: string
  hasCvc: boolean
}

/**
 * Checks a card like Stripe's test mode, and keeps only its last four digits.
 * @throws ApiError 402 for an invalid card
 */
export function requireValidCard(card: CardDetails, nowMs: number, secret: string): KnownCard {
  const number = card.number.replaceAll(/[ -]/g, '')
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) {
    throw createCardError('incorrect_number', 'Your card number is incorrect.', 'number')
  }
  const exp_year = card.exp_year < 100 ? 2000 + card.exp_year : card.exp_year
  const now = new Date(nowMs)
  const month = now.getUTCMonth() + 1
  if (card.exp_month < 1 || card.exp_month > 12 || (exp_year === now.getUTCFullYear() && card.exp_month < month)) {
    throw createCardError('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month')
  }
  if (exp_year < now.getUTCFullYear() || exp_year > now.getUTCFullYear() + 50) {
    throw createCardError('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year')
  }
  if (card.cvc !== undefined && !/^\d{3,4}$/.test(card.cvc)) {
    throw createCardError('invalid_cvc', "Your card's security code is invalid.", 'cvc')
  }
  const brand = OTHER_CARDS.get(number) ?? 'visa'
  const behaviour = OTHER_CARDS.has(number) ? 'succeeds' : VISA_CARDS.get(number)
  if (behaviour === undefined) {
    throw new ApiError(402, {
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'test_mode_live_card',
      message:
        'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
    })
  }
  return {
    behaviour,
    brand,
    last4: number.slice(-4),
    exp_month: card.exp_month,
    exp_year,
    fingerprint: createHmac('sha256', secret).update(number).digest('base64url').replaceAll(/[-_]/g, '0').slice(0, 16),
    hasCvc: card.cvc !== undefined,
  }
}

export function findReadyMadeCard(id: string, nowMs: number): CardDetails | undefined {
  const number = READY_MADE.get(id)
  return number === undefined
    ? undefined
    : { number, exp_month: 12, exp_year: new Date(nowMs).getUTCFullYear() + 3, cvc: '123' }
}

/** Result of saving a card. `authenticates` is true if 3-D Secure is required. `decline` is the bank's refusal. */
export function computeSetupOutcome(behaviour: CardBehaviour): {
  authenticates: boolean
  decline: Decline | undefined
} {
  const { setupAuthenticates = false, setup }: Behaviour = BEHAVIOURS[behaviour]
  return { authenticates: setupAuthenticates, decline: setup }
}

/** Result of charging a card. @param isSetUp the card passed 3-D Secure when saved for off-session use */
export function computeChargeOutcome(
  behaviour: CardBehaviour,
  { isSetUp, isOffSession }: { isSetUp: boolean; isOffSession: boolean },
): { authenticates: boolean; decline: Decline | undefined } {
  const { authentication, charge }: Behaviour = BEHAVIOURS[behaviour]
  const authenticates =
    authentication === 'always' ||
    (authentication === 'on_session' && !isOffSession) ||
    (authentication === 'unless_set_up' && !(isOffSession && isSetUp))
  return { authenticates, decline: charge }
}

export const AUTHENTICATION_REQUIRED: Decline = {
  code: 'authentication_required',
  decline_code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
}

function passesLuhn(number: string): boolean {
  const digits = Array.from(number, Number).toReversed()
  const sum = digits.reduce((total, digit, place) => {
    const counted = place % 2 === 1 ? digit * 2 : digit
    return total + (counted > 9 ? counted - 9 : counted)
  }, 0)
  return sum % 10 === 0
}

function createCardError(code: string, message: string, param: string): ApiError {
  return new ApiError(402, { type: 'card_error', code, message, param })
}

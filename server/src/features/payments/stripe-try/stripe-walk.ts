import { randomUUID } from 'node:crypto'

import { Stripe } from 'stripe'

import { toStripeId, isMissingObject } from '../../../platform/stripe/stripe.ts'
import { INCLUDED } from '../selling/account-state.ts'
import { createIntent, findDifferences, type IntentContent, toErrorCode } from '../settlement/payment-intent.ts'
import { MISSED_TYPES } from '../stripe-events/missed-event.service.ts'

export type StepOutcome = 'passed' | 'failed' | 'left out'

export interface Step {
  name: string
  outcome: StepOutcome
  /** Result or error, with Stripe's ids but never with a secret. */
  said: string
}

export interface WalkOptions {
  stripe: Stripe
  sellerAccount: string
  onStep: (step: Step) => void
  /** Time limit for Stripe to open or close a dispute (ms). */
  patienceMs: number
}

class Surprise extends Error {}

/** Stripe's payment methods for test mode (https://docs.stripe.com/testing). */
const METHODS = {
  good: 'pm_card_visa',
  declined: 'pm_card_visa_chargeDeclined',
  asksFor3dSecure: 'pm_card_authenticationRequired',
  disputed: 'pm_card_createDispute',
} as const

const AMOUNT = 3500
const FEE = 175
const POLL_MS = 1000

function expectSame(what: string, is: unknown, wanted: unknown): void {
  if (is !== wanted) throw new Surprise(`${what} is ${JSON.stringify(is)}, and we count on ${JSON.stringify(wanted)}`)
}

/** Leaves a customer, payments and a dispute in the test account. After a failed step, dependent steps are skipped. */
export async function runStripeWalkthrough(options: WalkOptions): Promise<Step[]> {
  const walk = new Walk(options)
  await tryAccounts(walk)
  const { customer, card } = await trySavingCard(walk)
  await tryRefusedIntents(walk, customer)
  const paid = await tryPayment(walk, customer, card)
  await tryDecliningBanks(walk, customer)
  await tryRefunds(walk, paid)
  await tryDispute(walk, customer)
  await tryLists(walk, paid)
  await tryDeletedCustomer(walk, customer)
  return walk.steps
}

interface Paid {
  intent: string
  charge: string
  transfer: string
}

class Walk {
  readonly steps: Step[] = []
  readonly run = randomUUID()
  readonly stripe: Stripe
  readonly sellerAccount: string
  readonly patienceMs: number
  readonly #onStep: WalkOptions['onStep']

  constructor({ stripe, sellerAccount, onStep, patienceMs }: WalkOptions) {
    this.stripe = stripe
    this.sellerAccount = sellerAccount
    this.patienceMs = patienceMs
    this.#onStep = onStep
  }

  /** Returns null when the step failed, or depends on a failed step. */
  async step<T>(
    name: string,
    needs: readonly unknown[],
    work: () => Promise<readonly [made: T, said: string]>,
  ): Promise<T | null> {
    if (needs.includes(null)) {
      this.#end(name, 'left out', 'it needs what failed before')
      return null
    }
    try {
      const [made, said] = await work()
      this.#end(name, 'passed', said)
      return made
    } catch (error) {
      this.#end(name, 'failed', describeFailure(error))
      return null
    }
  }

  #end(name: string, outcome: StepOutcome, said: string): void {
    const step = { name, outcome, said }
    this.steps.push(step)
    this.#onStep(step)
  }

  createContent(customer: string): IntentContent {
    return {
      id: randomUUID(),
      roomId: this.run,
      amount: AMOUNT,
      currency: 'eur',
      description: 'Trying Stripe',
      stripeCustomerId: customer,
      stripeConnectAccountId: this.sellerAccount,
      stripePaymentIntentId: null,
      feeAmount: FEE,
      intentNumber: 1,
    }
  }

  async pay(customer: string, method: string) {
    const content = this.createContent(customer)
    const made = await createIntent(this.stripe, content)
    const intent = await this.stripe.paymentIntents.confirm(made.id, { payment_method: method })
    return { content: { ...content, stripePaymentIntentId: made.id }, intent }
  }
}

async function tryAccounts(walk: Walk): Promise<void> {
  await walk.step('the platform’s account', [], async () => {
    const { id, country } = await walk.stripe.accounts.retrieveCurrent()
    return [id, `${id}, ${country ?? 'no country'}`]
  })

  await walk.step('the seller’s account can be paid', [], async () => {
    const { configuration } = await walk.stripe.v2.core.accounts.retrieve(walk.sellerAccount, {
      include: [...INCLUDED],
    })
    const status = configuration?.recipient?.capabilities?.stripe_balance?.stripe_transfers?.status
    expectSame('stripe_transfers', status, 'active')
    return [status, `${walk.sellerAccount}: ${status}`]
  })
}

async function trySavingCard(walk: Walk): Promise<{ customer: string | null; card: string | null }> {
  const customer = await walk.step('a customer', [], async () => {
    const { id } = await walk.stripe.customers.create({ metadata: { tried: walk.run } })
    return [id, id]
  })

  const card = await walk.step('a card is saved without a payment', [customer], async () => {
    const setup = await walk.stripe.setupIntents.create({
      customer: customer ?? '',
      usage: 'on_session',
      allowed_payment_method_types: ['card'],
    })
    const confirmed = await walk.stripe.setupIntents.confirm(setup.id, { payment_method: METHODS.good })
    expectSame('the setup', confirmed.status, 'succeeded')
    const id = toStripeId(confirmed.payment_method)
    const [saved] = (await walk.stripe.customers.listPaymentMethods(customer ?? '', { type: 'card' })).data
    expectSame('the first saved card', saved?.id, id)
    expectSame('the length of last4', saved?.card?.last4?.length, 4)
    return [id ?? '', `${saved?.card?.brand} ${saved?.card?.last4}`]
  })
  return { customer, card }
}

async function tryRefusedIntents(walk: Walk, customer: string | null): Promise<void> {
  await walk.step('one key makes one payment, and refuses other content', [customer], async () => {
    const content = walk.createContent(customer ?? '')
    const [one, other] = await Promise.all([createIntent(walk.stripe, content), createIntent(walk.stripe, content)])
    expectSame('the second intent', other.id, one.id)
    try {
      await createIntent(walk.stripe, { ...content, amount: AMOUNT + 1 })
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeIdempotencyError)) throw error
      const { status } = await walk.stripe.paymentIntents.cancel(one.id, { cancellation_reason: 'abandoned' })
      expectSame('the cancelled intent', status, 'canceled')
      return [one.id, 'idempotency_error, and the intent could be cancelled']
    }
    throw new Surprise('the same key with another amount was accepted')
  })

  await walk.step('an amount below Stripe’s least is refused as we know it', [customer], async () => {
    try {
      await createIntent(walk.stripe, { ...walk.createContent(customer ?? ''), amount: 1, feeAmount: 0 })
    } catch (error) {
      expectSame('our code', toErrorCode(error), 'AMOUNT_BELOW_PROVIDER_MINIMUM')
      return ['', 'amount_too_small']
    }
    throw new Surprise('one cent was accepted')
  })
}

async function tryPayment(walk: Walk, customer: string | null, card: string | null): Promise<Paid | null> {
  return walk.step('a payment with a fee, by the saved card', [customer, card], async () => {
    const { content, intent } = await walk.pay(customer ?? '', card ?? '')
    expectSame('the payment', intent.status, 'succeeded')
    expectSame('what differs from what was asked for', findDifferences(content, intent).join(', '), '')
    const charge = await walk.stripe.charges.retrieve(toStripeId(intent.latest_charge) ?? '')
    const transfer = toStripeId(charge.transfer)
    if (transfer === null) throw new Surprise('the charge has no transfer')
    const sent = await walk.stripe.transfers.retrieve(transfer)
    expectSame('what was transferred', sent.amount, AMOUNT)
    const made = { intent: intent.id, charge: charge.id, transfer }
    return [made, `${intent.id}, ${transfer}`]
  })
}

async function tryDecliningBanks(walk: Walk, customer: string | null): Promise<void> {
  await walk.step('a declined card says why', [customer], async () => {
    const content = walk.createContent(customer ?? '')
    const made = await createIntent(walk.stripe, content)
    try {
      await walk.stripe.paymentIntents.confirm(made.id, { payment_method: METHODS.declined })
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeCardError)) throw error
      expectSame('the code', error.code, 'card_declined')
      const { status, last_payment_error: refused } = await walk.stripe.paymentIntents.retrieve(made.id)
      expectSame('the intent', status, 'requires_payment_method')
      expectSame('what the intent keeps', refused?.code, 'card_declined')
      await walk.stripe.paymentIntents.cancel(made.id, { cancellation_reason: 'requested_by_customer' })
      return ['', `${error.code}, ${error.decline_code ?? 'no decline_code'}`]
    }
    throw new Surprise('the declined card paid')
  })

  await walk.step('a bank that wants to see the buyer', [customer], async () => {
    const { intent } = await walk.pay(customer ?? '', METHODS.asksFor3dSecure)
    expectSame('the payment', intent.status, 'requires_action')
    const { status, cancellation_reason: reason } = await walk.stripe.paymentIntents.cancel(intent.id, {
      cancellation_reason: 'duplicate',
    })
    expectSame('after cancelling', status, 'canceled')
    expectSame('the reason that Stripe keeps', reason, 'duplicate')
    return ['', 'requires_action, then canceled']
  })
}

async function tryRefunds(walk: Walk, paid: Paid | null): Promise<void> {
  await walk.step('a part is refunded, with the seller’s share and the fee’s', [paid], async () => {
    const refund = await walk.stripe.refunds.create(
      {
        payment_intent: paid?.intent ?? '',
        amount: 1200,
        reverse_transfer: true,
        refund_application_fee: true,
        metadata: { tried: walk.run },
      },
      { idempotencyKey: `refund:${walk.run}` },
    )
    if (refund.transfer_reversal === null) throw new Surprise('the refund names no reversal')
    const { amount_reversed: reversed } = await walk.stripe.transfers.retrieve(paid?.transfer ?? '')
    expectSame('what was taken back of the seller', reversed, 1200)
    const fee = toStripeId((await walk.stripe.charges.retrieve(paid?.charge ?? '')).application_fee)
    const { amount_refunded: back } = await walk.stripe.applicationFees.retrieve(fee ?? '')
    expectSame('the share of the fee', back, Math.round((FEE * 1200) / AMOUNT))
    return ['', `${refund.id}: ${refund.status}; ${back} cents of the fee`]
  })

  await walk.step('more than is left is not refunded', [paid], async () => {
    try {
      await walk.stripe.refunds.create({ payment_intent: paid?.intent ?? '', amount: AMOUNT })
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
      return ['', error.code ?? error.message]
    }
    throw new Surprise('more was refunded than was paid')
  })
}

async function tryDispute(walk: Walk, customer: string | null): Promise<void> {
  const disputed = await walk.step('a payment that its bank disputes', [customer], async () => {
    const { intent } = await walk.pay(customer ?? '', METHODS.disputed)
    const dispute = await pollUntilFound(walk.patienceMs, async () => {
      const [one] = (await walk.stripe.disputes.list({ payment_intent: intent.id })).data
      return one
    })
    const charge = await walk.stripe.charges.retrieve(toStripeId(intent.latest_charge) ?? '')
    const reversal = await walk.stripe.transfers.createReversal(toStripeId(charge.transfer) ?? '', {
      amount: AMOUNT,
      refund_application_fee: true,
      metadata: { tried: walk.run },
    })
    return [dispute.id, `${dispute.id}: ${dispute.status}; ${reversal.amount} cents taken back`]
  })

  await walk.step('no refund while it is disputed', [disputed], async () => {
    const { payment_intent: intent } = await walk.stripe.disputes.retrieve(disputed ?? '')
    try {
      await walk.stripe.refunds.create({ payment_intent: toStripeId(intent) ?? '', amount: 100 })
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
      expectSame('the code', error.code, 'charge_disputed')
      return ['', error.code ?? '']
    }
    throw new Surprise('a disputed payment was refunded')
  })

  await walk.step('evidence wins the dispute', [disputed], async () => {
    await walk.stripe.disputes.update(disputed ?? '', {
      evidence: { uncategorized_text: 'winning_evidence' },
      submit: true,
    })
    const ended = await pollUntilFound(walk.patienceMs, async () => {
      const now = await walk.stripe.disputes.retrieve(disputed ?? '')
      return now.status === 'won' || now.status === 'lost' ? now : undefined
    })
    expectSame('the dispute', ended.status, 'won')
    return ['', ended.status]
  })
}

async function tryLists(walk: Walk, paid: Paid | null): Promise<void> {
  await walk.step('each movement of money is a balance transaction', [paid], async () => {
    const { data } = await walk.stripe.balanceTransactions.list({ limit: 100 })
    if (data.length === 0) throw new Surprise('Stripe lists none')
    for (const { id, amount, fee, net } of data) expectSame(`the net of ${id}`, net, amount - fee)
    return ['', [...new Set(data.map(({ type }) => type))].toSorted().join(', ')]
  })

  await walk.step('what it sends is in its list of events', [paid], async () => {
    const seen = await pollUntilFound(walk.patienceMs, async () => {
      const { data } = await walk.stripe.events.list({ limit: 100, types: [...MISSED_TYPES] })
      return data.length > 0 ? data : undefined
    })
    return ['', [...new Set(seen.map(({ type }) => type))].toSorted().join(', ')]
  })
}

async function tryDeletedCustomer(walk: Walk, customer: string | null): Promise<void> {
  await walk.step('a customer that was deleted is shown as missing', [customer], async () => {
    await walk.stripe.customers.del(customer ?? '')
    try {
      await createIntent(walk.stripe, walk.createContent(customer ?? ''))
    } catch (error) {
      if (!isMissingObject(error)) throw error
      return ['', 'resource_missing']
    }
    throw new Surprise('a deleted customer was asked for money')
  })
}

/** @throws Surprise when there is no result in time */
async function pollUntilFound<T>(patienceMs: number, look: () => Promise<T | undefined>): Promise<T> {
  const endsAt = performance.now() + patienceMs
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (performance.now() > endsAt) throw new Surprise(`nothing came within ${Math.round(patienceMs / 1000)} s`)
    await new Promise((resolve) => {
      setTimeout(resolve, POLL_MS)
    })
  }
}

function describeFailure(error: unknown): string {
  if (error instanceof Stripe.errors.StripeError) {
    const { type, code, param, statusCode, requestId } = error
    return [`Stripe answered ${statusCode ?? 'nothing'}: ${type}`, code, param, requestId].filter(Boolean).join(', ')
  }
  return error instanceof Error ? error.message : String(error)
}

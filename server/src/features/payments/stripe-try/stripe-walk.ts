import { randomUUID } from 'node:crypto'

import { Stripe } from 'stripe'

import { toId, isMissing } from '../../../platform/stripe/stripe.ts'
import { INCLUDED } from '../selling/account-state.ts'
import { createIntent, findDifferences, type IntentContent, toErrorCode } from '../settlement/payment-intent.ts'
import { MISSED_TYPES } from '../stripe-events/missed-event.service.ts'

export type StepOutcome = 'passed' | 'failed' | 'left out'

export interface Step {
  name: string
  outcome: StepOutcome
  /** Observation or fault, with Stripe's ids but never a secret. */
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

/** Leaves a customer, payments and a dispute in the test account. Failed steps skip their dependents. */
export async function walkThroughStripe({ stripe, sellerAccount, onStep, patienceMs }: WalkOptions): Promise<Step[]> {
  const steps: Step[] = []
  const run = randomUUID()

  /** Returns null when the step failed, or depends on a failed step. */
  async function step<T>(
    name: string,
    needs: readonly unknown[],
    work: () => Promise<readonly [made: T, said: string]>,
  ): Promise<T | null> {
    const end = (outcome: StepOutcome, said: string): void => {
      const one = { name, outcome, said }
      steps.push(one)
      onStep(one)
    }
    if (needs.includes(null)) {
      end('left out', 'it needs what failed before')
      return null
    }
    try {
      const [made, said] = await work()
      end('passed', said)
      return made
    } catch (error) {
      end('failed', describeFailure(error))
      return null
    }
  }

  const contentFor = (customer: string): IntentContent => ({
    id: randomUUID(),
    roomId: run,
    amount: AMOUNT,
    currency: 'eur',
    description: 'Trying Stripe',
    stripeCustomerId: customer,
    stripeConnectAccountId: sellerAccount,
    stripePaymentIntentId: null,
    feeAmount: FEE,
    intentNumber: 1,
  })

  async function pay(customer: string, method: string) {
    const content = contentFor(customer)
    const made = await createIntent(stripe, content)
    const intent = await stripe.paymentIntents.confirm(made.id, { payment_method: method })
    return { content: { ...content, stripePaymentIntentId: made.id }, intent }
  }

  await step('the platform’s account', [], async () => {
    const { id, country } = await stripe.accounts.retrieveCurrent()
    return [id, `${id}, ${country ?? 'no country'}`]
  })

  await step('the seller’s account can be paid', [], async () => {
    const { configuration } = await stripe.v2.core.accounts.retrieve(sellerAccount, { include: [...INCLUDED] })
    const status = configuration?.recipient?.capabilities?.stripe_balance?.stripe_transfers?.status
    expectSame('stripe_transfers', status, 'active')
    return [status, `${sellerAccount}: ${status}`]
  })

  const customer = await step('a customer', [], async () => {
    const { id } = await stripe.customers.create({ metadata: { tried: run } })
    return [id, id]
  })

  const card = await step('a card is saved without a payment', [customer], async () => {
    const setup = await stripe.setupIntents.create({
      customer: customer ?? '',
      usage: 'on_session',
      allowed_payment_method_types: ['card'],
    })
    const confirmed = await stripe.setupIntents.confirm(setup.id, { payment_method: METHODS.good })
    expectSame('the setup', confirmed.status, 'succeeded')
    const id = toId(confirmed.payment_method)
    const [saved] = (await stripe.customers.listPaymentMethods(customer ?? '', { type: 'card' })).data
    expectSame('the first saved card', saved?.id, id)
    expectSame('the length of last4', saved?.card?.last4?.length, 4)
    return [id ?? '', `${saved?.card?.brand} ${saved?.card?.last4}`]
  })

  await step('one key makes one payment, and refuses other content', [customer], async () => {
    const content = contentFor(customer ?? '')
    const [one, other] = await Promise.all([createIntent(stripe, content), createIntent(stripe, content)])
    expectSame('the second intent', other.id, one.id)
    try {
      await createIntent(stripe, { ...content, amount: AMOUNT + 1 })
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeIdempotencyError)) throw error
      const { status } = await stripe.paymentIntents.cancel(one.id, { cancellation_reason: 'abandoned' })
      expectSame('the cancelled intent', status, 'canceled')
      return [one.id, 'idempotency_error, and the intent could be cancelled']
    }
    throw new Surprise('the same key with another amount was accepted')
  })

  await step('an amount below Stripe’s least is refused as we know it', [customer], async () => {
    try {
      await createIntent(stripe, { ...contentFor(customer ?? ''), amount: 1, feeAmount: 0 })
    } catch (error) {
      expectSame('our code', toErrorCode(error), 'AMOUNT_BELOW_PROVIDER_MINIMUM')
      return ['', 'amount_too_small']
    }
    throw new Surprise('one cent was accepted')
  })

  const paid = await step('a payment with a fee, by the saved card', [customer, card], async () => {
    const { content, intent } = await pay(customer ?? '', card ?? '')
    expectSame('the payment', intent.status, 'succeeded')
    expectSame('what differs from what was asked for', findDifferences(content, intent).join(', '), '')
    const charge = await stripe.charges.retrieve(toId(intent.latest_charge) ?? '')
    const transfer = toId(charge.transfer)
    if (transfer === null) throw new Surprise('the charge has no transfer')
    const sent = await stripe.transfers.retrieve(transfer)
    expectSame('what was transferred', sent.amount, AMOUNT)
    const made = { intent: intent.id, charge: charge.id, transfer }
    return [made, `${intent.id}, ${transfer}`]
  })

  await step('a declined card says why', [customer], async () => {
    const content = contentFor(customer ?? '')
    const made = await createIntent(stripe, content)
    try {
      await stripe.paymentIntents.confirm(made.id, { payment_method: METHODS.declined })
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeCardError)) throw error
      expectSame('the code', error.code, 'card_declined')
      const { status, last_payment_error: refused } = await stripe.paymentIntents.retrieve(made.id)
      expectSame('the intent', status, 'requires_payment_method')
      expectSame('what the intent keeps', refused?.code, 'card_declined')
      await stripe.paymentIntents.cancel(made.id, { cancellation_reason: 'requested_by_customer' })
      return ['', `${error.code}, ${error.decline_code ?? 'no decline_code'}`]
    }
    throw new Surprise('the declined card paid')
  })

  await step('a bank that wants to see the buyer', [customer], async () => {
    const { intent } = await pay(customer ?? '', METHODS.asksFor3dSecure)
    expectSame('the payment', intent.status, 'requires_action')
    const { status, cancellation_reason: reason } = await stripe.paymentIntents.cancel(intent.id, {
      cancellation_reason: 'duplicate',
    })
    expectSame('after cancelling', status, 'canceled')
    expectSame('the reason that Stripe keeps', reason, 'duplicate')
    return ['', 'requires_action, then canceled']
  })

  await step('a part is refunded, with the seller’s share and the fee’s', [paid], async () => {
    const refund = await stripe.refunds.create(
      {
        payment_intent: paid?.intent ?? '',
        amount: 1200,
        reverse_transfer: true,
        refund_application_fee: true,
        metadata: { tried: run },
      },
      { idempotencyKey: `refund:${run}` },
    )
    if (refund.transfer_reversal === null) throw new Surprise('the refund names no reversal')
    const { amount_reversed: reversed } = await stripe.transfers.retrieve(paid?.transfer ?? '')
    expectSame('what was taken back of the seller', reversed, 1200)
    const fee = toId((await stripe.charges.retrieve(paid?.charge ?? '')).application_fee)
    const { amount_refunded: back } = await stripe.applicationFees.retrieve(fee ?? '')
    expectSame('the share of the fee', back, Math.round((FEE * 1200) / AMOUNT))
    return ['', `${refund.id}: ${refund.status}; ${back} cents of the fee`]
  })

  await step('more than is left is not refunded', [paid], async () => {
    try {
      await stripe.refunds.create({ payment_intent: paid?.intent ?? '', amount: AMOUNT })
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
      return ['', error.code ?? error.message]
    }
    throw new Surprise('more was refunded than was paid')
  })

  const disputed = await step('a payment that its bank disputes', [customer], async () => {
    const { intent } = await pay(customer ?? '', METHODS.disputed)
    const dispute = await pollUntilFound(patienceMs, async () => {
      const [one] = (await stripe.disputes.list({ payment_intent: intent.id })).data
      return one
    })
    const charge = await stripe.charges.retrieve(toId(intent.latest_charge) ?? '')
    const reversal = await stripe.transfers.createReversal(toId(charge.transfer) ?? '', {
      amount: AMOUNT,
      refund_application_fee: true,
      metadata: { tried: run },
    })
    return [dispute.id, `${dispute.id}: ${dispute.status}; ${reversal.amount} cents taken back`]
  })

  await step('no refund while it is disputed', [disputed], async () => {
    const { payment_intent: intent } = await stripe.disputes.retrieve(disputed ?? '')
    try {
      await stripe.refunds.create({ payment_intent: toId(intent) ?? '', amount: 100 })
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
      expectSame('the code', error.code, 'charge_disputed')
      return ['', error.code ?? '']
    }
    throw new Surprise('a disputed payment was refunded')
  })

  await step('evidence wins the dispute', [disputed], async () => {
    await stripe.disputes.update(disputed ?? '', { evidence: { uncategorized_text: 'winning_evidence' }, submit: true })
    const ended = await pollUntilFound(patienceMs, async () => {
      const now = await stripe.disputes.retrieve(disputed ?? '')
      return now.status === 'won' || now.status === 'lost' ? now : undefined
    })
    expectSame('the dispute', ended.status, 'won')
    return ['', ended.status]
  })

  await step('each movement of money is a balance transaction', [paid], async () => {
    const { data } = await stripe.balanceTransactions.list({ limit: 100 })
    if (data.length === 0) throw new Surprise('Stripe lists none')
    for (const { id, amount, fee, net } of data) expectSame(`the net of ${id}`, net, amount - fee)
    return ['', [...new Set(data.map(({ type }) => type))].toSorted().join(', ')]
  })

  await step('what it sends is in its list of events', [paid], async () => {
    const seen = await pollUntilFound(patienceMs, async () => {
      const { data } = await stripe.events.list({ limit: 100, types: [...MISSED_TYPES] })
      return data.length > 0 ? data : undefined
    })
    return ['', [...new Set(seen.map(({ type }) => type))].toSorted().join(', ')]
  })

  await step('a customer that was deleted is shown as missing', [customer], async () => {
    await stripe.customers.del(customer ?? '')
    try {
      await createIntent(stripe, contentFor(customer ?? ''))
    } catch (error) {
      if (!isMissing(error)) throw error
      return ['', 'resource_missing']
    }
    throw new Surprise('a deleted customer was asked for money')
  })

  return steps
}

/** @throws Surprise without a result in time */
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

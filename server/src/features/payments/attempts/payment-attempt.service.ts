import type { Stripe } from 'stripe'
import { z } from 'zod'

import type { AfterCommit, Database, Transaction } from '../../../platform/database/database.ts'
import type { Logger } from '../../../platform/logging/logger.ts'
import { toStripeId, isMissingObject } from '../../../platform/stripe/stripe.ts'
import type { CustomerService } from '../customers/customer.service.ts'
import * as requests from '../settlement/payment-request.repository.ts'
import * as repository from './payment-attempt.repository.ts'

/** Maximum charges or setup attempts per read, newest first. Older failures were recorded when they happened. */
const READ_AT_MOST = 100
/** Storage period of declines (ms). Stripe objects of this age are not read again. */
const DECLINES_KEPT_MS = 35 * 24 * 60 * 60_000

export interface PaymentAttemptServiceOptions {
  db: Database
  stripe: Stripe
  customers: Pick<CustomerService, 'findOwner'>
  blockIfDue: (tx: Transaction, afterCommit: AfterCommit, personId: string) => Promise<void>
  logger: Logger
}

/** Reads all failed attempts from Stripe after an event, and stores each once, by its id. */
export class PaymentAttemptService {
  readonly #deps: PaymentAttemptServiceOptions

  constructor(deps: PaymentAttemptServiceOptions) {
    this.#deps = deps
  }

  async #write(
    personId: string,
    declines: readonly repository.Decline[],
    also: (tx: Transaction) => Promise<void>,
  ): Promise<void> {
    await this.#deps.db.transaction(async (tx, afterCommit) => {
      await repository.lockDeclines(tx, personId)
      await also(tx)
      if (await repository.saveDeclines(tx, personId, declines)) await this.#deps.blockIfDue(tx, afterCommit, personId)
    })
  }

  /** Returns the payment request of failed charges, even if the request has another intent now. */
  async #requestOf(intentId: string, [charge]: readonly Stripe.Charge[]) {
    const known = await requests.findIdByIntent(this.#deps.db, intentId)
    const named = z.uuid().safeParse(charge?.metadata['payment_request_id'])
    const id = known ?? (named.success ? named.data : undefined)
    return id === undefined ? undefined : requests.findById(this.#deps.db, id)
  }

  async recordAllOfIntent(intentId: string): Promise<void> {
    const { data } = await this.#deps.stripe.charges.list({ payment_intent: intentId, limit: READ_AT_MOST })
    const failed = data.filter(({ status }) => status === 'failed')
    if (failed.length === 0) return
    const request = await this.#requestOf(intentId, failed)
    if (!request) {
      this.#deps.logger.warn({ payment_intent: intentId }, 'unmatched payment failed')
      return
    }
    const seen = failed.map(toAttempt)
    const declines = seen.map(({ stripeChargeId: stripeId, attemptedAt: declinedAt }) => ({ stripeId, declinedAt }))
    // A request without a customer is from a seller's program, which has the secret and may test cards with it.
    const personId = request.stripeCustomerId === null ? request.sellerId : request.buyerId
    await this.#write(personId, declines, (tx) => repository.saveAttempts(tx, request.id, seen))
  }

  async #takeInOfSetup(setupId: string): Promise<void> {
    const { data } = await this.#deps.stripe.setupAttempts.list({ setup_intent: setupId, limit: READ_AT_MOST })
    // A failed bank authentication is no decline.
    const failed = data.filter(({ status, setup_error: error }) => status === 'failed' && error?.type === 'card_error')
    const customer = failed.map((attempt) => toStripeId(attempt.customer)).find((id) => id !== null)
    const personId = customer === undefined || customer === null ? null : await this.#deps.customers.findOwner(customer)
    if (personId === null) return
    const declines = failed.map(({ id: stripeId, created }) => ({ stripeId, declinedAt: toDate(created) }))
    await this.#write(personId, declines, () => Promise.resolve())
  }

  async recordNewOfIntent(intent: Stripe.PaymentIntent): Promise<void> {
    const latest = toStripeId(intent.latest_charge)
    if (latest !== null && !(await repository.isDeclineKnown(this.#deps.db, latest)))
      await this.recordAllOfIntent(intent.id)
  }

  async recordOfObject(objectId: string): Promise<void> {
    try {
      if (objectId.startsWith('seti_')) await this.#takeInOfSetup(objectId)
      else if (objectId.startsWith('pi_')) await this.recordAllOfIntent(objectId)
      else {
        const intentId = toStripeId((await this.#deps.stripe.charges.retrieve(objectId)).payment_intent)
        if (intentId !== null) await this.recordAllOfIntent(intentId)
      }
    } catch (error) {
      if (!isMissingObject(error)) throw error
      this.#deps.logger.warn({ object: objectId }, 'object of a failed payment not found at Stripe')
    }
  }

  forgetOld(): Promise<void> {
    return repository.forgetOldDeclines(this.#deps.db, DECLINES_KEPT_MS)
  }
}

const toDate = (seconds: number): Date => new Date(seconds * 1000)
const short = (text: string | null | undefined): string | null => text?.slice(0, 100) ?? null

/** Maps a failed charge to its stored form. For wallets, card fields may be missing despite the SDK's types. */
function toAttempt(charge: Stripe.Charge): repository.SeenAttempt {
  const { payment_method_details: details, outcome } = charge
  const card: Partial<Stripe.Charge.PaymentMethodDetails.Card> = details?.card ?? {}
  const last4 = card.last4 ?? null
  return {
    stripeChargeId: charge.id,
    state: outcome?.type === 'issuer_declined' ? 'declined' : outcome?.type === 'blocked' ? 'blocked' : 'failed',
    method: short(details?.type) ?? 'unknown',
    brand: short(card.brand),
    last4: last4 !== null && /^\d{4}$/u.test(last4) ? last4 : null,
    wallet: short(card.wallet?.type),
    failureCode: short(charge.failure_code),
    declineCode: short(outcome?.reason),
    attemptedAt: toDate(charge.created),
  }
}

import type { Stripe } from 'stripe'

import { Refusal } from '@kundig/contract/errors'

import type { Database } from '../../platform/database/database.ts'
import type { Logger } from '../../platform/logging/logger.ts'
import { isStripeUnavailable, toStripeRefusal } from '../../platform/stripe/stripe.ts'
import { findByRequest as findAttempts } from '../payments/attempts/payment-attempt.repository.ts'
import type { PaymentAttemptService } from '../payments/attempts/payment-attempt.service.ts'
import type { OurAccountService } from '../payments/our-account.service.ts'
import { belongsToAccount } from '../payments/our-account.ts'
import { findDifferences, toPaymentStatus } from '../payments/settlement/payment-intent.ts'
import * as requests from '../payments/settlement/payment-request.repository.ts'
import type { SettlementService } from '../payments/settlement/settlement.service.ts'
import { findEventsByObjectIds } from '../payments/stripe-events/stripe-event.repository.ts'
import { findByRequest as findDisputesOf, findWarnings } from '../refunds/records/dispute.repository.ts'
import { findByRequest } from '../refunds/records/refund.repository.ts'
import { listRefunds } from '../refunds/records/stripe-refund.ts'
import type { RefundRecordService } from '../refunds/refunding/refund-record.service.ts'
import { toBalanceChanges, type MovedAmounts } from './ledger/book-amounts.ts'
import { findPaymentSums } from './ledger/books.repository.ts'

export interface PaymentLookupServiceOptions {
  db: Database
  stripe: Stripe
  ourAccount: Pick<OurAccountService, 'now'>
  settlement: Pick<SettlementService, 'settle'>
  attempts: Pick<PaymentAttemptService, 'recordAllOfIntent'>
  record: Pick<RefundRecordService, 'updateFromStripe'>
  logger: Logger
}

export interface PaymentTimelineEvent {
  at: Date
  kind: 'asked' | 'decided' | 'attempt' | 'refund' | 'dispute' | 'warning' | 'event'
  /** Our status, Stripe's event type, or the code of a failed attempt. */
  word: string
  method: string | null
  amount: number | null
  isHandled: boolean | null
}

/** Order of events in the same second, because Stripe's times have no fractions. */
const ORDER = ['asked', 'attempt', 'decided', 'refund', 'dispute', 'warning', 'event'] as const

export function compareTimelineEvents(
  one: Pick<PaymentTimelineEvent, 'at' | 'kind'>,
  other: Pick<PaymentTimelineEvent, 'at' | 'kind'>,
): number {
  const secondOf = ({ at }: Pick<PaymentTimelineEvent, 'at'>): number => Math.floor(at.getTime() / 1000)
  return (
    secondOf(one) - secondOf(other) ||
    ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind) ||
    one.at.getTime() - other.at.getTime()
  )
}

function toTimelineEvent(
  known: Pick<PaymentTimelineEvent, 'at' | 'kind' | 'word'> & Partial<PaymentTimelineEvent>,
): PaymentTimelineEvent {
  return { method: null, amount: null, isHandled: null, ...known }
}

const sumRefunds = (refunds: readonly { amount: number; status: string }[]): number =>
  refunds.reduce((all, { amount, status }) => (status === 'succeeded' || status === 'pending' ? all + amount : all), 0)

export class PaymentLookupService {
  readonly #deps: PaymentLookupServiceOptions

  constructor(deps: PaymentLookupServiceOptions) {
    this.#deps = deps
  }

  async #find(id: string): Promise<requests.PublishedRow | null> {
    const row = await requests.findById(this.#deps.db, id)
    return requests.isPublished(row) ? row : null
  }

  async timeline(id: string, eventsMax: number): Promise<PaymentTimelineEvent[]> {
    const { db } = this.#deps
    const row = await this.#find(id)
    if (!row) return []
    const [refunds, disputes, warnings, tried] = await Promise.all([
      findByRequest(db, id),
      findDisputesOf(db, id),
      findWarnings(db, id),
      findAttempts(db, id),
    ])
    const objects = [
      row.stripePaymentIntentId,
      ...refunds.flatMap(({ stripeRefundId }) => stripeRefundId ?? []),
      ...disputes.map(({ stripeDisputeId }) => stripeDisputeId),
      ...tried.map(({ stripeChargeId }) => stripeChargeId),
      ...warnings.map(({ stripeWarningId }) => stripeWarningId),
    ]
    const events = await findEventsByObjectIds(db, objects, eventsMax)
    const happened = [
      toTimelineEvent({ at: row.createdAt, kind: 'asked', word: 'pending', amount: row.amount }),
      ...tried.map((attempt) =>
        toTimelineEvent({
          at: attempt.attemptedAt,
          kind: 'attempt',
          word: attempt.declineCode ?? attempt.failureCode ?? attempt.state,
          method: [attempt.wallet, attempt.brand ?? attempt.method, attempt.last4]
            .filter((part) => part !== null)
            .join(' '),
        }),
      ),
      ...refunds.map(({ createdAt: at, status: word, amount }) =>
        toTimelineEvent({ at, kind: 'refund', word, amount }),
      ),
      ...disputes.map(({ createdAt: at, status: word, amount }) =>
        toTimelineEvent({ at, kind: 'dispute', word, amount }),
      ),
      ...warnings.map(({ createdAt: at, fraudType: word }) => toTimelineEvent({ at, kind: 'warning', word })),
      ...events.map(({ receivedAt: at, type: word, handledAt }) =>
        toTimelineEvent({ at, kind: 'event', word, isHandled: handledAt !== null }),
      ),
    ]
    if (row.status !== 'pending')
      happened.push(toTimelineEvent({ at: row.updatedAt, kind: 'decided', word: row.status }))
    return happened.toSorted(compareTimelineEvents)
  }

  async money(id: string): Promise<MovedAmounts | null> {
    const row = await this.#find(id)
    const sums = row ? await findPaymentSums(this.#deps.db, row.stripePaymentIntentId) : []
    return sums.length === 0 ? null : toBalanceChanges(sums)
  }

  /** Reads Stripe's state without storing it. Null when this is impossible, as for another Stripe account of ours. */
  async ask(id: string) {
    const row = await this.#find(id)
    if (!row) return null
    try {
      if (!belongsToAccount(row, await this.#deps.ourAccount.now())) return null
      const [intent, refunds] = await Promise.all([
        this.#deps.stripe.paymentIntents.retrieve(row.stripePaymentIntentId),
        listRefunds(this.#deps.stripe, row.stripePaymentIntentId),
      ])
      const refunded = sumRefunds(refunds)
      const differs = [
        ...findDifferences(row, intent),
        ...(toPaymentStatus(row, intent) === row.status ? [] : ['status']),
        ...(refunded === sumRefunds(await findByRequest(this.#deps.db, id)) ? [] : ['amount_refunded']),
      ]
      return { status: intent.status, amount: intent.amount, received: intent.amount_received, refunded, differs }
    } catch (error) {
      const isAway = error instanceof Refusal && error.code === 'PROVIDER_UNAVAILABLE'
      if (isAway || isStripeUnavailable(error)) return null
      throw error
    }
  }

  /** Records Stripe's state, as the reconciliation does. @throws Refusal PROVIDER_UNAVAILABLE, PAYMENT_STATUS_FAILED */
  async updateFromStripe(id: string): Promise<void> {
    const { settlement, ourAccount, attempts, record, logger } = this.#deps
    try {
      const row = await settlement.settle(id)
      if (!requests.isPublished(row) || !belongsToAccount(row, await ourAccount.now())) return
      await attempts.recordAllOfIntent(row.stripePaymentIntentId)
      await record.updateFromStripe(row)
    } catch (error) {
      throw toStripeRefusal(error, 'PAYMENT_STATUS_FAILED', logger)
    }
  }
}

import type { Stripe } from 'stripe'

import type { NotificationKind } from '@kundig/contract/notifications/notification-kinds'
import { isDisputeDecided, isAwaitingEvidence } from '@kundig/contract/refunds/dispute-life-cycle'

import type { DomainEvents, OperatorAlerts } from '../../../domain-events.ts'
import type { RecordFailure } from '../../../failure-metrics.ts'
import type { AfterCommit, Database, Transaction } from '../../../platform/database/database.ts'
import type { Logger } from '../../../platform/logging/logger.ts'
import { toStripeId, isMissingObject } from '../../../platform/stripe/stripe.ts'
import type { PaymentMessageService } from '../../chat/messages/payment-message.service.ts'
import * as requests from '../../payments/settlement/payment-request.repository.ts'
import type { SettlementService } from '../../payments/settlement/settlement.service.ts'
import * as repository from '../records/dispute.repository.ts'
import type { DisputeRow, SeenDispute } from '../records/dispute.repository.ts'
import { makeFailedRefundsDue } from '../records/refund.repository.ts'
import { readDispute } from './stripe-dispute.ts'

export interface DisputeRecordServiceOptions {
  db: Database
  stripe: Stripe
  settlement: Pick<SettlementService, 'settle'>
  messages: Pick<PaymentMessageService, 'recordChange'>
  domainEvents: DomainEvents
  operatorAlerts: OperatorAlerts
  logger: Logger
  recordFailure: RecordFailure
  /** Never throws. */
  onMoved: () => void
}

export class DisputeRecordService {
  readonly #deps: DisputeRecordServiceOptions

  constructor(deps: DisputeRecordServiceOptions) {
    this.#deps = deps
  }

  /** Returns an intent's payment; undefined for unknown intents. First settles a payment whose event is missing. */
  async #paymentOf(intentId: string | null): Promise<requests.PublishedRow | undefined> {
    const id = intentId === null ? undefined : await requests.findIdByIntent(this.#deps.db, intentId)
    const request = id === undefined ? undefined : await this.#deps.settlement.settle(id)
    return requests.isPublished(request) ? request : undefined
  }

  /** Holds the payment's lock, so that a concurrent refund and dispute each see the other. */
  async #record(seen: SeenDispute, askedAt: Date, paymentId: string | undefined): Promise<string> {
    const { db, messages, onMoved, domainEvents, logger, recordFailure } = this.#deps
    return db.transaction(async (tx, afterCommit) => {
      const locked = paymentId === undefined ? undefined : await requests.findByIdForUpdate(tx, paymentId)
      const payment = requests.isPublished(locked) ? locked : undefined
      const made = await repository.insertDispute(tx, {
        ...seen,
        paymentRequestId: payment?.id ?? null,
        seenAt: askedAt,
      })
      const before = made ?? (await repository.lockByStripeId(tx, seen.stripeDisputeId))
      if (!before) throw new Error('stored dispute not found')
      if (!made && !(await updateStoredDispute(tx, before, seen, askedAt, payment?.id))) return before.id
      const isNews = made !== undefined || before.status !== seen.status
      if (payment && isNews) {
        await makeFailedRefundsDue(tx, payment.id)
        // The refundable amount has changed.
        await messages.recordChange(tx, afterCommit, payment.roomId, payment.seq)
      }
      afterCommit(onMoved)
      // Alert only about a change, because alerts lock the operators' roles.
      if (isNews) await this.#alertOperators(tx, afterCommit, before, seen, payment)
      const over = listNotificationsToDismiss(seen.status)
      if (payment && over.length > 0) {
        const dismissed = { recipientId: payment.sellerId, kinds: over, subjectId: before.id }
        await domainEvents.dismiss(tx, afterCommit, dismissed)
      }
      const kind = toNotificationKind(made ? null : before.status, seen.status)
      if (kind === null) return before.id
      if (payment) {
        await domainEvents.record(tx, afterCommit, {
          kind,
          subjectId: before.id,
          roomId: payment.roomId,
          recipientId: payment.sellerId,
          actorId: payment.buyerId,
          amount: seen.amount,
          currency: payment.currency,
        })
      }
      afterCommit(() => {
        const about = { dispute: before.id, payment_request: payment?.id, status: seen.status, amount: seen.amount }
        if (payment) logger.info(about, 'dispute recorded')
        else {
          logger.warn(about, 'unmatched payment disputed')
          recordFailure('payment_unknown')
        }
      })
      return before.id
    })
  }

  async #alertOperators(
    tx: Transaction,
    afterCommit: AfterCommit,
    { id: subjectId }: DisputeRow,
    { status, amount, currency }: SeenDispute,
    payment: requests.PublishedRow | undefined,
  ): Promise<void> {
    const kind = 'operator_dispute'
    if (isDisputeDecided(status)) return this.#deps.operatorAlerts.dismiss(tx, afterCommit, kind, subjectId)
    const isConcerned = (userId: string): boolean => userId === payment?.sellerId || userId === payment?.buyerId
    return this.#deps.operatorAlerts.record(tx, afterCommit, { kind, subjectId, amount, currency }, isConcerned)
  }

  /** @throws what Stripe's SDK and the database throw */
  async updateFromStripe(stripeDisputeId: string): Promise<string | undefined> {
    const askedAt = await repository.readClock(this.#deps.db)
    try {
      const { seen, intentId } = await readDispute(this.#deps.stripe, stripeDisputeId)
      const payment = await this.#paymentOf(intentId)
      return await this.#record(seen, askedAt, payment?.id)
    } catch (error) {
      if (!isMissingObject(error)) throw error
      this.#deps.logger.warn({ dispute: stripeDisputeId }, 'dispute not found at Stripe')
      return undefined
    }
  }

  async recordWarning(stripeWarningId: string): Promise<void> {
    try {
      const warning = await this.#deps.stripe.radar.earlyFraudWarnings.retrieve(stripeWarningId)
      const payment = await this.#paymentOf(toStripeId(warning.payment_intent))
      const isNew = await repository.insertWarning(this.#deps.db, {
        stripeWarningId,
        paymentRequestId: payment?.id ?? null,
        stripeChargeId: toStripeId(warning.charge) ?? '',
        fraudType: warning.fraud_type,
        createdAt: new Date(warning.created * 1000),
      })
      if (isNew) this.#deps.logger.warn({ payment_request: payment?.id }, 'fraud warning received')
    } catch (error) {
      if (!isMissingObject(error)) throw error
      this.#deps.logger.warn({ warning: stripeWarningId }, 'fraud warning not found at Stripe')
    }
  }
}

/** Makes the dispute due when its next step changes. @returns false when the stored state is newer */
async function updateStoredDispute(
  tx: Transaction,
  before: DisputeRow,
  seen: SeenDispute,
  askedAt: Date,
  paymentId: string | undefined,
): Promise<boolean> {
  const { status, fee, reason, evidenceDueBy } = seen
  const isStale = before.seenAt > askedAt || (before.status === 'won' && status !== 'won')
  if (isStale) return false
  await repository.updateDispute(tx, before.id, {
    status,
    fee,
    reason,
    evidenceDueBy,
    seenAt: askedAt,
    paymentRequestId: before.paymentRequestId ?? paymentId ?? null,
    ...(isAwaitingEvidence(status) ? {} : { evidence: null }),
    // When the bank asks again, new evidence can be submitted.
    ...(isAwaitingEvidence(status) && !isAwaitingEvidence(before.status) ? { submittedAt: null } : {}),
  })
  const isOther = status !== before.status || (before.paymentRequestId === null && paymentId !== undefined)
  if (isOther) await repository.makeDisputeDue(tx, before.id)
  return true
}

function toNotificationKind(
  before: SeenDispute['status'] | null,
  after: SeenDispute['status'],
): NotificationKind | null {
  if (before === after) return null
  if (after === 'won' || after === 'warning_closed') return 'dispute_won'
  if (after === 'lost') return 'dispute_lost'
  if (before === null) return 'dispute_opened'
  return isAwaitingEvidence(after) ? 'dispute_evidence_wanted' : null
}

function listNotificationsToDismiss(status: SeenDispute['status']): NotificationKind[] {
  if (isDisputeDecided(status)) return ['dispute_opened', 'dispute_evidence_wanted']
  return isAwaitingEvidence(status) ? [] : ['dispute_evidence_wanted']
}

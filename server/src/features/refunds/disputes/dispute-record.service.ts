import type { Stripe } from 'stripe'

import type { NotificationKind } from '@kundig/contract/notifications/notification-kinds'
import { isDecided, wantsEvidence } from '@kundig/contract/refunds/dispute-life-cycle'

import type { DomainEvents, OperatorAlerts } from '../../../domain-events.ts'
import type { NoteFailure } from '../../../failures.ts'
import type { AfterCommit, Database, Transaction } from '../../../platform/database/database.ts'
import type { Logger } from '../../../platform/logging/logger.ts'
import { idOf, isMissing } from '../../../platform/stripe/stripe.ts'
import type { PaymentMessageService } from '../../chat/messages/payment-message.service.ts'
import * as requests from '../../payments/settlement/payment-request.repository.ts'
import type { SettlementService } from '../../payments/settlement/settlement.service.ts'
import * as repository from '../records/dispute.repository.ts'
import type { DisputeRow, SeenDispute } from '../records/dispute.repository.ts'
import { wakeOwed } from '../records/refund.repository.ts'
import { readDispute } from './stripe-dispute.ts'

export interface DisputeRecordServiceOptions {
  db: Database
  stripe: Stripe
  settlement: Pick<SettlementService, 'settle'>
  messages: Pick<PaymentMessageService, 'recordChange'>
  domainEvents: DomainEvents
  operatorAlerts: OperatorAlerts
  logger: Logger
  noteFailure: NoteFailure
  /** Called when a bank took or gave back money; it never throws. */
  onMoved: () => void
}

/** Writes what Stripe says of disputes and of warnings of fraud, whoever says that it is time to ask. */
export class DisputeRecordService {
  readonly #deps: DisputeRecordServiceOptions

  constructor(deps: DisputeRecordServiceOptions) {
    this.#deps = deps
  }

  /** The payment of an intent, decided first if its own event is still to come; undefined when nobody here knows it. */
  async #paymentOf(intentId: string | null): Promise<requests.PublishedRow | undefined> {
    const id = intentId === null ? undefined : await requests.findIdByIntent(this.#deps.db, intentId)
    const request = id === undefined ? undefined : await this.#deps.settlement.settle(id)
    return requests.isPublished(request) ? request : undefined
  }

  /** Under the payment's lock, so that of a refund and a dispute at once each sees the other. */
  async #record(seen: SeenDispute, askedAt: Date, paymentId: string | undefined): Promise<string> {
    const { db, messages, onMoved, domainEvents, logger, noteFailure } = this.#deps
    return db.transaction(async (tx, afterCommit) => {
      const locked = paymentId === undefined ? undefined : await requests.findByIdForUpdate(tx, paymentId)
      const payment = requests.isPublished(locked) ? locked : undefined
      const made = await repository.insert(tx, { ...seen, paymentRequestId: payment?.id ?? null, seenAt: askedAt })
      const before = made ?? (await repository.lockByStripeId(tx, seen.stripeDisputeId))
      if (!before) throw new Error('A dispute that is stored can be read')
      if (!made && !(await updateStored(tx, before, seen, askedAt, payment?.id))) return before.id
      const isNews = made !== undefined || before.status !== seen.status
      if (payment && isNews) {
        await wakeOwed(tx, payment.id)
        // What can be refunded of the payment has changed.
        await messages.recordChange(tx, afterCommit, payment.roomId, payment.seq)
      }
      afterCommit(onMoved)
      // Locks the operators' roles: not for events that change nothing.
      if (isNews) await this.#alertOperators(tx, afterCommit, before, seen, payment)
      const over = settledBy(seen.status)
      if (payment && over.length > 0) {
        const told = { recipientId: payment.sellerId, kinds: over, subjectId: before.id }
        await domainEvents.settle(tx, afterCommit, told)
      }
      const kind = newsOf(made ? null : before.status, seen.status)
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
          logger.warn(about, 'a payment is disputed that nobody here knows')
          noteFailure('payment_unknown')
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
    if (isDecided(status)) return this.#deps.operatorAlerts.settle(tx, afterCommit, kind, subjectId)
    const isConcerned = (userId: string): boolean => userId === payment?.sellerId || userId === payment?.buyerId
    return this.#deps.operatorAlerts.record(tx, afterCommit, { kind, subjectId, amount, currency }, isConcerned)
  }

  /**
   * Asks Stripe for a dispute, and writes it.
   * @returns its id here; undefined when Stripe shows us no such thing
   * @throws what Stripe's SDK and the database throw
   */
  async takeIn(stripeDisputeId: string): Promise<string | undefined> {
    const askedAt = await repository.now(this.#deps.db)
    try {
      const { seen, intentId } = await readDispute(this.#deps.stripe, stripeDisputeId)
      const payment = await this.#paymentOf(intentId)
      return await this.#record(seen, askedAt, payment?.id)
    } catch (error) {
      if (!isMissing(error)) throw error
      this.#deps.logger.warn({ dispute: stripeDisputeId }, 'stripe has no such dispute')
      return undefined
    }
  }

  /** The same for a warning of fraud. @throws what Stripe's SDK and the database throw */
  async takeInWarning(stripeWarningId: string): Promise<void> {
    try {
      const warning = await this.#deps.stripe.radar.earlyFraudWarnings.retrieve(stripeWarningId)
      const payment = await this.#paymentOf(idOf(warning.payment_intent))
      const isNew = await repository.insertWarning(this.#deps.db, {
        stripeWarningId,
        paymentRequestId: payment?.id ?? null,
        stripeChargeId: idOf(warning.charge) ?? '',
        fraudType: warning.fraud_type,
        createdAt: new Date(warning.created * 1000),
      })
      if (isNew) this.#deps.logger.warn({ payment_request: payment?.id }, 'a card network warns of fraud')
    } catch (error) {
      if (!isMissing(error)) throw error
      this.#deps.logger.warn({ warning: stripeWarningId }, 'stripe has no such warning')
    }
  }
}

/**
 * Writes a later state of a stored dispute, and makes it due when that changes what follows from it.
 * @returns false when what is stored is newer than what was seen
 */
async function updateStored(
  tx: Transaction,
  before: DisputeRow,
  seen: SeenDispute,
  askedAt: Date,
  paymentId: string | undefined,
): Promise<boolean> {
  const { status, fee, reason, evidenceDueBy } = seen
  const isStale = before.seenAt > askedAt || (before.status === 'won' && status !== 'won')
  if (isStale) return false
  await repository.update(tx, before.id, {
    status,
    fee,
    reason,
    evidenceDueBy,
    seenAt: askedAt,
    paymentRequestId: before.paymentRequestId ?? paymentId ?? null,
    ...(wantsEvidence(status) ? {} : { evidence: null }),
    // What the bank asks anew can be answered anew.
    ...(wantsEvidence(status) && !wantsEvidence(before.status) ? { submittedAt: null } : {}),
  })
  const isOther = status !== before.status || (before.paymentRequestId === null && paymentId !== undefined)
  if (isOther) await repository.makeDue(tx, before.id)
  return true
}

/** What the seller is told when a dispute becomes another. */
function newsOf(before: SeenDispute['status'] | null, after: SeenDispute['status']): NotificationKind | null {
  if (before === after) return null
  if (after === 'won' || after === 'warning_closed') return 'dispute_won'
  if (after === 'lost') return 'dispute_lost'
  if (before === null) return 'dispute_opened'
  return wantsEvidence(after) ? 'dispute_evidence_wanted' : null
}

/** What the seller was told before and is no news in a state. */
function settledBy(status: SeenDispute['status']): NotificationKind[] {
  if (isDecided(status)) return ['dispute_opened', 'dispute_evidence_wanted']
  return wantsEvidence(status) ? [] : ['dispute_evidence_wanted']
}

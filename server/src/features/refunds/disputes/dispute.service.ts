import type { Stripe } from 'stripe'

import { isMoneyHeldByBank } from '@kundig/contract/refunds/dispute-life-cycle'

import type { RecordFailure } from '../../../failure-metrics.ts'
import type { Database } from '../../../platform/database/database.ts'
import { drainQueue } from '../../../platform/jobs/drain.ts'
import { describeError, type Logger } from '../../../platform/logging/logger.ts'
import { isStripeRefusal } from '../../../platform/stripe/stripe.ts'
import type { SellerService } from '../../payments/selling/seller.service.ts'
import * as requests from '../../payments/settlement/payment-request.repository.ts'
import { computeReversedFee, isOpen, decideNextStep, computeReversal } from '../records/dispute.policy.ts'
import * as repository from '../records/dispute.repository.ts'
import type { DisputeRow } from '../records/dispute.repository.ts'
import { computeUncoveredAmount, holdsSellerMoney } from '../records/refund.policy.ts'
import * as refunds from '../records/refund.repository.ts'
import { toFailureCode } from '../records/stripe-refund.ts'
import { findCurrentAccount, findReversal, readTransfer, type SellerTransfer } from '../records/stripe-transfer.ts'
import type { DisputeRecordService } from './dispute-record.service.ts'
import { readChargeTransfer, reverseTransfer, reverseResentTransfer, sendAgain } from './stripe-dispute.ts'

/** Interval between checks of an open dispute without events (ms). */
const CHECK_AGAIN_MS = 6 * 60 * 60_000

export interface DisputeServiceOptions {
  db: Database
  stripe: Stripe
  sellers: Pick<SellerService, 'payableAccount'>
  record: DisputeRecordService
  logger: Logger
  recordFailure: RecordFailure
  /** Never throws. */
  onMoved: () => void
}

type ReversibleTransfer = SellerTransfer & { fee: number }

/**
 * The transfer to reverse does not exist yet. Stripe makes a payment's transfer a moment after the payment
 * (`capture_method: automatic_async`). Transfers after failed refunds and won disputes are also made later.
 */
class TransferNotYet extends Error {}

/**
 * Stores each call to Stripe before making it. Only one server at a time handles a dispute. If the server is killed,
 * the next run asks Stripe for the call's outcome.
 */
export class DisputeService {
  readonly #deps: DisputeServiceOptions

  constructor(deps: DisputeServiceOptions) {
    this.#deps = deps
  }

  async #reverseFor(row: DisputeRow, request: requests.PublishedRow): Promise<DisputeRow> {
    const { stripe, db } = this.#deps
    const first = await readChargeTransfer(stripe, row.stripeChargeId)
    // If the seller won an earlier dispute, a transfer without a fee returned the money to the seller.
    const transfers = first ? [{ ...first, fee: request.feeAmount }, ...(await this.#readResent(row, request.id))] : []
    for (const transfer of transfers) {
      const done = await findReversal(stripe, transfer.id, row.id)
      if (!done) continue
      const known = { transferred: transfer.amount, reversedBefore: transfer.amountReversed - done.amount }
      return repository.updateDispute(db, row.id, { ...known, ...toReversal(done, transfer) })
    }
    // A dispute won before any reversal needs neither a reversal nor a transfer.
    if (row.status === 'won') return repository.updateDispute(db, row.id, { reversalAmount: 0 })
    const transfer = transfers.find((one) => one.amount > one.amountReversed) ?? transfers[0]
    if (!transfer) throw new TransferNotYet()
    const planned =
      row.reversalAmount === null
        ? await repository.updateDispute(db, row.id, {
            transferred: transfer.amount,
            reversedBefore: transfer.amountReversed,
            reversalAmount: computeReversal(row, transfer),
          })
        : row
    const amount = planned.reversalAmount ?? 0
    if (amount === 0) return planned
    try {
      const id = await (transfer.id === first?.id
        ? reverseTransfer(stripe, transfer.id, request, planned, amount)
        : reverseResentTransfer(stripe, transfer.id, planned, amount))
      return await repository.updateDispute(db, row.id, toReversal({ id, amount }, transfer))
    } catch (error) {
      if (isStripeRefusal(error)) {
        // Compute the amount again at the next try, because transfer and seller's balance may have changed.
        await repository.updateDispute(db, row.id, { reversalAmount: null, reversalTries: row.reversalTries + 1 })
      }
      throw error
    }
  }

  async #readResent(row: DisputeRow, paymentId: string): Promise<ReversibleTransfer[]> {
    const others = (await repository.findByRequest(this.#deps.db, paymentId)).filter(({ id }) => id !== row.id)
    if (others.some((other) => decideNextStep(other) === 'resend')) throw new TransferNotYet()
    const ids = others.flatMap(({ stripeResendId }) => stripeResendId ?? [])
    return Promise.all(ids.map(async (id) => ({ ...(await readTransfer(this.#deps.stripe, id)), fee: 0 })))
  }

  async #resendFor(row: DisputeRow, request: requests.PublishedRow): Promise<DisputeRow> {
    try {
      const destination = await findCurrentAccount(this.#deps.sellers, request)
      const stripeResendId = await sendAgain(this.#deps.stripe, request, row, destination)
      return await repository.updateDispute(this.#deps.db, row.id, { stripeResendId })
    } catch (error) {
      if (isStripeRefusal(error))
        await repository.updateDispute(this.#deps.db, row.id, { resendTries: row.resendTries + 1 })
      throw error
    }
  }

  /**
   * Reverses each transfer that paid the seller again after a failed refund, once. Reverses at most the part of the
   * dispute that its own reversal did not cover. Until the decision, this money counts as taken by the refund.
   */
  async #takeFromResent(row: DisputeRow, paymentId: string): Promise<void> {
    const all = await refunds.findByRequest(this.#deps.db, paymentId)
    if (all.some(({ resendAmount }) => resendAmount !== null)) throw new TransferNotYet()
    let claim =
      computeUncoveredAmount(row) - all.filter(holdsSellerMoney).reduce((sum, { takenAmount }) => sum + takenAmount, 0)
    for (const refund of all) {
      const { stripeResendId: transferId, retakenBy } = refund
      if (transferId === null || retakenBy === row.id) continue
      const done = await findReversal(this.#deps.stripe, transferId, row.id)
      const amount = done?.amount ?? (claim > 0 ? await this.#takeBack(row, transferId, claim) : 0)
      if (amount === 0) continue
      await refunds.recordReversedResend(this.#deps.db, refund, row.id, amount)
      claim -= amount
      this.#deps.onMoved()
    }
  }

  async #takeBack(row: DisputeRow, transferId: string, claim: number): Promise<number> {
    const transfer = await readTransfer(this.#deps.stripe, transferId)
    const amount = Math.min(claim, transfer.amount - transfer.amountReversed)
    if (amount === 0) return 0
    try {
      await reverseResentTransfer(this.#deps.stripe, transferId, row, amount)
      return amount
    } catch (error) {
      if (isStripeRefusal(error))
        await repository.updateDispute(this.#deps.db, row.id, { reversalTries: row.reversalTries + 1 })
      throw error
    }
  }

  /** Submits the stored evidence, unless Stripe has it. Each submission has its own idempotency key. */
  async #submitFor(row: DisputeRow): Promise<DisputeRow | undefined> {
    const { stripe, db, record } = this.#deps
    const idempotencyKey = `dispute:${row.id}:evidence:${row.submittedAt?.getTime() ?? 0}`
    try {
      await stripe.disputes.update(
        row.stripeDisputeId,
        { evidence: row.evidence ?? {}, submit: true },
        { idempotencyKey },
      )
    } catch (error) {
      if (isStripeRefusal(error)) await repository.updateDispute(db, row.id, { evidence: null, submittedAt: null })
      throw error
    }
    await repository.updateDispute(db, row.id, { evidence: null })
    await record.updateFromStripe(row.stripeDisputeId)
    return repository.findById(db, row.id)
  }

  /** Holds the payment's lock, so that a refund that was planned before the reversal does not leave the queue. */
  #makeFailedRefundsDue(paymentRequestId: string): Promise<void> {
    return this.#deps.db.transaction(async (tx) => {
      await requests.findByIdForUpdate(tx, paymentRequestId)
      await refunds.makeFailedRefundsDue(tx, paymentRequestId)
    })
  }

  async #advance(taken: DisputeRow): Promise<void> {
    const { db, logger, onMoved } = this.#deps
    let row: DisputeRow | undefined = taken
    for (let step = decideNextStep(row); row && step !== null; step = row ? decideNextStep(row) : null) {
      if (step === 'submit') {
        row = await this.#submitFor(row)
        continue
      }
      const request = row.paymentRequestId === null ? undefined : await requests.findById(db, row.paymentRequestId)
      if (!requests.isPublished(request)) break
      row = step === 'resend' ? await this.#resendFor(row, request) : await this.#reverseFor(row, request)
      const { id, stripeReversalId, stripeResendId } = row
      logger.info({ dispute: id, reversal: stripeReversalId, resend: stripeResendId }, 'dispute transfer updated')
      if (step !== 'resend') await this.#makeFailedRefundsDue(request.id)
      onMoved()
    }
    const paymentId = row?.paymentRequestId ?? null
    if (row && paymentId !== null && (isMoneyHeldByBank(row.status) || row.status === 'won'))
      await this.#takeFromResent(row, paymentId)
    if (row) await repository.postponeCheck(db, row.id, isOpen(row) ? CHECK_AGAIN_MS : null, taken.checkAt)
  }

  async #advanceOrLeave(taken: DisputeRow): Promise<void> {
    await this.#advance(taken).catch((error: unknown) => {
      if (error instanceof TransferNotYet) return
      this.#deps.logger.warn(
        { dispute: taken.id, failure: toFailureCode(error), reason: describeError(error) },
        'processing a dispute failed: the reconciliation retries',
      )
      this.#deps.recordFailure('payment')
    })
  }

  async advanceOne(id: string): Promise<void> {
    const taken = await repository.disputeQueue.claimOne(this.#deps.db, id)
    if (taken) await this.#advanceOrLeave(taken)
  }

  async handleStripeObject(objectId: string): Promise<void> {
    if (objectId.startsWith('issfr_')) {
      await this.#deps.record.recordWarning(objectId)
      return
    }
    const id = await this.#deps.record.updateFromStripe(objectId)
    if (id !== undefined) await this.advanceOne(id)
  }

  async #advanceTaken(taken: DisputeRow): Promise<void> {
    await this.#deps.record.updateFromStripe(taken.stripeDisputeId).catch((error: unknown) => {
      this.#deps.logger.warn(
        { dispute: taken.id, reason: describeError(error) },
        'reading a dispute from Stripe failed',
      )
    })
    const now = await repository.findById(this.#deps.db, taken.id)
    if (!now) return
    // If the dispute has changed, it is due again, and the first server that claims it continues.
    if (now.checkAt?.getTime() === taken.checkAt?.getTime()) await this.#advanceOrLeave(now)
    else await this.advanceOne(now.id)
  }

  async advanceDue(leaving: AbortSignal): Promise<void> {
    const options = { failure: 'payment', leaving, inOrder: true } as const
    await drainQueue(this.#deps, repository.disputeQueue, (taken) => this.#advanceTaken(taken), options)
  }
}

const toReversal = ({ id, amount }: { id: string; amount: number }, transfer: ReversibleTransfer) => ({
  stripeReversalId: id,
  reversalAmount: amount,
  feeReturned: computeReversedFee(transfer.fee, amount, transfer.amount),
})

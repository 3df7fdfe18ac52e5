import { randomUUID } from 'node:crypto'

import type { Stripe } from 'stripe'

import type { UnmatchedChargeOutcome } from '@kundig/contract/books/ledger-kinds'
import { Refusal } from '@kundig/contract/errors'
import { PAYMENTS } from '@kundig/contract/limits'

import type { Database, Transaction } from '../../../platform/database/database.ts'
import type { Logger } from '../../../platform/logging/logger.ts'
import { toStripeId, isMissingObject, toStripeRefusal } from '../../../platform/stripe/stripe.ts'
import type { PaymentMessageService } from '../../chat/messages/payment-message.service.ts'
import type { OurAccountService } from '../../payments/our-account.service.ts'
import { belongsToAccount } from '../../payments/our-account.ts'
import { cancelIntent, DEFAULT_DESCRIPTION, findDifferences } from '../../payments/settlement/payment-intent.ts'
import * as requests from '../../payments/settlement/payment-request.repository.ts'
import type { SettlementService } from '../../payments/settlement/settlement.service.ts'
import { readRequestId } from './stripe-ledger.ts'
import * as repository from './unmatched-charge.repository.ts'
import type { UnmatchedChargeRow } from './unmatched-charge.repository.ts'

export interface UnmatchedChargeServiceOptions {
  db: Database
  stripe: Stripe
  livemode: boolean
  ourAccount: Pick<OurAccountService, 'now'>
  settlement: Pick<SettlementService, 'settle' | 'settleBy'>
  messages: PaymentMessageService
  logger: Logger
}

export class UnmatchedChargeService {
  readonly #deps: UnmatchedChargeServiceOptions

  constructor(deps: UnmatchedChargeServiceOptions) {
    this.#deps = deps
  }

  /** @throws Refusal UNKNOWN_PAYMENT_NOT_FOUND, UNKNOWN_PAYMENT_DECIDED */
  async #findOpen(id: string): Promise<UnmatchedChargeRow> {
    const row = await repository.findById(this.#deps.db, id)
    if (row?.livemode !== this.#deps.livemode) throw new Refusal('UNKNOWN_PAYMENT_NOT_FOUND')
    if (row.state !== 'open') throw new Refusal('UNKNOWN_PAYMENT_DECIDED')
    return row
  }

  /** @throws Refusal for an operator who is the buyer or seller */
  #refusePart(operatorId: string, people: { sellerId: string; buyerId: string }): void {
    if (people.sellerId === operatorId || people.buyerId === operatorId) throw new Refusal('UNKNOWN_PAYMENT_NOT_FOUND')
  }

  /** Replaces a pending request's intent by the paid one, and cancels the former, unless the former is paid too. */
  async #adopt(row: requests.PublishedRow, intent: Stripe.PaymentIntent): Promise<UnmatchedChargeOutcome> {
    const { ourAccount, stripe, db, settlement } = this.#deps
    if (!belongsToAccount(row, await ourAccount.now())) return 'noted'
    if (findDifferences({ ...row, stripePaymentIntentId: intent.id }, intent).length > 0) return 'noted'
    const own = await stripe.paymentIntents.retrieve(row.stripePaymentIntentId).catch((error: unknown) => {
      if (isMissingObject(error)) return null
      throw error
    })
    if (own && (own.status === 'succeeded' || own.status === 'processing')) return 'noted'
    if (!(await requests.replaceIntentId(db, row, intent.id))) return 'noted'
    const now = await settlement.settle(row.id)
    if (own) await cancelIntent(stripe, own.id, 'duplicate')
    return now?.status === 'completed' ? 'settled' : 'noted'
  }

  async #rebuild(operatorId: string, id: string, intent: Stripe.PaymentIntent): Promise<UnmatchedChargeOutcome> {
    const { db, ourAccount, messages, settlement } = this.#deps
    const { room_id: roomId } = intent.metadata
    const account = toStripeId(intent.transfer_data?.destination)
    const customer = toStripeId(intent.customer)
    if (roomId === undefined || readRequestId({ payment_request_id: roomId }) === null) return 'noted'
    if (account === null || intent.currency !== PAYMENTS.currency) return 'noted'
    const people = await repository.findSellerAndBuyer(db, { roomId, account, customer })
    if (!people) return 'noted'
    this.#refusePart(operatorId, people)
    const ours = await ourAccount.now()
    const content = intent.description ?? DEFAULT_DESCRIPTION
    try {
      await messages.withMessageTransaction(async (tx, afterCommit) => {
        const begun = await requests.restoreLostRequest(tx, {
          id,
          roomId,
          clientId: randomUUID(),
          ...people,
          amount: intent.amount,
          currency: PAYMENTS.currency,
          description: content === DEFAULT_DESCRIPTION ? '' : content,
          stripeCustomerId: customer,
          stripeConnectAccountId: account,
          stripeAccount: ours.id,
          livemode: ours.livemode,
          feeAmount: intent.application_fee_amount ?? 0,
          feeRule: null,
        })
        if (!begun) return
        const { sellerId: senderId } = people
        const { seq } = await messages.insertMessage(tx, { roomId, senderId, clientId: begun.clientId, content })
        await requests.markPublished(tx, id, seq, intent.id)
        await messages.publishCreated(tx, afterCommit, roomId, seq)
      })
    } catch (error) {
      // A request is a message, and a closed room accepts no messages.
      if (error instanceof Refusal && error.code === 'ROOM_CLOSED') return 'noted'
      throw error
    }
    return (await settlement.settle(id))?.status === 'completed' ? 'rebuilt' : 'noted'
  }

  /** Settles the charge's request, if possible. @throws Refusal as `refusePart`, and what Stripe's SDK throws */
  async #settle(operatorId: string, row: UnmatchedChargeRow): Promise<UnmatchedChargeOutcome> {
    const { stripe, db, settlement } = this.#deps
    const { stripePaymentIntentId: intentId } = row
    if (intentId === null) return 'noted'
    const intent = await stripe.paymentIntents.retrieve(intentId).catch((error: unknown) => {
      if (isMissingObject(error)) return null
      throw error
    })
    if (intent?.status !== 'succeeded') return 'noted'
    const id = (await requests.findIdByIntent(db, intentId)) ?? readRequestId(intent.metadata)
    if (id === null) return 'noted'
    const request = await requests.findById(db, id)
    if (!request) return this.#rebuild(operatorId, id, intent)
    this.#refusePart(operatorId, request)
    if (request.status !== 'pending') {
      return request.status === 'completed' && request.stripePaymentIntentId === intentId ? 'settled' : 'noted'
    }
    // The restored backup is from before publication, so the request is created again.
    if (!requests.isPublished(request)) {
      await requests.removeUnpublishedRequest(db, id)
      return this.#rebuild(operatorId, id, intent)
    }
    if (request.stripePaymentIntentId !== intentId) return this.#adopt(request, intent)
    return (await settlement.settle(id))?.status === 'completed' ? 'settled' : 'noted'
  }

  async #decided(id: string): Promise<UnmatchedChargeRow> {
    const row = await repository.findById(this.#deps.db, id)
    if (!row) throw new Error('decided charge not found')
    return row
  }

  list(limit: number): Promise<UnmatchedChargeRow[]> {
    return repository.findLatest(this.#deps.db, this.#deps.livemode, limit)
  }

  /**
   * Settles or recreates the charge's request, or else only records the operator's review. After an interruption,
   * the next try continues.
   * @throws Refusal UNKNOWN_PAYMENT_NOT_FOUND, UNKNOWN_PAYMENT_DECIDED, PROVIDER_UNAVAILABLE, PAYMENT_STATUS_FAILED
   */
  async reconcile(
    operatorId: string,
    id: string,
    alongside: (tx: Transaction, outcome: UnmatchedChargeOutcome) => Promise<void>,
  ): Promise<UnmatchedChargeRow> {
    const row = await this.#findOpen(id)
    let outcome: UnmatchedChargeOutcome
    try {
      outcome = await this.#settle(operatorId, row)
    } catch (error) {
      throw toStripeRefusal(error, 'PAYMENT_STATUS_FAILED', this.#deps.logger)
    }
    await this.#deps.db.transaction(async (tx, afterCommit) => {
      const isDecided = await repository.recordChargeDecision(tx, id, { state: 'taken_in', outcome }, operatorId)
      if (!isDecided) throw new Refusal('UNKNOWN_PAYMENT_DECIDED')
      await alongside(tx, outcome)
      afterCommit(() => this.#deps.logger.info({ unknown_payment: id, outcome }, 'unmatched charge reconciled'))
    })
    return this.#decided(id)
  }

  /** @throws Refusal UNKNOWN_PAYMENT_NOT_FOUND, UNKNOWN_PAYMENT_DECIDED */
  async ignore(
    operatorId: string,
    id: string,
    alongside: (tx: Transaction) => Promise<void>,
  ): Promise<UnmatchedChargeRow> {
    await this.#findOpen(id)
    await this.#deps.db.transaction(async (tx) => {
      const isDecided = await repository.recordChargeDecision(tx, id, { state: 'ignored', outcome: null }, operatorId)
      if (!isDecided) throw new Refusal('UNKNOWN_PAYMENT_DECIDED')
      await alongside(tx)
    })
    return this.#decided(id)
  }
}

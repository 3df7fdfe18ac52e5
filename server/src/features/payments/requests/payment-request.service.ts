import { randomUUID } from 'node:crypto'

import type { Stripe } from 'stripe'

import type { Message } from '@kundig/contract/chat/chat.contract'
import { Refusal } from '@kundig/contract/errors'
import { PAYMENTS } from '@kundig/contract/limits'
import type { PaymentRequest } from '@kundig/contract/payments/payments.contract'
import type { SiteSettings } from '@kundig/contract/site/site-settings'
import { isBlank } from '@kundig/contract/texts/sanitising'

import { authorize } from '../../../authorize.ts'
import type { DomainEvents } from '../../../domain-events.ts'
import type { Database } from '../../../platform/database/database.ts'
import { createSingleFlight } from '../../../platform/jobs/single-flight.ts'
import { describeError, type Logger } from '../../../platform/logging/logger.ts'
import { isMissingCustomer, toStripeRefusal } from '../../../platform/stripe/stripe.ts'
import type { PaymentMessageService } from '../../chat/messages/payment-message.service.ts'
import type { RoomService } from '../../chat/rooms/room.service.ts'
import type { AccountRestrictions } from '../../safety/statements/restriction.service.ts'
import type { PaymentBlockService } from '../attempts/payment-block.service.ts'
import type { CustomerService } from '../customers/customer.service.ts'
import type { OurAccountService } from '../our-account.service.ts'
import type { PaymentLimits } from '../payments.limits.ts'
import type { SellerService } from '../selling/seller.service.ts'
import {
  createIntent,
  DEFAULT_DESCRIPTION,
  findDifferences,
  needsNewIdempotencyKey,
  isPayable,
  toErrorCode,
} from '../settlement/payment-intent.ts'
import { authorizeRequest, findPayRefusal, findReadRefusal } from '../settlement/payment-request.policy.ts'
import { presentPaymentRequest } from '../settlement/payment-request.presenter.ts'
import * as repository from '../settlement/payment-request.repository.ts'
import type { SettlementService } from '../settlement/settlement.service.ts'
import { findAmountRefusal, computeCurrentFee } from './fee.policy.ts'
import type { PayableIntentService } from './payable-intent.service.ts'
import type { PaymentEndingService } from './payment-ending.service.ts'
import type { PaymentExpiryService } from './payment-expiry.service.ts'
import type { PaymentGate } from './payment-gate.service.ts'

/** Age at which an unpublished request counts as abandoned and is deleted (ms). No call takes this long. */
const ABANDONED_MS = 15 * 60_000
/** Age from which a retry does not continue an unpublished request (ms): the reconciliation may soon cancel it. */
const TOO_OLD_MS = 10 * 60_000
/** Period in which an equal call of a seller's program counts as a retry (ms). */
const REPEATED_MS = 60_000
/** Delay of the first check after a client secret was issued (ms): most buyers pay within minutes. */
const CHECK_SOON_MS = 60_000

export interface AskInput {
  room_id: string
  client_id: string
  /** In cents. */
  amount: number
  description: string
}

/** Input of a seller's program (spec 7, createPayment). The caller has checked the people and the room. */
export interface ProgramInput {
  roomId: string
  buyerId: string
  /** In cents. */
  amount: number
  description: string
  stripeConnectAccountId: string
}

export interface PaymentRequestServiceOptions {
  db: Database
  stripe: Stripe
  ourAccount: Pick<OurAccountService, 'now'>
  customers: Pick<CustomerService, 'ensure' | 'find' | 'forget'>
  payable: PayableIntentService
  sellers: Pick<SellerService, 'payableAccount'>
  settlement: SettlementService
  endings: Pick<PaymentEndingService, 'findToDecide'>
  expiry: Pick<PaymentExpiryService, 'expire'>
  rooms: RoomService
  messages: PaymentMessageService
  restrictions: AccountRestrictions
  blocks: Pick<PaymentBlockService, 'refuseBlocked'>
  gate: PaymentGate
  domainEvents: DomainEvents
  limits: PaymentLimits
  feeSettings: () => SiteSettings['fee']
  logger: Logger
}

/**
 * Inserts the row, then creates the intent at Stripe under a key made of the row's id. Then writes message, position
 * and intent in one transaction. If a server is killed, a retry continues. Abandoned requests are deleted.
 */
export class PaymentRequestService {
  readonly #deps: PaymentRequestServiceOptions
  /** Running calls by client id or row, so that a second click waits for the first call. */
  readonly #singleFlight = createSingleFlight<Message>()

  constructor(deps: PaymentRequestServiceOptions) {
    this.#deps = deps
  }

  async #accountScope() {
    const { id: stripeAccount, livemode } = await this.#deps.ourAccount.now()
    return { stripeAccount, livemode }
  }

  async #buyersCustomer(buyerId: string): Promise<string> {
    try {
      return await this.#deps.customers.ensure(buyerId)
    } catch (error) {
      if (error instanceof Refusal && error.code !== 'PROVIDER_UNAVAILABLE') throw new Refusal('BUYER_NOT_SET_UP')
      throw error
    }
  }

  async #cancel(row: repository.PaymentRequestRow): Promise<void> {
    try {
      await this.#deps.settlement.cancel(row)
    } catch (error) {
      const reason = describeError(error)
      this.#deps.logger.warn(
        { payment_request: row.id, reason },
        'removing an unpublished payment request failed: the reconciliation retries',
      )
    }
  }

  /** @throws Refusal PROVIDER_UNAVAILABLE when a retry may succeed, otherwise Refusal with the reason */
  async #intentOf(row: repository.PaymentRequestRow): Promise<string> {
    try {
      const { id } = await createIntent(this.#deps.stripe, row)
      return id
    } catch (error) {
      // A new row has a new key, so the seller can retry immediately, even with another amount.
      if (needsNewIdempotencyKey(error)) await repository.removeUnpublishedRequest(this.#deps.db, row.id)
      if (isMissingCustomer(error) && row.stripeCustomerId !== null)
        await this.#deps.customers.forget(row.stripeCustomerId)
      throw toStripeRefusal(error, toErrorCode(error), this.#deps.logger)
    }
  }

  /** Returns null when the request is gone, or another message has its client id. @throws Refusal ROOM_CLOSED */
  async #publish(row: repository.PaymentRequestRow, intentId: string): Promise<Message | null> {
    const { messages, restrictions, domainEvents } = this.#deps
    return messages.withMessageTransaction(async (tx, afterCommit) => {
      const locked = await repository.findByIdForUpdate(tx, row.id)
      if (!locked) return null
      const { roomId, sellerId: senderId, buyerId, clientId, description } = locked
      if (repository.isPublished(locked)) return messages.publishCreated(tx, afterCommit, roomId, locked.seq)
      const restricted = await restrictions.holdRestricted(tx, [senderId, buyerId])
      if (restricted.length > 0) throw new Refusal(restricted.includes(senderId) ? 'SUSPENDED' : 'BUYER_NOT_SET_UP')
      const content = description === '' ? DEFAULT_DESCRIPTION : description
      const { seq, isNew } = await messages.insertMessage(tx, { roomId, senderId, clientId, content })
      if (!isNew) return null
      await repository.markPublished(tx, row.id, seq, intentId)
      await domainEvents.record(tx, afterCommit, {
        kind: 'payment_requested',
        recipientId: locked.buyerId,
        subjectId: row.id,
        roomId,
        actorId: senderId,
        amount: locked.amount,
        currency: locked.currency,
      })
      return messages.publishCreated(tx, afterCommit, roomId, seq)
    })
  }

  async #begin(sellerId: string, buyerId: string, input: AskInput): Promise<repository.PaymentRequestRow> {
    const { sellers, db, feeSettings, settlement, logger } = this.#deps
    const { room_id: roomId, client_id: clientId, amount } = input
    const description = toVisibleDescription(input.description)
    const stripeConnectAccountId = await sellers.payableAccount(sellerId)
    if (stripeConnectAccountId === null) throw new Refusal('SELLER_NOT_SET_UP')
    const stripeCustomerId = await this.#buyersCustomer(buyerId)
    const known = await repository.findByAttempt(db, { roomId, sellerId, clientId })
    const isTooOld =
      known !== undefined && !repository.isPublished(known) && Date.now() - known.createdAt.getTime() > TOO_OLD_MS
    // A stored request keeps its fee.
    if (!known || isTooOld) authorize(findAmountRefusal(amount, feeSettings()))
    if (isTooOld) {
      await settlement.cancel(known).catch((error: unknown) => {
        throw toStripeRefusal(error, 'PAYMENT_CREATE_FAILED', logger)
      })
    }
    const { currency } = PAYMENTS
    const fee = computeCurrentFee(amount, feeSettings())
    const people = { sellerId, buyerId, stripeCustomerId, stripeConnectAccountId, ...(await this.#accountScope()) }
    return repository.insertRequest(
      db,
      { roomId, clientId, amount, currency, description, ...people, ...fee },
      ABANDONED_MS,
    )
  }

  /** Returns a request that another server published. @throws Refusal INVALID_INPUT for a message of another kind */
  async #publishedMeanwhile(attempt: repository.Attempt): Promise<Message | null> {
    const { roomId, sellerId: senderId, clientId } = attempt
    if (!(await this.#deps.messages.isKnown({ roomId, senderId, clientId }))) return null
    const row = await repository.findByAttempt(this.#deps.db, attempt)
    if (repository.isPublished(row)) return this.#deps.messages.republishCreated(row.roomId, row.seq)
    throw new Refusal('INVALID_INPUT', 'client_id')
  }

  async #ask(sellerId: string, input: AskInput): Promise<Message> {
    const { rooms, db, messages, limits, customers } = this.#deps
    const { room_id: roomId, client_id: clientId } = input
    const { partnerId: buyerId, isOpen } = await rooms.membership(sellerId, roomId)
    const known = await repository.findByAttempt(db, { roomId, sellerId, clientId })
    if (repository.isPublished(known)) return messages.republishCreated(known.roomId, known.seq)
    if (!isOpen) {
      if (known) await this.#cancel(known)
      throw new Refusal('ROOM_CLOSED')
    }
    const meanwhile = await this.#publishedMeanwhile({ roomId, sellerId, clientId })
    if (meanwhile) return meanwhile
    await limits.paymentRequest(sellerId)

    const begun = await this.#begin(sellerId, buyerId, input)
    return this.#complete(begun).catch(async (error: unknown) => {
      // The buyer's customer was deleted at Stripe, and is now forgotten. Retry once, with a new customer.
      const isForgotten = error instanceof Refusal && error.code === 'BUYER_NOT_SET_UP'
      if (!isForgotten || (await customers.find(buyerId)) === begun.stripeCustomerId) throw error
      return this.#complete(await this.#begin(sellerId, buyerId, input))
    })
  }

  async #complete(row: repository.PaymentRequestRow): Promise<Message> {
    if (repository.isPublished(row)) return this.#deps.messages.republishCreated(row.roomId, row.seq)
    const intentId = await this.#intentOf(row)
    let message
    try {
      message = await this.#publish(row, intentId)
    } catch (error) {
      // A refusal means that the room was closed. After other errors, the request may be published or continued.
      if (error instanceof Refusal) await this.#cancel(row)
      throw error
    }
    if (message) return message
    await this.#cancel(row)
    const other = await this.#publishedMeanwhile(row)
    if (other) return other
    throw new Refusal('PAYMENT_CREATE_FAILED')
  }

  /** Returns the same request for identical calls that are concurrent or within a minute. */
  async #beginForProgram(sellerId: string, input: ProgramInput): Promise<repository.PaymentRequestRow> {
    const { currency } = PAYMENTS
    const description = toVisibleDescription(input.description)
    const wanted = {
      ...input,
      sellerId,
      currency,
      description,
      stripeCustomerId: null,
      ...(await this.#accountScope()),
    }
    return this.#deps.db.transaction(async (tx) => {
      await repository.lockRequestCreation(tx, sellerId)
      const equal = await repository.findIdenticalRequest(tx, wanted, REPEATED_MS)
      if (equal) return equal
      const settings = this.#deps.feeSettings()
      authorize(findAmountRefusal(input.amount, settings))
      const fee = computeCurrentFee(input.amount, settings)
      return repository.insertRequest(tx, { ...wanted, ...fee, clientId: randomUUID() }, ABANDONED_MS)
    })
  }

  /** @throws Refusal `otherwise`, PROVIDER_UNAVAILABLE */
  async #atStripe<T>(otherwise: 'PAYMENT_FAILED' | 'PAYMENT_CREATE_FAILED', call: () => Promise<T>): Promise<T> {
    try {
      return await call()
    } catch (error) {
      throw toStripeRefusal(error, otherwise, this.#deps.logger)
    }
  }

  /** Repeating a client id returns the first message. @throws Refusal INVALID_INPUT when another message has it */
  ask(sellerId: string, input: AskInput): Promise<Message> {
    return this.#singleFlight(`${sellerId} ${input.room_id} ${input.client_id}`.toLowerCase(), () =>
      this.#ask(sellerId, input),
    )
  }

  /**
   * An identical call within a minute creates nothing. The intent has no customer, so the secret's holder can neither
   * use the buyer's saved cards nor save a card. The secret reveals the paying card's brand, last four digits, expiry
   * and billing details.
   * @throws Refusal ROOM_CLOSED, SELLER_NOT_SET_UP, AMOUNT_BELOW_PROVIDER_MINIMUM, AMOUNT_BELOW_LEAST,
   * PAYING_BLOCKED, PAYMENT_PAUSED, PAYMENT_DECIDED, TOO_MANY_ATTEMPTS, PAYMENT_CREATE_FAILED, PROVIDER_UNAVAILABLE
   */
  async askForProgram(sellerId: string, input: ProgramInput): Promise<{ clientSecret: string }> {
    const { blocks, gate, db, stripe } = this.#deps
    await blocks.refuseBlocked(sellerId)
    await gate.countSecret({ sellerId, buyerId: input.buyerId }, sellerId)
    const begun = await this.#beginForProgram(sellerId, input)
    await this.#singleFlight(begun.id, () => this.#complete(begun))
    const row = await repository.findById(db, begun.id)
    if (!repository.isPublished(row)) throw new Refusal('PAYMENT_CREATE_FAILED')
    await gate.assertPayable(row, sellerId)
    // Schedule a check before issuing the secret: the buyer may then pay without our noticing.
    await repository.scheduleCheck(db, row.id, CHECK_SOON_MS)
    const { client_secret: clientSecret } = await this.#atStripe('PAYMENT_CREATE_FAILED', () =>
      stripe.paymentIntents.retrieve(row.stripePaymentIntentId),
    )
    if (clientSecret === null) throw new Refusal('PAYMENT_CREATE_FAILED')
    return { clientSecret }
  }

  /** @throws Refusal PAYMENT_REQUEST_NOT_FOUND */
  async get(viewerId: string, id: string): Promise<PaymentRequest> {
    const found = await repository.findById(this.#deps.db, id)
    const row = authorizeRequest(found, findReadRefusal(found, viewerId))
    return presentPaymentRequest(row, this.#deps.messages.messageId(row.roomId, row.seq), viewerId)
  }

  /** Reads the client secret from Stripe, and never stores it. */
  async clientSecret(viewerId: string, id: string): Promise<{ clientSecret: string }> {
    const { endings, gate, limits, expiry, sellers, payable, settlement, logger } = this.#deps
    const found = await endings.findToDecide(id, (request) => findPayRefusal(request, viewerId))
    await gate.assertPayable(found, viewerId)
    await limits.payment(viewerId)
    // Expire an overdue request now, before the buyer starts to pay it.
    if (found.expiresAt.getTime() <= Date.now()) await this.#atStripe('PAYMENT_FAILED', () => expiry.expire(found))
    const accountId = await sellers.payableAccount(found.sellerId)
    if (accountId === null) throw new Refusal('SELLER_NOT_SET_UP')
    const { row, intent } = await this.#atStripe('PAYMENT_FAILED', () => payable.read(found, accountId))
    // The intent was replaced since the first check, so check again.
    if (row.stripePaymentIntentId !== found.stripePaymentIntentId) await gate.assertPayable(row, viewerId)
    const now = await settlement.settleBy(row, intent)
    if (now?.status !== 'pending') throw new Refusal('PAYMENT_DECIDED')
    const differs = findDifferences(row, intent)
    if (differs.length > 0 || intent.status === 'succeeded' || intent.client_secret === null) {
      // A buyer must be charged only the amount that the message shows.
      logger.error(
        { payment_request: row.id, payment_intent: intent.id, differs },
        'payment intent differs from its request: payment refused',
      )
      throw new Refusal('PAYMENT_FAILED')
    }
    // The intent is being replaced at this moment.
    if (intent.status === 'canceled') throw new Refusal('PAYMENT_PAUSED')
    if (isPayable(intent)) await gate.countSecret(row, viewerId)
    return { clientSecret: intent.client_secret }
  }
}

function toVisibleDescription(description: string): string {
  return isBlank(description) ? '' : description
}

import type { Stripe } from 'stripe'

import { type PaidWith, type ReceiptContent, formatReceiptNumber } from '@kundig/contract/books/receipt-content'
import { Refusal } from '@kundig/contract/errors'
import type { Language } from '@kundig/contract/languages'
import type { Branding } from '@kundig/contract/site/branding'

import type { RecordFailure } from '../../../failure-metrics.ts'
import type { Database, Executor, Transaction } from '../../../platform/database/database.ts'
import { drainQueue } from '../../../platform/jobs/drain.ts'
import type { Bulkhead } from '../../../platform/limits/bulkhead.ts'
import { describeError, type Logger } from '../../../platform/logging/logger.ts'
import { isMissingObject } from '../../../platform/stripe/stripe.ts'
import type { PaymentMessageService } from '../../chat/messages/payment-message.service.ts'
import type { IssueReceipt } from '../../payments/ports.ts'
import * as requests from '../../payments/settlement/payment-request.repository.ts'
import type { ProfileService } from '../../profiles/profile.service.ts'
import * as refunds from '../../refunds/records/refund.repository.ts'
import { toPaymentMethod, toReceiptSender, toReceiptSeries, omitPaymentMethod } from './receipt-content.ts'
import type { ReceiptDrawing } from './receipt-drawing.ts'
import type { ReceiptPaper } from './receipt-pdf.ts'
import * as repository from './receipt.repository.ts'

interface SeenPayment {
  isTest: boolean
  paidWith: PaidWith | null
}

export interface ReceiptServiceOptions {
  db: Database
  stripe: Stripe
  profiles: Pick<ProfileService, 'counterparts'>
  messages: Pick<PaymentMessageService, 'recordChange'>
  drawing: Pick<ReceiptDrawing, 'draw'>
  queue: Pick<Bulkhead, 'run'>
  readBranding: () => Branding
  logger: Logger
  recordFailure: RecordFailure
}

/** Maximum age of a money movement whose receipt is pushed live (ms). Older receipts must not reorder rooms. */
const PUSHED_WITHIN_MS = 24 * 60 * 60_000

export interface ReceiptFile {
  name: string
  pdf: Buffer
}

/**
 * Issues each receipt once, under the next number of its series, in the transaction that records the money. The
 * database guarantees all three. Payments from before receipts existed get their receipts later.
 */
export class ReceiptService {
  readonly #deps: ReceiptServiceOptions

  constructor(deps: ReceiptServiceOptions) {
    this.#deps = deps
  }

  async #contentOf(
    tx: Executor,
    { buyerId, sellerId, description }: requests.PaymentRequestRow,
    amount: number,
    paidWith: PaidWith | null,
  ): Promise<ReceiptContent> {
    const people = await this.#deps.profiles.counterparts(tx, [buyerId, sellerId])
    const partyOf = (id: string) => ({ name: people.get(id)?.full_name ?? '' })
    return {
      site: toReceiptSender(this.#deps.readBranding()),
      buyer: partyOf(buyerId),
      seller: partyOf(sellerId),
      lines: [{ description, amount }],
      paid_with: paidWith,
    }
  }

  /** Issues the receipt of a payment. Must be the transaction's last write. */
  async #insertOfPayment(
    tx: Executor,
    row: requests.PaymentRequestRow,
    { isTest, paidWith }: SeenPayment,
  ): Promise<repository.ReceiptRow> {
    const { id: paymentRequestId, amount, currency, updatedAt: happenedAt } = row
    return repository.insertReceipt(tx, {
      series: toReceiptSeries('payment', isTest, new Date()),
      kind: 'payment',
      paymentRequestId,
      refundId: null,
      isTest,
      amount,
      currency,
      happenedAt,
      content: await this.#contentOf(tx, row, amount, paidWith),
    })
  }

  async #insertOfRefund(
    tx: Executor,
    row: requests.PaymentRequestRow,
    refund: Pick<refunds.RefundRow, 'id' | 'amount'>,
    happenedAt: Date,
    of: repository.ReceiptRow,
  ): Promise<void> {
    const { id: refundId, amount } = refund
    const { isTest, currency, paymentRequestId } = of
    const content = await this.#contentOf(tx, row, amount, of.content.paid_with)
    await repository.insertReceipt(tx, {
      series: toReceiptSeries('refund', isTest, new Date()),
      kind: 'refund',
      paymentRequestId,
      refundId,
      isTest,
      amount,
      currency,
      happenedAt,
      // The receipt of a refund keeps the names of buyer and seller from the time of the payment.
      content: { ...content, buyer: of.content.buyer, seller: of.content.seller },
    })
  }

  async #readPaid(intent: Stripe.PaymentIntent): Promise<SeenPayment> {
    const { latest_charge: latest, livemode } = intent
    const charge = typeof latest === 'string' ? await this.#deps.stripe.charges.retrieve(latest) : latest
    return { isTest: !livemode, paidWith: charge && toPaymentMethod(charge) }
  }

  /** Reads an old payment's data. A payment that Stripe cannot find with our keys counts as a test payment. */
  async #readPaidLongAgo(intentId: string): Promise<SeenPayment> {
    try {
      return await this.#readPaid(
        await this.#deps.stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] }),
      )
    } catch (error) {
      if (isMissingObject(error)) return { isTest: true, paidWith: null }
      throw error
    }
  }

  /** Issues a pending receipt. @returns true when the receipt exists, or is not needed */
  async #make({ id, kind, paymentRequestId }: repository.PendingReceipt): Promise<boolean> {
    const row = await requests.findById(this.#deps.db, paymentRequestId)
    if (!requests.isPublished(row)) throw new Error('paid request is not published')
    const seen = kind === 'payment' ? await this.#readPaidLongAgo(row.stripePaymentIntentId) : null
    return this.#deps.db.transaction(async (tx, afterCommit) => {
      const issue = async (happenedAt: Date, write: () => Promise<unknown>): Promise<void> => {
        if (Date.now() - happenedAt.getTime() > PUSHED_WITHIN_MS) await write()
        else
          await this.#deps.messages.recordChange(tx, afterCommit, row.roomId, row.seq, async () => void (await write()))
      }
      const locked = await requests.findByIdForUpdate(tx, paymentRequestId)
      const ofPayment = await repository.findPaymentReceipt(tx, paymentRequestId)
      if (!locked) throw new Error('locked payment request not found')
      if (seen) {
        await repository.removePendingReceipt(tx, id)
        if (!ofPayment) await issue(locked.updatedAt, () => this.#insertOfPayment(tx, locked, seen))
        return true
      }
      // The payment's receipt must be issued before the refund's receipt.
      if (!ofPayment) return false
      await repository.removePendingReceipt(tx, id)
      const refund = await refunds.findById(tx, id)
      const isDue = refund?.status === 'succeeded' && !(await repository.findRefundReceipt(tx, id))
      if (isDue)
        await issue(refund.updatedAt, () => this.#insertOfRefund(tx, locked, refund, refund.updatedAt, ofPayment))
      return true
    })
  }

  async #paperOf(
    receipt: repository.ReceiptRow,
    { refunds: all }: Awaited<ReturnType<typeof repository.findPaymentWithRefunds>>,
  ): Promise<ReceiptPaper> {
    const others = await repository.findByRequest(this.#deps.db, receipt.paymentRequestId)
    const numberOf = (refundId: string): string | null => {
      const found = others.find((one) => one.refundId === refundId)
      return found ? formatReceiptNumber(found) : null
    }
    if (receipt.kind === 'payment') {
      const back = all.filter(({ status }) => status === 'succeeded')
      const happened = (id: string): Date | undefined => others.find((one) => one.refundId === id)?.happenedAt
      return {
        receipt,
        refunds: back
          .map(({ id, amount, updatedAt }) => ({ at: happened(id) ?? updatedAt, amount, number: numberOf(id) }))
          .toSorted((one, other) => one.at.getTime() - other.at.getTime()),
        paymentNumber: null,
        voidSince: null,
      }
    }
    const ofPayment = others.find(({ kind }) => kind === 'payment')
    const own = all.find(({ id }) => id === receipt.refundId)
    return {
      receipt,
      refunds: [],
      paymentNumber: ofPayment ? formatReceiptNumber(ofPayment) : null,
      voidSince: own && own.status !== 'succeeded' ? own.updatedAt : null,
    }
  }

  async #draw(
    readerId: string,
    receipt: repository.ReceiptRow,
    movement: Awaited<ReturnType<typeof repository.findPaymentWithRefunds>>,
    language: Language,
  ): Promise<ReceiptFile> {
    const paper = await this.#paperOf(receipt, movement)
    const pdf = await this.#deps.queue.run(readerId, () => this.#deps.drawing.draw(paper, language))
    const site = receipt.content.site.name
      .normalize('NFKD')
      .replace(/[^a-z0-9]+/giu, '-')
      .replace(/^-+|-+$/gu, '')
      .toLowerCase()
    return { name: `${[site, formatReceiptNumber(receipt)].filter((part) => part !== '').join('-')}.pdf`, pdf }
  }

  /** Reads Stripe's data of a succeeded payment. Omits unreadable data, because a payment must not wait for it. */
  async #readPaidOrPart(intent: Stripe.PaymentIntent): Promise<SeenPayment> {
    try {
      return await this.#readPaid(intent)
    } catch (error) {
      this.#deps.logger.warn(
        { payment_intent: intent.id, reason: describeError(error) },
        'receipt issued without payment method',
      )
      return { isTest: !intent.livemode, paidWith: null }
    }
  }

  /** Reads Stripe's data before settling. Call the returned function as the transaction's last write. */
  async prepare(intent: Stripe.PaymentIntent): Promise<IssueReceipt> {
    const seen = await this.#readPaidOrPart(intent)
    return async (tx, row) => {
      const { id } = await this.#insertOfPayment(tx, row, seen)
      await repository.insertReceiptMail(tx, id)
    }
  }

  /** Must be the transaction's last write. Refund receipts stay pending while the payment's receipt is pending. */
  async issueOfRefunds(tx: Transaction, row: requests.PaymentRequestRow): Promise<void> {
    const done = (await refunds.findByRequest(tx, row.id)).filter(({ status }) => status === 'succeeded')
    const issued = await repository.findRefundIdsWithReceipt(
      tx,
      done.map(({ id }) => id),
    )
    const missing = done.filter(({ id }) => !issued.has(id))
    const ofPayment = missing.length === 0 ? undefined : await repository.findPaymentReceipt(tx, row.id)
    if (!ofPayment) return
    for (const refund of missing) await this.#insertOfRefund(tx, row, refund, refund.updatedAt, ofPayment)
  }

  /** Issues pending receipts in small batches. A failed receipt is retried and does not block others. */
  async issuePending(leaving: AbortSignal): Promise<void> {
    let made = 0
    const make = async (owed: repository.PendingReceipt): Promise<void> => {
      if (await this.#make(owed)) made++
    }
    await drainQueue(this.#deps, repository.pendingQueue, make, { failure: 'receipt', leaving, inOrder: true })
    if (made > 0) this.#deps.logger.info({ made }, 'pending receipts issued')
  }

  /** Only the buyer sees the card. @throws Refusal NOT_FOUND, also for other people; TOO_MANY_ATTEMPTS, UNAVAILABLE */
  async read(viewerId: string, id: string, language: Language): Promise<ReceiptFile> {
    const receipt = await repository.findById(this.#deps.db, id)
    const movement = receipt && (await repository.findPaymentWithRefunds(this.#deps.db, receipt.paymentRequestId))
    if (!movement || (movement.buyerId !== viewerId && movement.sellerId !== viewerId)) throw new Refusal('NOT_FOUND')
    const isBuyer = movement.buyerId === viewerId
    return this.#draw(
      viewerId,
      isBuyer ? receipt : { ...receipt, content: omitPaymentMethod(receipt.content) },
      movement,
      language,
    )
  }

  readonly ofOperators = {
    list: async (paymentRequestId: string) =>
      (await repository.findByRequest(this.#deps.db, paymentRequestId)).map((receipt) => ({
        id: receipt.id,
        number: formatReceiptNumber(receipt),
        kind: receipt.kind,
        isTest: receipt.isTest,
        issuedAt: receipt.issuedAt,
      })),

    /** @throws Refusal NOT_FOUND when the payment has no such receipt; TOO_MANY_ATTEMPTS, UNAVAILABLE */
    read: async (
      operatorId: string,
      { paymentId, receiptId }: { paymentId: string; receiptId: string },
      language: Language,
    ): Promise<ReceiptFile> => {
      const receipt = await repository.findById(this.#deps.db, receiptId)
      if (receipt?.paymentRequestId !== paymentId) throw new Refusal('NOT_FOUND')
      return this.#draw(
        operatorId,
        receipt,
        await repository.findPaymentWithRefunds(this.#deps.db, paymentId),
        language,
      )
    },
  }
}

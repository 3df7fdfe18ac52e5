import type { Stripe } from 'stripe'

import type { AfterCommit, Database, Transaction } from '../../../platform/database/database.ts'
import { shareNextCall } from '../../../platform/jobs/single-flight.ts'
import { describeError, type Logger } from '../../../platform/logging/logger.ts'
import type { OurAccountService } from '../../payments/our-account.service.ts'
import type { OurAccount } from '../../payments/our-account.ts'
import { toLedgerKind, toLedgerLines } from './ledger-lines.ts'
import * as repository from './ledger.repository.ts'
import { fetchIntentId, listMovements, type SeenMovement } from './stripe-ledger.ts'
import { type UnmatchedCharge, findUnmatchedCharge } from './unmatched-charge.policy.ts'
import { insertUnmatchedCharge } from './unmatched-charge.repository.ts'

const MINUTE_MS = 60_000
/** Overlap of reads (ms), because Stripe may list transactions late. A transaction read twice is posted once. */
export const OVERLAP_MS = 5 * MINUTE_MS
const SETTLING_MS = 1000
const AT_A_TIME = 100

export interface LedgerServiceOptions {
  db: Database
  stripe: Stripe
  ourAccount: Pick<OurAccountService, 'now'>
  logger: Logger
}

/**
 * Posts each of Stripe's transactions once, despite concurrent and repeated reads. Posts the oldest first, so the
 * newest journal is the cursor.
 */
export class LedgerService {
  readonly #deps: LedgerServiceOptions
  #timer: NodeJS.Timeout | undefined
  #underWay: Promise<void> = Promise.resolve()
  readonly #fillOnce

  constructor(deps: LedgerServiceOptions) {
    this.#deps = deps
    this.#fillOnce = shareNextCall(() => this.fill(OVERLAP_MS, false))
  }

  async #intentsOf(movements: readonly SeenMovement[]): Promise<ReadonlyMap<SeenMovement, string | null>> {
    const requestIds = movements.flatMap(({ requestId }) => requestId ?? [])
    const ofRequests = await repository.findIntentsByRequest(this.#deps.db, requestIds)
    const known = await repository.findIntentsBySource(
      this.#deps.db,
      movements.flatMap(({ relatives }) => relatives),
    )
    const found = new Map<SeenMovement, string | null>()
    const learn = (movement: SeenMovement, intent: string | null): void => {
      found.set(movement, intent)
      if (movement.source !== null) known.set(movement.source, intent ?? known.get(movement.source) ?? null)
    }
    const findKnownIntent = ({ intent, relatives, requestId }: SeenMovement): string | null | undefined => {
      if (intent !== null) return intent
      const relative = relatives.find((one) => known.has(one))
      if (relative !== undefined) return known.get(relative) ?? null
      if (requestId !== null && ofRequests.has(requestId)) return ofRequests.get(requestId)
      return relatives.length === 0 ? null : undefined
    }
    // Repeats the search, because a payment found for one movement may identify the payment of another.
    for (let left = [...movements], before = -1; left.length !== before;) {
      before = left.length
      for (const movement of left) {
        const intent = findKnownIntent(movement)
        if (intent !== undefined) learn(movement, intent)
      }
      left = left.filter((movement) => !found.has(movement))
    }
    for (const movement of movements) {
      if (found.has(movement)) continue
      const [relative] = movement.relatives
      learn(
        movement,
        findKnownIntent(movement) ?? (relative === undefined ? null : await fetchIntentId(this.#deps.stripe, relative)),
      )
    }
    return found
  }

  async #postSome(
    ours: OurAccount,
    movements: readonly SeenMovement[],
    intents: ReadonlyMap<SeenMovement, string | null>,
  ): Promise<number> {
    return this.#deps.db.transaction(async (tx, afterCommit) => {
      await repository.lockPosting(tx)
      const of = (movement: SeenMovement): string | null => intents.get(movement) ?? null
      const requests = await repository.findRequestsByIntent(
        tx,
        movements.flatMap((movement) => of(movement) ?? []),
      )
      const requestOf = (movement: SeenMovement) => requests.find(({ intent }) => intent === of(movement))
      const own = await repository.findRefundAndDisputeIds(
        tx,
        movements.flatMap(({ source, relatives }) => [...relatives, ...(source === null ? [] : [source])]),
      )
      const ourIdOf = (ids: ReadonlyMap<string, string>, { source, relatives }: SeenMovement): string | null =>
        [source ?? '', ...relatives].map((id) => ids.get(id)).find((id) => id !== undefined) ?? null
      const posted = await repository.postJournals(
        tx,
        movements.map((movement) => ({
          stripeBalanceTransaction: movement.id,
          stripeAccount: ours.id,
          livemode: ours.livemode,
          type: movement.type,
          kind: toLedgerKind(movement),
          balanceType: movement.balanceType,
          source: movement.source,
          paymentIntent: of(movement),
          amount: movement.amount,
          fee: movement.fee,
          net: movement.net,
          currency: movement.currency,
          paymentRequestId: requestOf(movement)?.id ?? null,
          sellerId: requestOf(movement)?.sellerId ?? null,
          refundId: ourIdOf(own.refunds, movement),
          disputeId: ourIdOf(own.disputes, movement),
          createdAt: movement.createdAt,
          availableOn: movement.availableOn,
          lines: toLedgerLines(movement),
        })),
      )
      const fresh = movements.filter(({ id }) => posted.has(id))
      for (const movement of fresh) {
        await this.#recordUnknownType(tx, afterCommit, movement)
        const came = findUnmatchedCharge(movement, of(movement), requestOf(movement))
        if (came) await this.#recordUnknownPayment(tx, afterCommit, { ...came, livemode: ours.livemode })
      }
      if (fresh.length > 0)
        afterCommit(() => this.#deps.logger.info({ count: fresh.length }, 'Stripe transactions posted'))
      return fresh.length
    })
  }

  async #recordUnknownType(tx: Transaction, afterCommit: AfterCommit, movement: SeenMovement): Promise<void> {
    if (
      toLedgerKind(movement) !== 'other' ||
      !(await repository.recordUnknownTransactionType(tx, movement.type, movement.id))
    )
      return
    afterCommit(() =>
      this.#deps.logger.error({ type: movement.type, transaction: movement.id }, 'unknown Stripe transaction type'),
    )
  }

  async #recordUnknownPayment(
    tx: Transaction,
    afterCommit: AfterCommit,
    found: UnmatchedCharge & { livemode: boolean },
  ): Promise<void> {
    if (!(await insertUnmatchedCharge(tx, found))) return
    afterCommit(() => {
      const { stripeChargeId: charge, stripePaymentIntentId: intent, amount } = found
      this.#deps.logger.error({ charge, payment_intent: intent, amount }, 'unmatched payment received')
    })
  }

  async #findFresh(since: Date | null, isThorough: boolean): Promise<SeenMovement[]> {
    const fresh: SeenMovement[] = []
    let page: SeenMovement[] = []
    const takePage = async (): Promise<number> => {
      const known = await repository.findPostedTransactions(
        this.#deps.db,
        page.map(({ id }) => id),
      )
      const unknown = page.filter(({ id }) => !known.has(id))
      fresh.push(...unknown)
      page = []
      return unknown.length
    }
    for await (const movement of listMovements(this.#deps.stripe, since)) {
      page.push(movement)
      if (page.length === AT_A_TIME && (await takePage()) === 0 && !isThorough) break
    }
    await takePage()
    return fresh.toReversed()
  }

  /**
   * Posts Stripe's new transactions, and missing transactions of the `overlapMs` before the newest journal (ms). Unless
   * `isThorough`, reading stops at a page without new transactions.
   * @throws Refusal PROVIDER_UNAVAILABLE, and what Stripe's SDK and the database throw; the next call continues after
   * the posted transactions
   */
  async fill(overlapMs: number, isThorough: boolean): Promise<number> {
    const ours = await this.#deps.ourAccount.now()
    const newest = await repository.findNewestJournalTime(this.#deps.db, ours)
    const since = newest === null ? null : new Date(newest.getTime() - overlapMs)
    const fresh = await this.#findFresh(since, isThorough)
    const intents = await this.#intentsOf(fresh)
    let posted = 0
    for (let at = 0; at < fresh.length; at += AT_A_TIME)
      posted += await this.#postSome(ours, fresh.slice(at, at + AT_A_TIME), intents)
    return posted
  }

  /** Fills the books soon after a movement. Never throws or waits; the hourly read finds missed movements. */
  fillSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#underWay = this.#fillOnce().then(
        () => undefined,
        (error: unknown) =>
          this.#deps.logger.warn({ reason: describeError(error) }, 'filling the ledger failed: the hourly run retries'),
      )
    }, SETTLING_MS).unref()
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#underWay
  }
}

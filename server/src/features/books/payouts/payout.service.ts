import type { Stripe } from 'stripe'

import { PAYOUT_STATUSES, type PayoutStatus } from '@kundig/contract/books/payout-life-cycle'

import type { DomainEvents } from '../../../domain-events.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Logger } from '../../../platform/logging/logger.ts'
import { isLostAccount } from '../../../platform/stripe/stripe.ts'
import type { OurAccountService } from '../../payments/our-account.service.ts'
import * as records from '../../payments/stripe-profile.repository.ts'
import * as repository from './payout.repository.ts'

/** Maximum reads of a payout. A payout that changes during every read is read again later. */
const READS_MAX = 5
const LATEST = 20

export interface SellerPayout {
  amount: number
  currency: string
  status: PayoutStatus
  /** Stripe's expected day of arrival at the bank, such as `2026-12-03`. */
  arrival_date: string
  failure_code: string | null
}

export interface SellerPayouts {
  on_its_way: number
  paid_out: number
  next: SellerPayout | null
  /** Last payout that a bank returned, even if later payouts succeeded. */
  last_failed: SellerPayout | null
}

export interface PayoutServiceOptions {
  db: Database
  stripe: Stripe
  ourAccount: Pick<OurAccountService, 'now'>
  domainEvents: DomainEvents
  logger: Logger
}

/** Stores payouts as Stripe returns them. Events only trigger these reads. */
export class PayoutService {
  readonly #deps: PayoutServiceOptions

  constructor(deps: PayoutServiceOptions) {
    this.#deps = deps
  }

  /** @returns false after a concurrent write, because the payout that was read may be outdated */
  async #keep(
    sellerId: string,
    account: string,
    before: repository.PayoutRow | undefined,
    payout: Stripe.Payout,
  ): Promise<boolean> {
    const seen = toSeenPayout(payout, sellerId, account)
    if (before && isSame(before, seen)) return true
    return this.#deps.db.transaction(async (tx, afterCommit) => {
      await repository.lockPayouts(tx, account)
      const after = await repository.savePayout(tx, before, seen)
      if (!after) return false
      const { id: subjectId, amount, currency, status } = after
      afterCommit(() => this.#deps.logger.info({ payout: after.stripeId, status, amount }, 'payout recorded'))
      if (status === 'failed' && before?.status !== 'failed') {
        await this.#deps.domainEvents.record(tx, afterCommit, {
          kind: 'payout_failed',
          recipientId: sellerId,
          subjectId,
          amount,
          currency,
        })
      } else if ((await repository.findLastPayout(tx, account))?.status !== 'failed') {
        // If the seller's latest payout has not failed, the returned money is being paid out again or has arrived.
        await this.#deps.domainEvents.dismiss(tx, afterCommit, { recipientId: sellerId, kinds: ['payout_failed'] })
      }
      return true
    })
  }

  async #sellerOf(account: string): Promise<string | null> {
    return records.findOwner(this.#deps.db, 'connect_account', account, await this.#deps.ourAccount.now())
  }

  /** Returns the seller; null if account or payout is unknown here or at Stripe. @throws Stripe or database errors */
  async updateFromStripe(account: string, payoutId: string): Promise<string | null> {
    const sellerId = await this.#sellerOf(account)
    if (sellerId === null) return null
    for (let tries = 0; tries < READS_MAX; tries++) {
      const before = await repository.findPayout(this.#deps.db, payoutId)
      let payout: Stripe.Payout
      try {
        payout = await this.#deps.stripe.payouts.retrieve(payoutId, {}, { stripeAccount: account })
      } catch (error) {
        if (!isLostAccount(error)) throw error
        this.#deps.logger.warn({ payout: payoutId, account }, 'payout not found at Stripe')
        return null
      }
      if (await this.#keep(sellerId, account, before, payout)) return sellerId
    }
    throw new Error(`payout changed during every read: ${payoutId}`)
  }

  /** Records an account's latest payouts, as events can be lost. @throws what Stripe's SDK and the database throw */
  async updateLatestFromStripe(account: string): Promise<void> {
    const sellerId = await this.#sellerOf(account)
    if (sellerId === null) return
    let latest: Stripe.Payout[]
    try {
      latest = (await this.#deps.stripe.payouts.list({ limit: LATEST }, { stripeAccount: account })).data
    } catch (error) {
      // A lost account is handled when the account itself is read.
      if (isLostAccount(error)) return
      throw error
    }
    for (const payout of latest) {
      const known = await repository.findPayout(this.#deps.db, payout.id)
      if (!known || !isSame(known, toSeenPayout(payout, sellerId, account)))
        await this.updateFromStripe(account, payout.id)
    }
  }

  async findLastFailed(account: string): Promise<SellerPayout | null> {
    const last = await repository.findLastPayout(this.#deps.db, account)
    return last?.status === 'failed' ? presentPayout(last) : null
  }

  async read(sellerId: string): Promise<SellerPayouts> {
    const { livemode } = await this.#deps.ourAccount.now()
    const [onTheirWay, paidOut, failed] = await Promise.all([
      repository.findUpcomingPayouts(this.#deps.db, sellerId, livemode),
      repository.sumPaidPayouts(this.#deps.db, sellerId, livemode),
      repository.findLastFailedPayout(this.#deps.db, sellerId, livemode),
    ])
    const [next] = onTheirWay
    return {
      on_its_way: onTheirWay.reduce((sum, { amount }) => sum + amount, 0),
      paid_out: paidOut,
      next: next ? presentPayout(next) : null,
      last_failed: failed ? presentPayout(failed) : null,
    }
  }
}

function presentPayout({ amount, currency, status, arrivalDate, failureCode }: repository.PayoutRow): SellerPayout {
  return { amount, currency, status, arrival_date: arrivalDate, failure_code: failureCode }
}

function toSeenPayout(payout: Stripe.Payout, sellerId: string, account: string): repository.SeenPayout {
  const { id, livemode, amount, currency, status, created, arrival_date: arrival, failure_code: failure } = payout
  return {
    stripeId: id,
    sellerId,
    stripeConnectAccountId: account,
    livemode,
    amount,
    currency,
    // An unknown status counts as pending until a known status follows.
    status: PAYOUT_STATUSES.find((known) => known === status) ?? 'pending',
    arrivalDate: new Date(arrival * 1000).toISOString().slice(0, 10),
    failureCode: failure?.slice(0, 100) ?? null,
    createdAt: new Date(created * 1000),
  }
}

function isSame(one: repository.PayoutRow, other: repository.SeenPayout): boolean {
  return (
    one.amount === other.amount &&
    one.status === other.status &&
    one.arrivalDate === other.arrivalDate &&
    one.failureCode === other.failureCode
  )
}

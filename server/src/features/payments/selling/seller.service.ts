import { randomUUID } from 'node:crypto'

import type { Stripe } from 'stripe'

import { Refusal } from '@kundig/contract/errors'
import type { SellerAccount } from '@kundig/contract/payments/payments.contract'

import type { DomainEvents } from '../../../domain-events.ts'
import type { RecordFailure } from '../../../failure-metrics.ts'
import type { AfterCommit, Database, Transaction } from '../../../platform/database/database.ts'
import { drainQueue } from '../../../platform/jobs/drain.ts'
import { createSingleFlight } from '../../../platform/jobs/single-flight.ts'
import type { Logger } from '../../../platform/logging/logger.ts'
import {
  createWithIdempotencyKey,
  isLostAccount,
  isStripeRefusal,
  toStripeRefusal,
} from '../../../platform/stripe/stripe.ts'
import type { ProfileService } from '../../profiles/profile.service.ts'
import type { OurAccountService } from '../our-account.service.ts'
import type { Payouts } from '../ports.ts'
import * as records from '../stripe-profile.repository.ts'
import { INCLUDED, isSame, toSellerState } from './account-state.ts'
import { buildAccountParams, buildOnboardingLinkParams } from './new-account.ts'
import type { SellerEvents } from './seller.events.ts'
import { hasNewRequirement, waitsForSeller } from './seller.policy.ts'
import { presentSeller } from './seller.presenter.ts'

/** Maximum reads of an account. An account that changes during every read is read again later. */
const READS_MAX = 5

const HOUR_MS = 60 * 60_000
/** Growing delay after failed reads of an account. */
const PAUSE = { firstMs: HOUR_MS, longestMs: 24 * HOUR_MS }
/** Maximum accounts per batch, and batches per run. The next run reads the remaining accounts. */
const AT_A_TIME = 10
const ROUNDS_MAX = 5

export interface SellerServiceOptions {
  db: Database
  stripe: Stripe
  ourAccount: Pick<OurAccountService, 'now'>
  payouts: Pick<Payouts, 'findLastFailed' | 'updateLatestFromStripe'>
  logger: Logger
  recordFailure: RecordFailure
  profiles: Pick<ProfileService, 'counterparts'>
  events: SellerEvents
  domainEvents: DomainEvents
  /** Origin to which Stripe returns sellers, without a trailing slash. */
  base: string
}

/** Manages sellers' accounts (Accounts v2): recipients with an Express dashboard. */
export class SellerService {
  readonly #deps: SellerServiceOptions
  readonly #singleFlight = createSingleFlight<string>()

  constructor(deps: SellerServiceOptions) {
    this.#deps = deps
  }

  async #recordOf(userId: string): Promise<records.StripeProfile | undefined> {
    return records.findById(this.#deps.db, userId, await this.#deps.ourAccount.now())
  }

  async #present(record: records.StripeProfile | undefined): Promise<SellerAccount> {
    const accountId = record?.stripeConnectAccountId ?? null
    return presentSeller(record, accountId === null ? null : await this.#deps.payouts.findLastFailed(accountId))
  }

  async account(userId: string): Promise<SellerAccount> {
    return this.#present(await this.#recordOf(userId))
  }

  #settle(tx: Transaction, afterCommit: AfterCommit, recipientId: string): Promise<void> {
    return this.#deps.domainEvents.dismiss(tx, afterCommit, { recipientId, kinds: ['seller_needs_something'] })
  }

  async #tell(tx: Transaction, afterCommit: AfterCommit, recipientId: string): Promise<void> {
    await this.#settle(tx, afterCommit, recipientId)
    const event = { kind: 'seller_needs_something', recipientId, subjectId: randomUUID() } as const
    await this.#deps.domainEvents.record(tx, afterCommit, event)
  }

  /** Read `before` before Stripe's `state`. Returns undefined after a concurrent write: `state` may be outdated. */
  async #keepState(before: records.StripeProfile, state: records.SellerState): Promise<SellerAccount | undefined> {
    const { id: userId, stripeConnectAccountId: accountId } = before
    if (accountId === null) return this.#present(before)
    if (before.version !== null && isSame(before, state)) {
      return (await records.recordAccountRead(this.#deps.db, accountId, before.version))
        ? this.#present(before)
        : undefined
    }
    const ours = await this.#deps.ourAccount.now()
    const saved = await this.#deps.db.transaction(async (tx, afterCommit) => {
      const after = await records.saveState(tx, before, state, ours)
      if (!after) return undefined
      const seen = presentSeller(after)
      if (hasNewRequirement(presentSeller(before), seen, before.transfersStatus))
        await this.#tell(tx, afterCommit, userId)
      else if (!waitsForSeller(seen)) await this.#settle(tx, afterCommit, userId)
      return after
    })
    if (!saved) return undefined
    const now = await this.#present(saved)
    this.#deps.events.updated(userId, now)
    return now
  }

  /** Forgets an account. The owner must set up another one. */
  async #forget(record: records.StripeProfile, accountId: string): Promise<SellerAccount> {
    const ours = await this.#deps.ourAccount.now()
    const isNew = await this.#deps.db.transaction(async (tx, afterCommit) => {
      if (!(await records.forgetStripeLink(tx, accountId, ours))) return false
      await this.#tell(tx, afterCommit, record.id)
      return true
    })
    const now = await this.account(record.id)
    if (isNew) {
      this.#deps.logger.warn({ account: accountId }, 'Stripe account of a seller closed or disconnected')
      this.#deps.events.updated(record.id, now)
    }
    return now
  }

  /** @returns null for an account that is closed, or that we cannot use */
  async #read(accountId: string): Promise<records.SellerState | null> {
    try {
      const found = await this.#deps.stripe.v2.core.accounts.retrieve(accountId, { include: [...INCLUDED] })
      return found.closed === true ? null : toSellerState(found)
    } catch (error) {
      if (isLostAccount(error)) return null
      throw toStripeRefusal(error, 'SELLER_STATUS_FAILED', this.#deps.logger)
    }
  }

  async #accountIdOf(userId: string): Promise<string | null> {
    return (await this.#recordOf(userId))?.stripeConnectAccountId ?? null
  }

  async #makeAccount(userId: string, email: string, displayName: string): Promise<string> {
    const ours = await this.#deps.ourAccount.now()
    const madeBefore = await records.countStripeLinks(this.#deps.db, userId, 'connect_account')
    // Needs a new idempotency key, because Stripe would return the first account for a day under the old key.
    const key = madeBefore === 0 ? `account:${userId}` : `account:${userId}:${madeBefore}`
    const made = await createWithIdempotencyKey(key, (idempotencyKey) =>
      this.#deps.stripe.v2.core.accounts.create(buildAccountParams(email, displayName, { user_id: userId }), {
        idempotencyKey,
      }),
    )
    const kept = await this.#deps.db.transaction((tx) =>
      records.saveStripeLink(tx, userId, 'connect_account', made.id, ours),
    )
    const record = await this.#recordOf(userId)
    // Keep this state only if nothing was read since, because a later read has newer state.
    if (record?.version === 1 && kept === made.id) await this.#keepState(record, toSellerState(made))
    return kept
  }

  /** Concurrent calls create one account. */
  async #ensureAccount(userId: string, email: string, displayName: string): Promise<string> {
    const known = await this.#accountIdOf(userId)
    if (known !== null) return known
    return this.#singleFlight(userId, () =>
      this.#makeAccount(userId, email, displayName).catch(async (error: unknown) => {
        // Another server may have created the account.
        const theirs = await this.#accountIdOf(userId)
        if (theirs === null) throw error
        return theirs
      }),
    )
  }

  /** Overwrites only the state from before the read. After another server's write, reads Stripe again. */
  async refresh(userId: string): Promise<SellerAccount> {
    for (let tries = 0; tries < READS_MAX; tries++) {
      const record = await this.#recordOf(userId)
      const accountId = record?.stripeConnectAccountId ?? null
      if (!record || accountId === null) return this.#present(record)
      const state = await this.#read(accountId)
      const now = state ? await this.#keepState(record, state) : await this.#forget(record, accountId)
      if (now) return now
    }
    throw new Refusal('SELLER_STATUS_FAILED')
  }

  async refreshByAccount(accountId: string): Promise<void> {
    const userId = await records.findOwner(
      this.#deps.db,
      'connect_account',
      accountId,
      await this.#deps.ourAccount.now(),
    )
    if (userId !== null) await this.refresh(userId)
  }

  /** Returns null unless the last stored state allows transfers. */
  async payableAccount(userId: string): Promise<string | null> {
    const record = await this.#recordOf(userId)
    return record?.transfersStatus === 'active' ? record.stripeConnectAccountId : null
  }

  async publish(userId: string): Promise<void> {
    return this.#deps.events.updated(userId, await this.account(userId))
  }

  /** Reads accounts that had no events for a week, and their payouts. */
  async readDue(leaving: AbortSignal): Promise<void> {
    const { ourAccount, db, payouts } = this.#deps
    const ours = await ourAccount.now()
    const unread = {
      name: 'seller_states.next_read_at',
      atATime: AT_A_TIME,
      toIds: ({ id }: { id: string }) => ({ id }),
      claim: () => records.claimAccountsToRead(db, ours, AT_A_TIME, PAUSE),
    }
    const read = async ({ id, isOurs }: { id: string; isOurs: boolean }): Promise<void> => {
      if (!isOurs) return
      await payouts.updateLatestFromStripe(id)
      await this.refreshByAccount(id)
    }
    await drainQueue(this.#deps, unread, read, { failure: 'payment', leaving, rounds: ROUNDS_MAX })
  }

  /** Returns the URL of a page at Stripe. It works once, and expires after minutes. @throws Refusal PROFILE_REQUIRED */
  async onboard({ userId, email }: { userId: string; email: string }): Promise<{ url: string }> {
    const { profiles, db, stripe, base, logger } = this.#deps
    const profile = (await profiles.counterparts(db, [userId])).get(userId)
    if (!profile) throw new Refusal('PROFILE_REQUIRED')
    const link = (accountId: string) => stripe.v2.core.accountLinks.create(buildOnboardingLinkParams(accountId, base))
    try {
      const accountId = await this.#ensureAccount(userId, email, profile.full_name)
      const { url } = await link(accountId).catch(async (error: unknown) => {
        // The account was closed, so retry once with a new account.
        if (!isStripeRefusal(error) || (await this.refresh(userId)).stripeConnectAccountId === accountId) throw error
        return link(await this.#ensureAccount(userId, email, profile.full_name))
      })
      return { url }
    } catch (error) {
      throw toStripeRefusal(error, 'ONBOARDING_FAILED', logger)
    }
  }

  /** Also for restricted sellers, to show them the reason. @throws Refusal SELLER_NOT_SET_UP, PROVIDER_UNAVAILABLE */
  async dashboardLink(userId: string): Promise<{ url: string }> {
    const accountId = await this.#accountIdOf(userId)
    if (accountId === null) throw new Refusal('SELLER_NOT_SET_UP')
    try {
      const { url } = await this.#deps.stripe.accounts.createLoginLink(accountId)
      return { url }
    } catch (error) {
      throw toStripeRefusal(error, 'SELLER_NOT_SET_UP', this.#deps.logger)
    }
  }
}

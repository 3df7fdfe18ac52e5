import { randomUUID } from 'node:crypto'

import type { Stripe } from 'stripe'

import { Refusal } from '@kundig/contract/errors'
import type { SellerAccount } from '@kundig/contract/payments/payments.contract'

import type { DomainEvents } from '../../../domain-events.ts'
import type { NoteFailure } from '../../../failures.ts'
import type { AfterCommit, Database, Transaction } from '../../../platform/database/database.ts'
import { drain } from '../../../platform/jobs/drain.ts'
import { createSingleFlight } from '../../../platform/jobs/single-flight.ts'
import type { Logger } from '../../../platform/logging/logger.ts'
import { createIdempotent, isLostAccount, isRefusal, stripeRefusal } from '../../../platform/stripe/stripe.ts'
import type { ProfileService } from '../../profiles/profile.service.ts'
import type { OurAccountService } from '../our-account.service.ts'
import type { Payouts } from '../ports.ts'
import * as records from '../user-record.repository.ts'
import { INCLUDED, isSame, stateOf } from './account-state.ts'
import { newAccount, onboardingLink } from './new-account.ts'
import type { SellerEvents } from './seller.events.ts'
import { newlyWantsSomething, waitsForSeller } from './seller.policy.ts'
import { presentSeller } from './seller.presenter.ts'

/** An account that is written so often while it is read is read later. */
const READS_MAX = 5

const HOUR_MS = 60 * 60_000
/** An account that cannot be read is tried again ever later. */
const PAUSE = { firstMs: HOUR_MS, longestMs: 24 * HOUR_MS }
/** So many accounts are read at a time, and so many times in a row: the rest waits for the next look. */
const AT_A_TIME = 10
const ROUNDS_MAX = 5

export interface SellerServiceOptions {
  db: Database
  stripe: Stripe
  ourAccount: Pick<OurAccountService, 'now'>
  payouts: Pick<Payouts, 'failedLast' | 'takeInLatest'>
  logger: Logger
  noteFailure: NoteFailure
  profiles: Pick<ProfileService, 'counterparts'>
  events: SellerEvents
  domainEvents: DomainEvents
  /** Where people reach us, without a slash at its end: Stripe sends sellers back there. */
  base: string
}

/** Who is paid: people with a connected account at Stripe (Accounts v2, a recipient with an Express dashboard). */
export class SellerService {
  readonly #deps: SellerServiceOptions
  readonly #singleFlight = createSingleFlight<string>()

  constructor(deps: SellerServiceOptions) {
    this.#deps = deps
  }

  async #recordOf(userId: string): Promise<records.UserRecord | undefined> {
    return records.findById(this.#deps.db, userId, await this.#deps.ourAccount.now())
  }

  async #present(record: records.UserRecord | undefined): Promise<SellerAccount> {
    const accountId = record?.stripeConnectAccountId ?? null
    return presentSeller(record, accountId === null ? null : await this.#deps.payouts.failedLast(accountId))
  }

  /** A person's own record with Stripe, as it was last known. */
  async account(userId: string): Promise<SellerAccount> {
    return this.#present(await this.#recordOf(userId))
  }

  /** The account wants nothing any more: what was told of it is not news. */
  #settle(tx: Transaction, afterCommit: AfterCommit, recipientId: string): Promise<void> {
    return this.#deps.domainEvents.settle(tx, afterCommit, { recipientId, kinds: ['seller_needs_something'] })
  }

  /** Tells a seller that the account wants something, in place of all that was told of it before. */
  async #tell(tx: Transaction, afterCommit: AfterCommit, recipientId: string): Promise<void> {
    await this.#settle(tx, afterCommit, recipientId)
    const event = { kind: 'seller_needs_something', recipientId, subjectId: randomUUID() } as const
    await this.#deps.domainEvents.record(tx, afterCommit, event)
  }

  /**
   * Stores what Stripe says of an account, and publishes it to its owner if something is new.
   * @param before as it was before Stripe was asked
   * @returns the account as it is then; undefined where somebody else wrote meanwhile, so that what was read may be old
   */
  async #keepState(before: records.UserRecord, state: records.SellerState): Promise<SellerAccount | undefined> {
    const { id: userId, stripeConnectAccountId: accountId } = before
    if (accountId === null) return this.#present(before)
    if (before.version !== null && isSame(before, state)) {
      return (await records.noteRead(this.#deps.db, accountId, before.version)) ? this.#present(before) : undefined
    }
    const ours = await this.#deps.ourAccount.now()
    const saved = await this.#deps.db.transaction(async (tx, afterCommit) => {
      const after = await records.saveState(tx, before, state, ours)
      if (!after) return undefined
      const seen = presentSeller(after)
      if (newlyWantsSomething(presentSeller(before), seen, before.transfersStatus))
        await this.#tell(tx, afterCommit, userId)
      else if (!waitsForSeller(seen)) await this.#settle(tx, afterCommit, userId)
      return after
    })
    if (!saved) return undefined
    const now = await this.#present(saved)
    this.#deps.events.updated(userId, now)
    return now
  }

  /** Forgets an account that is closed, or not ours to use any more: its owner has to set up another one. */
  async #forget(record: records.UserRecord, accountId: string): Promise<SellerAccount> {
    const ours = await this.#deps.ourAccount.now()
    const isNew = await this.#deps.db.transaction(async (tx, afterCommit) => {
      if (!(await records.forgetLink(tx, accountId, ours))) return false
      await this.#tell(tx, afterCommit, record.id)
      return true
    })
    const now = await this.account(record.id)
    if (isNew) {
      this.#deps.logger.warn({ account: accountId }, 'a seller’s account is closed, or not ours to use any more')
      this.#deps.events.updated(record.id, now)
    }
    return now
  }

  /** @returns null for an account that is closed, or not ours to use */
  async #read(accountId: string): Promise<records.SellerState | null> {
    try {
      const found = await this.#deps.stripe.v2.core.accounts.retrieve(accountId, { include: [...INCLUDED] })
      return found.closed === true ? null : stateOf(found)
    } catch (error) {
      if (isLostAccount(error)) return null
      throw stripeRefusal(error, 'SELLER_STATUS_FAILED', this.#deps.logger)
    }
  }

  async #accountIdOf(userId: string): Promise<string | null> {
    return (await this.#recordOf(userId))?.stripeConnectAccountId ?? null
  }

  async #makeAccount(userId: string, email: string, displayName: string): Promise<string> {
    const ours = await this.#deps.ourAccount.now()
    const madeBefore = await records.countMade(this.#deps.db, userId, 'connect_account')
    // Stripe would answer with the first one for a day.
    const key = madeBefore === 0 ? `account:${userId}` : `account:${userId}:${madeBefore}`
    const made = await createIdempotent(key, (idempotencyKey) =>
      this.#deps.stripe.v2.core.accounts.create(newAccount(email, displayName, { user_id: userId }), {
        idempotencyKey,
      }),
    )
    const kept = await this.#deps.db.transaction((tx) => records.keepLink(tx, userId, 'connect_account', made.id, ours))
    const record = await this.#recordOf(userId)
    // Whoever has read it since knows more.
    if (record?.version === 1 && kept === made.id) await this.#keepState(record, stateOf(made))
    return kept
  }

  /** The account of a person, made if there is none. Any number of calls at once make one. */
  async #ensureAccount(userId: string, email: string, displayName: string): Promise<string> {
    const known = await this.#accountIdOf(userId)
    if (known !== null) return known
    return this.#singleFlight(userId, () =>
      this.#makeAccount(userId, email, displayName).catch(async (error: unknown) => {
        // Another server may have been faster.
        const theirs = await this.#accountIdOf(userId)
        if (theirs === null) throw error
        return theirs
      }),
    )
  }

  /**
   * Asks Stripe how a person's account is; `seller.updated` is published if something is new. An answer overwrites only
   * the state that was there before the question; where another server wrote meanwhile, Stripe is asked again.
   * @throws Refusal SELLER_STATUS_FAILED, PROVIDER_UNAVAILABLE
   */
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

  /** The same by the id of the account. An account that is nobody's here changes nothing. */
  async refreshByAccount(accountId: string): Promise<void> {
    const userId = await records.findOwner(
      this.#deps.db,
      'connect_account',
      accountId,
      await this.#deps.ourAccount.now(),
    )
    if (userId !== null) await this.refresh(userId)
  }

  /** The connected account that money can be sent to now, by what was last known; null when there is none. */
  async payableAccount(userId: string): Promise<string | null> {
    const record = await this.#recordOf(userId)
    return record?.transfersStatus === 'active' ? record.stripeConnectAccountId : null
  }

  /** Publishes an account to its owner, as it is. */
  async publish(userId: string): Promise<void> {
    return this.#deps.events.updated(userId, await this.account(userId))
  }

  /** Asks Stripe for accounts of which nothing was heard for a week, and for their payouts. */
  async readDue(leaving: AbortSignal): Promise<void> {
    const { ourAccount, db, payouts } = this.#deps
    const ours = await ourAccount.now()
    const unread = {
      name: 'seller_states.next_read_at',
      atATime: AT_A_TIME,
      idsOf: ({ id }: { id: string }) => ({ id }),
      claim: () => records.takeUnread(db, ours, AT_A_TIME, PAUSE),
    }
    const read = async ({ id, isOurs }: { id: string; isOurs: boolean }): Promise<void> => {
      if (!isOurs) return
      await payouts.takeInLatest(id)
      await this.refreshByAccount(id)
    }
    await drain(this.#deps, unread, read, { failure: 'payment', leaving, rounds: ROUNDS_MAX })
  }

  /**
   * Begins or goes on with becoming a seller.
   * @returns the address of a page at Stripe, good once and for minutes
   * @throws Refusal PROFILE_REQUIRED, ONBOARDING_FAILED, PROVIDER_UNAVAILABLE
   */
  async onboard({ userId, email }: { userId: string; email: string }): Promise<{ url: string }> {
    const { profiles, db, stripe, base, logger } = this.#deps
    const profile = (await profiles.counterparts(db, [userId])).get(userId)
    if (!profile) throw new Refusal('PROFILE_REQUIRED')
    const link = (accountId: string) => stripe.v2.core.accountLinks.create(onboardingLink(accountId, base))
    try {
      const accountId = await this.#ensureAccount(userId, email, profile.full_name)
      const { url } = await link(accountId).catch(async (error: unknown) => {
        // Closed meanwhile: with another one, once.
        if (!isRefusal(error) || (await this.refresh(userId)).stripeConnectAccountId === accountId) throw error
        return link(await this.#ensureAccount(userId, email, profile.full_name))
      })
      return { url }
    } catch (error) {
      throw stripeRefusal(error, 'ONBOARDING_FAILED', logger)
    }
  }

  /**
   * A way into a seller's Express dashboard, also for whom Stripe restricted: there they see why.
   * @throws Refusal SELLER_NOT_SET_UP, PROVIDER_UNAVAILABLE
   */
  async dashboardLink(userId: string): Promise<{ url: string }> {
    const accountId = await this.#accountIdOf(userId)
    if (accountId === null) throw new Refusal('SELLER_NOT_SET_UP')
    try {
      const { url } = await this.#deps.stripe.accounts.createLoginLink(accountId)
      return { url }
    } catch (error) {
      throw stripeRefusal(error, 'SELLER_NOT_SET_UP', this.#deps.logger)
    }
  }
}

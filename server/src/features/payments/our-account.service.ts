import { createHash } from 'node:crypto'

import type { Stripe } from 'stripe'

import { Refusal } from '@kundig/contract/errors'

import type { Database } from '../../platform/database/database.ts'
import { createSingleFlight } from '../../platform/jobs/single-flight.ts'
import { describeError, type Logger } from '../../platform/logging/logger.ts'
import * as repository from './our-account.repository.ts'
import type { OurAccount } from './our-account.ts'

/** Maximum old records per batch that are assigned to the first account. */
const ADOPTED_AT_A_TIME = 1000
/** Period after a failed call in which callers are refused without another call to Stripe (ms). */
const PAUSE_MS = 1000
/** Timeout of a single try (ms), short because callers wait. The next call tries again. */
const ONCE = { timeout: 3000, maxNetworkRetries: 0 }

export interface OurAccountServiceOptions {
  db: Database
  stripe: Stripe
  secretKey: string
  /** True to use a placeholder account without a payment provider, as in tests of other features. */
  isPlaceholder: boolean
  logger: Logger
}

/** Reads our Stripe account once, at the start. Until the answer, uses the key's stored account: a key has only one. */
export class OurAccountService {
  readonly #deps: OurAccountServiceOptions
  readonly livemode
  readonly #keyDigest
  readonly #singleFlight = createSingleFlight<OurAccount | null>()
  #current: OurAccount | null
  #before: OurAccount | null = null
  #failedAt = -Infinity

  constructor(deps: OurAccountServiceOptions) {
    this.#deps = deps
    this.livemode = /^[sr]k_live_/u.test(deps.secretKey)
    this.#keyDigest = createHash('sha256').update(deps.secretKey).digest('hex')
    this.#current = deps.isPlaceholder ? { id: 'acct_none', livemode: false } : null
  }

  async #ask(): Promise<OurAccount | null> {
    const { db, stripe, logger } = this.#deps
    this.#before ??= await repository.findByKey(db, this.#keyDigest)
    let now: OurAccount
    try {
      now = { id: (await stripe.accounts.retrieveCurrent({}, ONCE)).id, livemode: this.livemode }
    } catch (error) {
      this.#failedAt = performance.now()
      logger.warn({ reason: describeError(error) }, 'reading our Stripe account failed')
      return this.#before
    }
    await db.transaction((tx) => repository.saveAccount(tx, this.#keyDigest, now))
    if (this.#before?.id !== now.id) {
      logger.info({ account: now.id, livemode: this.livemode }, 'Stripe account changed')
    }
    while ((await repository.assignAccountToOldRecords(db, ADOPTED_AT_A_TIME)) > 0);
    this.#current = now
    return now
  }

  known(): OurAccount | null {
    return this.#current ?? this.#before
  }

  /** @throws Refusal PROVIDER_UNAVAILABLE while the account is unknown */
  async now(): Promise<OurAccount> {
    if (this.#current) return this.#current
    const isPause = performance.now() - this.#failedAt < PAUSE_MS
    const account = isPause ? this.#before : await this.#singleFlight('', () => this.#ask())
    if (account === null) throw new Refusal('PROVIDER_UNAVAILABLE')
    return account
  }
}

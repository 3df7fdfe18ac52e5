import { isDeepStrictEqual } from 'node:util'

import type { Stripe } from 'stripe'

import type { Database } from '../../../platform/database/database.ts'
import type { Logger } from '../../../platform/logging/logger.ts'
import type { OurAccountService } from '../../payments/our-account.service.ts'
import type { OurAccount } from '../../payments/our-account.ts'
import { APART_MS, isConfirmedDifference } from './ledger-check.policy.ts'
import * as checks from './ledger-check.repository.ts'
import * as repository from './ledger.repository.ts'
import { type LedgerService, OVERLAP_MS } from './ledger.service.ts'
import { listMovements, readBalance } from './stripe-ledger.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
/** Maximum tries to read books and Stripe balance without a movement in between. */
const TRIES = 3
const CHECKS_BEFORE = 50
const SUSPECTS_MAX = 20
const SECOND_CHECK_MS = APART_MS + 10_000

export interface LedgerCheckServiceOptions {
  db: Database
  stripe: Stripe
  ourAccount: Pick<OurAccountService, 'now'>
  ledger: Pick<LedgerService, 'fill'>
  logger: Logger
}

export class LedgerCheckService {
  readonly #deps: LedgerCheckServiceOptions

  constructor(deps: LedgerCheckServiceOptions) {
    this.#deps = deps
  }

  /** Returns the balances of books and Stripe by currency (cents) at rest; null while money keeps moving. */
  async #readAtRest(ours: OurAccount): Promise<{ books: Map<string, number>; balance: Map<string, number> } | null> {
    const { ledger, db, stripe } = this.#deps
    await ledger.fill(DAY_MS, true)
    for (let left = TRIES; left > 0; left -= 1) {
      const books = await repository.sumBalances(db, ours)
      const balance = await readBalance(stripe)
      await ledger.fill(OVERLAP_MS, false)
      if (isDeepStrictEqual(books, await repository.sumBalances(db, ours))) return { books, balance }
    }
    return null
  }

  /** Finds transactions since the last balanced check that the books or Stripe lack, or whose amounts differ. */
  async #findSuspects(ours: OurAccount, currency: string): Promise<string[]> {
    const agreed = await checks.findLastBalancedCheckTime(this.#deps.db, ours, currency)
    const since = agreed === null ? null : new Date(agreed.getTime() - DAY_MS)
    const nets = await repository.findNetAmounts(this.#deps.db, ours, currency, since)
    const suspects: string[] = []
    for await (const movement of listMovements(this.#deps.stripe, since)) {
      if (movement.currency === currency && nets.get(movement.id) !== movement.net) suspects.push(movement.id)
      nets.delete(movement.id)
    }
    return [...suspects, ...nets.keys()].slice(0, SUSPECTS_MAX)
  }

  async #lookAt(ours: OurAccount, currency: string, expected: number, actual: number): Promise<boolean> {
    const { db, logger } = this.#deps
    const before = await checks.findLatest(db, ours, currency, CHECKS_BEFORE)
    const lastTransaction = await repository.findLastPostedTransaction(db, ours)
    const now = { lookedAt: await checks.readDatabaseTime(db), expected, actual, lastTransaction }
    const counts = isConfirmedDifference(now, before)
    const [last] = before
    const difference = actual - expected
    const isNews = counts && (last?.counts !== true || last.actual - last.expected !== difference)
    const suspects = isNews ? await this.#findSuspects(ours, currency) : counts ? (last?.suspects ?? []) : []
    await checks.insertLedgerCheck(db, {
      ...now,
      stripeAccount: ours.id,
      livemode: ours.livemode,
      currency,
      counts,
      suspects,
    })
    const about = { currency, expected, actual, difference, last_transaction: lastTransaction }
    if (isNews) logger.error({ ...about, suspects }, 'ledger and Stripe balance differ')
    else if (counts) logger.warn(about, 'ledger and Stripe balance still differ')
    else if (last?.counts === true) logger.info(about, 'ledger and Stripe balance match again')
    return difference === 0 || counts
  }

  /** Returns ms until the next check. @throws Refusal PROVIDER_UNAVAILABLE; errors of Stripe's SDK and the database */
  async runCheck(): Promise<number> {
    const ours = await this.#deps.ourAccount.now()
    const found = await this.#readAtRest(ours)
    if (found === null) return SECOND_CHECK_MS
    const { books, balance } = found
    let isSettled = true
    for (const currency of new Set([...balance.keys(), ...books.keys()])) {
      const isKnown = await this.#lookAt(ours, currency, books.get(currency) ?? 0, balance.get(currency) ?? 0)
      isSettled &&= isKnown
    }
    return isSettled ? HOUR_MS : SECOND_CHECK_MS
  }
}

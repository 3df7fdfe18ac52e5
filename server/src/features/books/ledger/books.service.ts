import { PAYMENTS } from '@kundig/contract/limits'
import type { BookRange } from '@kundig/contract/operations/book-columns'
import { FIGURES_TIME_ZONE } from '@kundig/contract/operations/figure-names'

import type { CursorPosition } from '../../../platform/database/cursor.ts'
import type { Database, Transaction } from '../../../platform/database/database.ts'
import type { Logger } from '../../../platform/logging/logger.ts'
import { toStripeRefusal } from '../../../platform/stripe/stripe.ts'
import type { OurAccountService } from '../../payments/our-account.service.ts'
import type { OurAccount } from '../../payments/our-account.ts'
import { toBalanceChanges, type MovedAmounts } from './book-amounts.ts'
import * as repository from './books.repository.ts'
import * as checks from './ledger-check.repository.ts'
import type { LedgerCheckService } from './ledger-check.service.ts'
import { findUnseenTransactionTypes, markTransactionTypeSeen } from './ledger.repository.ts'
import { countOpenUnmatchedCharges } from './unmatched-charge.repository.ts'

const DAY_MS = 86_400_000
const SHOWN_MAX = 50
const COUNTED_MAX = 1000

export interface BookedPeriod extends MovedAmounts {
  period: string
  payments: number
  paymentsCount: number
  /** Balance at the end of the period (cents). */
  balance: number
  difference: number | null
}

export interface LastBalanceCheck {
  currency: string
  lookedAt: Date
  expected: number
  actual: number
  counts: boolean
  agreedAt: Date | null
  suspects: readonly string[]
}

const toDay = (at: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: FIGURES_TIME_ZONE, dateStyle: 'short' }).format(at)
/** Calculates in UTC, where all days have 24 hours. */
const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
function addMonths(month: string, months: number): string {
  const [year = 0, one = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, one - 1 + months, 1)).toISOString().slice(0, 7)
}

function listPeriods(range: BookRange, today: string): { periods: string[]; length: 7 | 10 } {
  const count = Number.parseInt(range, 10)
  if (range.endsWith('months')) {
    const month = today.slice(0, 7)
    return { periods: Array.from({ length: count }, (_, at) => addMonths(month, at + 1 - count)), length: 7 }
  }
  return { periods: Array.from({ length: count }, (_, at) => addDays(today, at + 1 - count)), length: 10 }
}

interface BooksServiceOptions {
  db: Database
  ourAccount: Pick<OurAccountService, 'known' | 'livemode'>
  check: Pick<LedgerCheckService, 'runCheck'>
  logger: Logger
  now?: () => Date
}

export class BooksService {
  readonly #deps: BooksServiceOptions
  readonly #now
  readonly currency = PAYMENTS.currency

  constructor(deps: BooksServiceOptions) {
    this.#deps = deps
    this.#now = deps.now ?? (() => new Date())
  }

  // Returns an account without entries while our Stripe account is unknown.
  #ours(): OurAccount {
    return this.#deps.ourAccount.known() ?? { id: '', livemode: this.#deps.ourAccount.livemode }
  }

  async listLastChecks(): Promise<LastBalanceCheck[]> {
    const account = this.#ours()
    const standing = await checks.findLastChecks(this.#deps.db, account)
    return Promise.all(
      standing.map(async ({ currency, lookedAt, expected, actual, counts, suspects }) => ({
        currency,
        lookedAt,
        expected,
        actual,
        counts,
        suspects,
        agreedAt:
          expected === actual ? lookedAt : await checks.findLastBalancedCheckTime(this.#deps.db, account, currency),
      })),
    )
  }

  async periods(range: BookRange): Promise<BookedPeriod[]> {
    const book: repository.Book = { ours: this.#ours(), currency: PAYMENTS.currency }
    const { periods, length } = listPeriods(range, toDay(this.#now()))
    const [first = ''] = periods
    const from = length === 7 ? `${first}-01` : first
    const [sums, { balance: opening, firstDay }, differences] = await Promise.all([
      repository.findPeriodSums(this.#deps.db, book, from, length),
      repository.findOpeningBalance(this.#deps.db, book, from),
      repository.findBalanceDifferences(this.#deps.db, book, from, length),
    ])
    let balance = opening
    return periods.flatMap((period) => {
      if (firstDay === null || period < firstDay.slice(0, length)) return []
      const ofPeriod = sums.filter((sum) => sum.period === period)
      const amounts = toBalanceChanges(ofPeriod)
      balance += amounts.change
      const came = ofPeriod.filter(({ kind, account }) => kind === 'payment' && account === 'stripe_balance')
      const paymentsCount = came.reduce((sum, { lines }) => sum + lines, 0)
      return [{ period, ...amounts, paymentsCount, balance, difference: differences.get(period) ?? null }]
    })
  }

  journals(day: string, after: CursorPosition | null, limit: number) {
    return repository.findJournals(this.#deps.db, this.#ours(), day, after, limit)
  }

  unseenTypes() {
    return findUnseenTransactionTypes(this.#deps.db, SHOWN_MAX)
  }

  markTypeSeen(tx: Transaction, type: string, operatorId: string): Promise<boolean> {
    return markTransactionTypeSeen(tx, type, operatorId)
  }

  /** @throws Refusal PROVIDER_UNAVAILABLE, PAYMENT_STATUS_FAILED */
  async runCheck(): Promise<LastBalanceCheck[]> {
    try {
      await this.#deps.check.runCheck()
    } catch (error) {
      throw toStripeRefusal(error, 'PAYMENT_STATUS_FAILED', this.#deps.logger)
    }
    return this.listLastChecks()
  }

  health() {
    return readBooksHealth(this.#deps.db, this.#ours())
  }
}

/** Queries run in sequence, to use one connection. */
export async function readBooksHealth(db: Database, ours: OurAccount) {
  const standing = await checks.findLastChecks(db, ours)
  const unmatchedCharges = await countOpenUnmatchedCharges(db, ours.livemode, COUNTED_MAX)
  const unknownTypes = (await findUnseenTransactionTypes(db, SHOWN_MAX)).length
  const counting = standing.filter(({ counts }) => counts)
  return {
    lookedAt: standing[0]?.lookedAt ?? null,
    differs: counting.length > 0,
    difference: counting.reduce((sum, { actual, expected }) => sum + actual - expected, 0),
    unmatchedCharges,
    unknownTypes,
  }
}

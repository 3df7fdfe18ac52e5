import { type BookRange, UNMATCHED_CHARGES_MAX } from '@kundig/contract/operations/book-columns'
import {
  type BookAmounts,
  bookAmounts,
  type BookBalanceCheck,
  type Books,
  books as schema,
  type Journal,
  journal as journalSchema,
  type UnmatchedCharge,
} from '@kundig/contract/operations/books.contract'
import { FIGURES_TIME_ZONE } from '@kundig/contract/operations/figure-names'

import { cutPage, decodeCursor } from '../../../platform/database/cursor.ts'
import type { Database } from '../../../platform/database/database.ts'
import { toWire } from '../../../platform/wire/to-wire.ts'
import type { BooksService } from '../../books/ledger/books.service.ts'
import type { UnmatchedChargeService } from '../../books/ledger/unmatched-charge.service.ts'
import { SITE_ID } from '../settings/site-id.ts'
import { recordAuditEntry } from '../team/audit-log.repository.ts'

const PAGE_SIZE = 50

const toBooks = toWire(schema)
const toCheck = toWire(schema.shape.looks.element)
const toUnmatched = toWire(schema.shape.unknown_payments.element)
const toJournal = toWire(journalSchema)

export interface OperatorBooksServiceOptions {
  db: Database
  books: BooksService
  unmatchedCharges: UnmatchedChargeService
}

export class OperatorBooksService {
  readonly #deps: OperatorBooksServiceOptions

  constructor(deps: OperatorBooksServiceOptions) {
    this.#deps = deps
  }

  #about(operatorId: string, id: string) {
    return { actorId: operatorId, subjectKind: 'unknown_payment', subjectId: id, stateBefore: 'open' } as const
  }

  async read(range: BookRange): Promise<Books> {
    const { books, unmatchedCharges } = this.#deps
    const [periods, looks, unknown, types] = await Promise.all([
      books.periods(range),
      books.listLastChecks(),
      unmatchedCharges.list(UNMATCHED_CHARGES_MAX),
      books.unseenTypes(),
    ])
    return toBooks({
      timeZone: FIGURES_TIME_ZONE,
      currency: books.currency,
      rows: periods,
      total: {
        ...sumAmounts(periods),
        paymentsCount: periods.reduce((sum, { paymentsCount }) => sum + paymentsCount, 0),
      },
      looks,
      unknownPayments: unknown,
      unknownTypes: types,
    })
  }

  /** @throws Refusal INVALID_INPUT for an invalid cursor */
  async day(day: string, cursor: string | undefined): Promise<{ items: Journal[]; next_cursor: string | null }> {
    const found = await this.#deps.books.journals(
      day,
      cursor === undefined ? null : decodeCursor(cursor),
      PAGE_SIZE + 1,
    )
    const { page, next_cursor } = cutPage(found, PAGE_SIZE, ({ createdAt: at, id }) => ({ at, id }))
    return {
      items: page.map((journal) => ({
        ...toJournal(journal),
        transaction: journal.stripeBalanceTransaction,
        payment_id: journal.paymentRequestId,
      })),
      next_cursor,
    }
  }

  /** Runs a balance check immediately. @throws Refusal PROVIDER_UNAVAILABLE, PAYMENT_STATUS_FAILED */
  async runCheck(): Promise<{ looks: BookBalanceCheck[] }> {
    return { looks: (await this.#deps.books.runCheck()).map(toCheck) }
  }

  /** @throws Refusal UNKNOWN_PAYMENT_NOT_FOUND, UNKNOWN_PAYMENT_DECIDED, PROVIDER_UNAVAILABLE, PAYMENT_STATUS_FAILED */
  async reconcile(operatorId: string, id: string): Promise<UnmatchedCharge> {
    return toUnmatched(
      await this.#deps.unmatchedCharges.reconcile(operatorId, id, (tx, outcome) =>
        recordAuditEntry(tx, { ...this.#about(operatorId, id), action: 'payment_taken_in', stateAfter: outcome }),
      ),
    )
  }

  /** @throws Refusal UNKNOWN_PAYMENT_NOT_FOUND, UNKNOWN_PAYMENT_DECIDED */
  async ignore(operatorId: string, id: string): Promise<UnmatchedCharge> {
    return toUnmatched(
      await this.#deps.unmatchedCharges.ignore(operatorId, id, (tx) =>
        recordAuditEntry(tx, { ...this.#about(operatorId, id), action: 'payment_ignored', stateAfter: 'ignored' }),
      ),
    )
  }

  /** Acknowledges a transaction type, with an audit log entry for the first acknowledgement. */
  acknowledgeType(operatorId: string, type: string): Promise<void> {
    return this.#deps.db.transaction(async (tx) => {
      if (!(await this.#deps.books.markTypeSeen(tx, type, operatorId))) return
      await recordAuditEntry(tx, {
        actorId: operatorId,
        action: 'balance_type_seen',
        subjectKind: 'site',
        subjectId: SITE_ID,
        stateBefore: 'unseen',
        stateAfter: 'seen',
      })
    })
  }
}

function sumAmounts(periods: readonly BookAmounts[]): BookAmounts {
  const names = bookAmounts.keyof().options
  return bookAmounts.parse(
    Object.fromEntries(names.map((name) => [name, periods.reduce((sum, period) => sum + period[name], 0)])),
  )
}

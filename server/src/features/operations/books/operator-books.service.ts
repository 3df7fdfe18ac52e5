import { type BookRange, UNKNOWN_PAYMENTS_SHOWN } from '@kundig/contract/operations/book-columns'
import type {
  BookAmounts,
  BookLook,
  BookRow,
  Books,
  Journal,
  UnknownPayment,
} from '@kundig/contract/operations/books.contract'
import { FIGURES_TIME_ZONE } from '@kundig/contract/operations/figure-names'

import { cutPage, decodeCursor } from '../../../platform/database/cursor.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { BookedPeriod, BooksService, StandingLook } from '../../payments/ledger/books.service.ts'
import type { UnknownPaymentService } from '../../payments/ledger/unknown-payment.service.ts'
import { SITE_ID } from '../settings/site-id.ts'
import { record } from '../team/audit-log.repository.ts'

const PAGE_SIZE = 50

/** The books as operators see them, and what they decide about money that nobody knows; each of that is an entry of the log. */
export function createOperatorBooksService({
  db,
  books,
  unknownPayments,
}: {
  db: Database
  books: BooksService
  unknownPayments: UnknownPaymentService
}) {
  const about = (operatorId: string, id: string) =>
    ({ actorId: operatorId, subjectKind: 'unknown_payment', subjectId: id, stateBefore: 'open' }) as const

  return {
    read: async (range: BookRange): Promise<Books> => {
      const [periods, looks, unknown, types] = await Promise.all([
        books.periods(range),
        books.looks(),
        unknownPayments.list(UNKNOWN_PAYMENTS_SHOWN),
        books.unseenTypes(),
      ])
      return {
        time_zone: FIGURES_TIME_ZONE,
        currency: books.currency,
        rows: periods.map(presentPeriod),
        total: {
          ...sumOf(periods),
          payments_count: periods.reduce((sum, { paymentsCount }) => sum + paymentsCount, 0),
        },
        looks: looks.map(presentLook),
        unknown_payments: unknown.map(presentUnknown),
        unknown_types: types.map(({ type, firstTransaction, foundAt }) => ({
          type,
          first_transaction: firstTransaction,
          found_at: foundAt.toISOString(),
        })),
      }
    },

    /** @throws Refusal INVALID_INPUT for a cursor that is none of ours */
    day: async (day: string, cursor: string | undefined): Promise<{ items: Journal[]; next_cursor: string | null }> => {
      const found = await books.journals(day, cursor === undefined ? null : decodeCursor(cursor), PAGE_SIZE + 1)
      const { page, next_cursor } = cutPage(found, PAGE_SIZE, ({ createdAt: at, id }) => ({ at, id }))
      return {
        items: page.map((journal) => ({
          transaction: journal.stripeBalanceTransaction,
          type: journal.type,
          kind: journal.kind,
          source: journal.source,
          payment_id: journal.paymentRequestId,
          net: journal.net,
          currency: journal.currency,
          created_at: journal.createdAt.toISOString(),
          lines: journal.lines.map(({ account, amount }) => ({ account, amount })),
        })),
        next_cursor,
      }
    },

    /** Compares now. @throws Refusal PROVIDER_UNAVAILABLE, PAYMENT_STATUS_FAILED */
    look: async (): Promise<{ looks: BookLook[] }> => ({ looks: (await books.lookNow()).map(presentLook) }),

    /** @throws Refusal UNKNOWN_PAYMENT_NOT_FOUND, UNKNOWN_PAYMENT_DECIDED, PROVIDER_UNAVAILABLE, PAYMENT_STATUS_FAILED */
    takeIn: async (operatorId: string, id: string): Promise<UnknownPayment> =>
      presentUnknown(
        await unknownPayments.takeIn(operatorId, id, (tx, outcome) =>
          record(tx, { ...about(operatorId, id), action: 'payment_taken_in', stateAfter: outcome }),
        ),
      ),

    /** @throws Refusal UNKNOWN_PAYMENT_NOT_FOUND, UNKNOWN_PAYMENT_DECIDED */
    ignore: async (operatorId: string, id: string): Promise<UnknownPayment> =>
      presentUnknown(
        await unknownPayments.ignore(operatorId, id, (tx) =>
          record(tx, { ...about(operatorId, id), action: 'payment_ignored', stateAfter: 'ignored' }),
        ),
      ),

    /** What is seen already stays so, without an entry. */
    seeType: (operatorId: string, type: string): Promise<void> =>
      db.transaction(async (tx) => {
        if (!(await books.markTypeSeen(tx, type, operatorId))) return
        await record(tx, {
          actorId: operatorId,
          action: 'balance_type_seen',
          subjectKind: 'site',
          subjectId: SITE_ID,
          stateBefore: 'unseen',
          stateAfter: 'seen',
        })
      }),
  }
}

export type OperatorBooksService = ReturnType<typeof createOperatorBooksService>

function sumOf(periods: readonly BookAmounts[]): BookAmounts {
  const sum = (name: keyof BookAmounts): number => periods.reduce((all, period) => all + period[name], 0)
  return {
    payments: sum('payments'),
    fee: sum('fee'),
    stripe_cost: sum('stripe_cost'),
    refunds: sum('refunds'),
    fee_returned: sum('fee_returned'),
    disputes: sum('disputes'),
    transfers: sum('transfers'),
    payouts: sum('payouts'),
    other: sum('other'),
    change: sum('change'),
  }
}

const presentPeriod = (found: BookedPeriod): BookRow => ({
  period: found.period,
  ...sumOf([found]),
  payments_count: found.paymentsCount,
  balance: found.balance,
  difference: found.difference,
})

const presentLook = (look: StandingLook): BookLook => ({
  currency: look.currency,
  looked_at: look.lookedAt.toISOString(),
  expected: look.expected,
  actual: look.actual,
  counts: look.counts,
  agreed_at: look.agreedAt?.toISOString() ?? null,
  suspects: [...look.suspects],
})

const presentUnknown = (found: Awaited<ReturnType<UnknownPaymentService['ignore']>>): UnknownPayment => ({
  id: found.id,
  stripe_charge_id: found.stripeChargeId,
  stripe_payment_intent_id: found.stripePaymentIntentId,
  amount: found.amount,
  currency: found.currency,
  state: found.state,
  outcome: found.outcome,
  created_at: found.createdAt.toISOString(),
  decided_at: found.decidedAt?.toISOString() ?? null,
})

import { COUNTED_AT_MOST } from '@kundig/contract/operations/health-kinds'

import type { Backlogs } from '../../backlog.ts'
import type { PaymentChoice } from '../../payment-provider.ts'
import type { Database } from '../../platform/database/database.ts'
import {
  countCancellations,
  countDisputeMoney,
  countLooks,
  countNextSteps,
  countRefunds,
  countUnhandledEvents,
  countUnread,
} from './backlog.repository.ts'
import { countWork } from './ledger/ledger-check.repository.ts'
import { countMails, countOwed } from './receipts/receipt.repository.ts'

export const backlogsOfPayments = ({ db, payments }: { db: Database; payments: PaymentChoice }): Backlogs => ({
  payment_looks: () => countLooks(db, COUNTED_AT_MOST),
  stripe_events: () => countUnhandledEvents(db, COUNTED_AT_MOST),
  payment_ends: () => countNextSteps(db, COUNTED_AT_MOST),
  seller_reads: () => countUnread(db, COUNTED_AT_MOST),
  receipts: () => countOwed(db, COUNTED_AT_MOST),
  receipt_mails: () => countMails(db, COUNTED_AT_MOST),
  payment_cancellations: () => countCancellations(db, COUNTED_AT_MOST),
  refunds: () => countRefunds(db, COUNTED_AT_MOST),
  dispute_money: () => countDisputeMoney(db, COUNTED_AT_MOST),
  // Where nobody takes payments there are no books to keep.
  books: async () => (payments === 'nobody' ? { count: 0, overdueS: null, stuck: 0 } : countWork(db)),
})

import { COUNTED_AT_MOST } from '@kundig/contract/operations/health-kinds'

import type { Backlogs } from '../../backlog.ts'
import type { PaymentChoice } from '../../payment-provider.ts'
import { countWaiting } from '../../platform/database/backlog.ts'
import type { Database } from '../../platform/database/database.ts'
import { countWork } from './ledger/ledger-check.repository.ts'
import { mailQueue, pendingQueue } from './receipts/receipt.repository.ts'

export const createBooksBacklogs = ({
  db,
  paymentChoice,
}: {
  db: Database
  paymentChoice: PaymentChoice
}): Backlogs => ({
  receipts: () => countWaiting(db, COUNTED_AT_MOST, [pendingQueue]),
  receipt_mails: () => countWaiting(db, COUNTED_AT_MOST, [mailQueue]),
  // A site without payments keeps no books.
  books: async () => (paymentChoice === 'none' ? { count: 0, overdueS: null, stuck: 0 } : countWork(db)),
})

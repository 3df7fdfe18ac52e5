import { COUNTED_AT_MOST } from '@kundig/contract/operations/health-kinds'

import type { Backlogs } from '../../backlog.ts'
import type { Database } from '../../platform/database/database.ts'
import {
  countCancellations,
  countChecks,
  countNextSteps,
  countUnhandledEvents,
  countUnread,
} from './backlog.repository.ts'

export const createPaymentBacklogs = ({ db }: { db: Database }): Backlogs => ({
  payment_looks: () => countChecks(db, COUNTED_AT_MOST),
  stripe_events: () => countUnhandledEvents(db, COUNTED_AT_MOST),
  payment_ends: () => countNextSteps(db, COUNTED_AT_MOST),
  seller_reads: () => countUnread(db, COUNTED_AT_MOST),
  payment_cancellations: () => countCancellations(db, COUNTED_AT_MOST),
})

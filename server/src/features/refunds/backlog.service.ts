import { COUNTED_AT_MOST } from '@kundig/contract/operations/health-kinds'

import type { Backlogs } from '../../backlog.ts'
import type { Database } from '../../platform/database/database.ts'
import { countDisputeMoney, countRefunds } from './backlog.repository.ts'

export const createRefundBacklogs = ({ db }: { db: Database }): Backlogs => ({
  refunds: () => countRefunds(db, COUNTED_AT_MOST),
  dispute_money: () => countDisputeMoney(db, COUNTED_AT_MOST),
})

import { COUNTED_AT_MOST } from '@kundig/contract/operations/health-kinds'

import type { Backlogs } from '../../backlog.ts'
import type { Database } from '../../platform/database/database.ts'
import { countEnding, countMails } from './backlog.repository.ts'

export const createSafetyBacklogs = ({ db }: { db: Database }): Backlogs => ({
  report_mails: () => countMails(db, COUNTED_AT_MOST),
  suspension_ends: () => countEnding(db, COUNTED_AT_MOST),
})

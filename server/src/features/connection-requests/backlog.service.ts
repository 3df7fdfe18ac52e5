import { COUNTED_AT_MOST } from '@kundig/contract/operations/health-kinds'

import type { Backlogs } from '../../backlog.ts'
import type { Database } from '../../platform/database/database.ts'
import { countOverdue } from './backlog.repository.ts'

export const createRequestBacklogs = ({ db }: { db: Database }): Backlogs => ({
  request_ends: () => countOverdue(db, COUNTED_AT_MOST),
})

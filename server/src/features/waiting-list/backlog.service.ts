import { COUNTED_AT_MOST } from '@kundig/contract/operations/health-kinds'

import type { Backlogs } from '../../backlog.ts'
import type { Database } from '../../platform/database/database.ts'
import { countUnsent } from './backlog.repository.ts'

export const createWaitingListBacklogs = ({ db }: { db: Database }): Backlogs => ({
  invitations: () => countUnsent(db, COUNTED_AT_MOST),
})

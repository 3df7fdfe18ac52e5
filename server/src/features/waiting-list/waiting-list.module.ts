import type { Database } from '../../platform/database/database.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import { createWaitingListLimits } from './waiting-list.limits.ts'
import { waitingListProcedures } from './waiting-list.routes.ts'

export interface WaitingListModuleOptions {
  db: Database
  limits: Limits
  siteSettings: Pick<SiteSettingsStore, 'read'>
}

/** The waiting list (spec 2). */
export function createWaitingListModule({ db, limits }: WaitingListModuleOptions) {
  return { procedures: waitingListProcedures({ db, count: createWaitingListLimits(limits).join }) }
}

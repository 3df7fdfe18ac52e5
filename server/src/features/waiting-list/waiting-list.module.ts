import type { Limits } from '../../platform/limits/limits.ts'
import type { SiteSettingsStore } from '../../platform/settings/site-settings.ts'
import { createWaitingListBacklogs } from './backlog.service.ts'
import { InvitationService, type InvitationOptions } from './invitation.service.ts'
import { createWaitingListLimits } from './waiting-list.limits.ts'
import { createWaitingListProcedures } from './waiting-list.routes.ts'
import { createWaitingListService } from './waiting-list.service.ts'

export interface WaitingListModuleOptions extends InvitationOptions {
  limits: Limits
  siteSettings: Pick<SiteSettingsStore, 'read'>
  /** @throws Refusal for an unavailable category */
  requireCategory: (id: string, field: string) => Promise<void>
}

export function createWaitingListModule(options: WaitingListModuleOptions) {
  const { db, siteSettings, requireCategory } = options
  const limits = createWaitingListLimits(options.limits)
  const invitations = new InvitationService(options)
  return {
    backlogs: createWaitingListBacklogs(options),
    services: { invitations, waitingList: createWaitingListService({ db }) },
    procedures: createWaitingListProcedures({
      db,
      invitations,
      limits,
      requireCategory,
      isOpen: () => siteSettings.read().waiting_list.is_on,
    }),
    start: () => invitations.start(),
  }
}

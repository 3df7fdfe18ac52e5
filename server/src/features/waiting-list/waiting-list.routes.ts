import { Refusal } from '@kundig/contract/errors'

import { implementation } from '../../implementation.ts'
import type { Database } from '../../platform/database/database.ts'
import type { InvitationService } from './invitation.service.ts'
import type { WaitingListLimits } from './waiting-list.limits.ts'
import { addWaitingListEntry } from './waiting-list.repository.ts'

/** Joining never reveals whether an address was already listed. */
export function createWaitingListProcedures({
  db,
  invitations,
  limits,
  isOpen,
  requireCategory,
}: {
  db: Database
  invitations: InvitationService
  limits: WaitingListLimits
  isOpen: () => boolean
  /** @throws Refusal for an unavailable category */
  requireCategory: (id: string, field: string) => Promise<void>
}) {
  return {
    join: implementation.waitingList.join.handler(async ({ input, context }) => {
      await limits.join(context.clientAddress)
      if (!isOpen()) throw new Refusal('WAITING_LIST_CLOSED')
      const { full_name: fullName, email, category } = input
      await requireCategory(category, 'category')
      await addWaitingListEntry(db, { fullName, email, category, language: context.language })
      return { joined: true }
    }),
    invitation: implementation.waitingList.invitation.handler(async ({ input, context }) => {
      await limits.invitation(context.clientAddress)
      const { email, fullName, category } = await invitations.read(input.code)
      return { email, full_name: fullName, category }
    }),
  }
}

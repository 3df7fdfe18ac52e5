import { WAITING_PAGE_SIZE, waitingEntry } from '@kundig/contract/operations/waiting.contract'
import type { Category } from '@kundig/contract/profiles/categories'

import { authorize } from '../../authorize.ts'
import type { Database } from '../../platform/database/database.ts'
import { toWire } from '../../platform/wire/to-wire.ts'
import type { InvitationService } from '../waiting-list/invitation.service.ts'
import type { WaitingListService } from '../waiting-list/waiting-list.service.ts'
import type { GuardedProcedures } from './guarded-procedures.ts'
import { findOperationRefusal } from './operations.policy.ts'
import { recordAuditEntry } from './team/audit-log.repository.ts'

export interface WaitingListOptions {
  db: Database
  waitingList: WaitingListService
  invitations: Pick<InvitationService, 'invite'>
}

const toEntry = toWire(waitingEntry)

export function createWaitingListProcedures(
  operations: GuardedProcedures,
  { db, waitingList, invitations }: WaitingListOptions,
) {
  const invite = (actorId: string, category: Category, count: number): Promise<number> =>
    db.transaction(async (tx, afterCommit) => {
      const ids = await invitations.invite(tx, afterCommit, category, count)
      for (const subjectId of ids) {
        await recordAuditEntry(tx, {
          actorId,
          action: 'person_invited',
          subjectKind: 'invitation',
          subjectId,
          stateBefore: null,
          stateAfter: 'invited',
        })
      }
      return ids.length
    })
  return {
    waitingList: operations.waitingList.handler(async ({ input }) => {
      const { entries, next } = await waitingList.page(input, WAITING_PAGE_SIZE)
      return {
        items: entries.map((entry) =>
          toEntry({
            ...entry,
            since: entry.createdAt,
            isInvited: entry.invitedUntil !== null && entry.invitedUntil > new Date(),
          }),
        ),
        next_cursor: next,
      }
    }),
    waitingCounts: operations.waitingCounts.handler(async () => ({ items: await waitingList.counts() })),
    invite: operations.invite.handler(async ({ context: { operator }, input }) => {
      authorize(findOperationRefusal(operator.role, 'moderator'))
      return { invited: await invite(operator.userId, input.category, input.count) }
    }),
  }
}

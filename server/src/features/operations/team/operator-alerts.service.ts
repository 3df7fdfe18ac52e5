import { isRoleAtLeast } from '@kundig/contract/operations/operator-roles'

import type { DomainEvents, OperatorAlerts } from '../../../domain-events.ts'
import type { Executor } from '../../../platform/database/database.ts'
import { accountRestrictions } from '../../safety/statements/restriction.service.ts'
import { findRole, findOperators, lockRoleHolders } from './operator.repository.ts'

/** True for owners and moderators who are not suspended or banned. */
export async function canDecideCases(executor: Executor, userId: string): Promise<boolean> {
  const role = await findRole(executor, userId)
  return (
    role !== null &&
    isRoleAtLeast(role, 'moderator') &&
    (await accountRestrictions.find(executor, userId)).state === 'good'
  )
}

export function createOperatorAlerts({ domainEvents }: { domainEvents: DomainEvents }): OperatorAlerts {
  return {
    record: async (tx, afterCommit, alert, isConcerned) => {
      for (const recipientId of await lockRoleHolders(tx, ['owner', 'moderator'], 'share')) {
        if ((await accountRestrictions.find(tx, recipientId)).state !== 'good' || (await isConcerned(recipientId)))
          continue
        await domainEvents.record(tx, afterCommit, { ...alert, recipientId })
      }
    },
    dismiss: async (tx, afterCommit, kind, subjectId) => {
      for (const { userId: recipientId } of await findOperators(tx))
        await domainEvents.dismiss(tx, afterCommit, { recipientId, kinds: [kind], subjectId })
    },
  }
}

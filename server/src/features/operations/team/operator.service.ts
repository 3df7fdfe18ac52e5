import { normaliseEmail } from '@kundig/contract/auth/credentials'
import { OPERATOR_KINDS } from '@kundig/contract/notifications/notification-kinds'
import { isRoleAtLeast, type OperatorRole } from '@kundig/contract/operations/operator-roles'

import type { DomainEvents } from '../../../domain-events.ts'
import type { Database } from '../../../platform/database/database.ts'
import { recordAuditEntry } from './audit-log.repository.ts'
import {
  findRole,
  findOperators,
  lockAccount,
  lockRoleHolders,
  type Operator,
  removeSecondFactor,
  setRole,
} from './operator.repository.ts'

export type SecondFactorReset = 'reset' | 'none' | 'no account'

export type RoleChange = 'changed' | 'unchanged' | 'no owner' | 'no account' | 'not confirmed' | 'last owner'

interface OperatorServiceOptions {
  db: Database
  /** Dismisses notifications; undefined in the command `npm run operator`, which cannot publish. */
  dismiss?: DomainEvents['dismiss']
}

/** Manages operators and their roles. Every change adds an audit log entry. The last owner cannot be removed. */
export class OperatorService {
  readonly #deps: OperatorServiceOptions

  constructor(deps: OperatorServiceOptions) {
    this.#deps = deps
  }

  /** Reads the role from the database each time, so that a removed role loses its effect immediately. */
  findRole(userId: string): Promise<OperatorRole | null> {
    return findRole(this.#deps.db, userId)
  }

  list(): Promise<Operator[]> {
    return findOperators(this.#deps.db)
  }

  /**
   * `no owner`: the actor is not (or no longer) an owner. `not confirmed`: the address may belong to another person.
   * `last owner`: no owner would remain. A null `role` removes the role; `actorId` is null for the server's command.
   */
  change(email: string, role: OperatorRole | null, actorId: string | null): Promise<RoleChange> {
    return this.#deps.db.transaction(async (tx, afterCommit) => {
      const account = await lockAccount(tx, normaliseEmail(email))
      const owners = await lockRoleHolders(tx, ['owner'], 'update')
      if (actorId !== null && !owners.includes(actorId)) return 'no owner'
      if (!account) return 'no account'
      if (role !== null && !account.isConfirmed) return 'not confirmed'
      const before = await findRole(tx, account.id)
      if (before === role) return 'unchanged'
      if (before === 'owner' && owners.every((owner) => owner === account.id)) return 'last owner'
      await setRole(tx, account.id, role)
      if (role === null || !isRoleAtLeast(role, 'moderator'))
        await this.#deps.dismiss?.(tx, afterCommit, { recipientId: account.id, kinds: OPERATOR_KINDS })
      await recordAuditEntry(tx, {
        actorId,
        action: 'role_changed',
        subjectKind: 'account',
        subjectId: account.id,
        stateBefore: before,
        stateAfter: role,
      })
      return 'changed'
    })
  }

  resetSecondFactor(email: string): Promise<SecondFactorReset> {
    return this.#deps.db.transaction(async (tx) => {
      const account = await lockAccount(tx, email.trim().toLowerCase())
      if (!account) return 'no account'
      if (!(await removeSecondFactor(tx, account.id))) return 'none'
      await recordAuditEntry(tx, {
        actorId: null,
        action: 'second_factor_reset',
        subjectKind: 'account',
        subjectId: account.id,
        stateBefore: 'on',
        stateAfter: 'off',
      })
      return 'reset'
    })
  }
}

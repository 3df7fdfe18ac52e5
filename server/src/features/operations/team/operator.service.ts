import { normaliseEmail } from '@kundig/contract/auth/credentials'
import { OPERATOR_KINDS } from '@kundig/contract/notifications/notification-kinds'
import { mayDoAs, type OperatorRole } from '@kundig/contract/operations/operator-roles'

import type { DomainEvents } from '../../../domain-events.ts'
import type { Database } from '../../../platform/database/database.ts'
import { record } from './audit-log.repository.ts'
import {
  findRole,
  list,
  lockAccount,
  lockHolders,
  type Operator,
  removeSecondFactor,
  setRole,
} from './operator.repository.ts'

/** What became of a second factor that was to be removed. */
export type SecondFactorReset = 'reset' | 'none' | 'no account'

/** What became of a change, or why there was none. */
export type RoleChange = 'changed' | 'unchanged' | 'no owner' | 'no account' | 'not confirmed' | 'last owner'

interface OperatorServiceOptions {
  db: Database
  /** Dismisses notifications; left out by the command, which has none to publish to. */
  settle?: DomainEvents['settle']
}

/** Who runs the site. Every change is a row of the audit log; there is an owner for as long as there was one. */
export class OperatorService {
  readonly #deps: OperatorServiceOptions

  constructor(deps: OperatorServiceOptions) {
    this.#deps = deps
  }

  /** The role of an account now: read anew each time, so that one that was taken away is worth nothing at once. */
  roleOf(userId: string): Promise<OperatorRole | null> {
    return findRole(this.#deps.db, userId)
  }

  list(): Promise<Operator[]> {
    return list(this.#deps.db)
  }

  /**
   * Gives the account with an address a role instead of the one that it has; null takes it away.
   * @param actorId who does it; null for the command of whoever runs the server
   * @returns `no owner`: who does it is none, any more. `not confirmed`: the address may be somebody else's. `last owner`:
   *   nobody would be left to give roles
   */
  change(email: string, role: OperatorRole | null, actorId: string | null): Promise<RoleChange> {
    return this.#deps.db.transaction(async (tx, afterCommit) => {
      const account = await lockAccount(tx, normaliseEmail(email))
      const owners = await lockHolders(tx, ['owner'], 'update')
      if (actorId !== null && !owners.includes(actorId)) return 'no owner'
      if (!account) return 'no account'
      if (role !== null && !account.isConfirmed) return 'not confirmed'
      const before = await findRole(tx, account.id)
      if (before === role) return 'unchanged'
      if (before === 'owner' && owners.every((owner) => owner === account.id)) return 'last owner'
      await setRole(tx, account.id, role)
      if (role === null || !mayDoAs(role, 'moderator'))
        await this.#deps.settle?.(tx, afterCommit, { recipientId: account.id, kinds: OPERATOR_KINDS })
      await record(tx, {
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

  /** Removes the second factor of the account with an address, for whoever lost all that it needs; every session ends. */
  resetSecondFactor(email: string): Promise<SecondFactorReset> {
    return this.#deps.db.transaction(async (tx) => {
      const account = await lockAccount(tx, email.trim().toLowerCase())
      if (!account) return 'no account'
      if (!(await removeSecondFactor(tx, account.id))) return 'none'
      await record(tx, {
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

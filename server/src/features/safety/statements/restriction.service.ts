import type { AfterCommit, Executor, Transaction } from '../../../platform/database/database.ts'
import type { AccountRestriction } from '../ports.ts'
import * as repository from './restriction.repository.ts'

export interface AccountRestrictions {
  find: (executor: Executor, accountId: string) => Promise<AccountRestriction>
  /** Returns restricted people. Bans of the others wait for this transaction, and so end what it made. */
  holdRestricted: (tx: Transaction, accountIds: readonly string[]) => Promise<string[]>
}

async function findRestriction(executor: Executor, accountId: string): Promise<AccountRestriction> {
  const row = await repository.findByAccount(executor, accountId)
  if (!row) return { state: 'good' }
  return row.until === null ? { state: 'banned' } : { state: 'suspended', until: row.until }
}

export const accountRestrictions: AccountRestrictions = {
  find: findRestriction,
  holdRestricted: async (tx, accountIds) => {
    const restricted: string[] = []
    for (const id of await repository.lockAndFindRestricted(tx, accountIds)) {
      // The mark in the account's row briefly outlives a suspension.
      if ((await findRestriction(tx, id)).state !== 'good') restricted.push(id)
    }
    return restricted
  },
}

export interface RestrictionServiceOptions {
  endSessions: (tx: Transaction, afterCommit: AfterCommit, accountId: string) => Promise<void>
  cancelPayments: (tx: Transaction, afterCommit: AfterCommit, accountId: string) => Promise<void>
  /** Pauses a person's payment requests, as buyer and as seller: client secrets issued earlier no longer work. */
  pausePayments: (tx: Transaction, afterCommit: AfterCommit, accountId: string) => Promise<void>
}

export function createRestrictionService({ endSessions, cancelPayments, pausePayments }: RestrictionServiceOptions) {
  return {
    find: findRestriction,

    /** In the decision's transaction. Logs out everywhere; a suspension pauses payment requests, a ban cancels them. */
    change: async (
      tx: Transaction,
      afterCommit: AfterCommit,
      accountId: string,
      now: AccountRestriction,
    ): Promise<void> => {
      if (now.state === 'good') return repository.remove(tx, accountId)
      const until = now.state === 'suspended' ? now.until : null
      if (!(await repository.save(tx, { accountId, state: now.state, until }))) return
      await endSessions(tx, afterCommit, accountId)
      await (now.state === 'banned' ? cancelPayments : pausePayments)(tx, afterCommit, accountId)
    },

    findEnded: repository.findEnded,
  }
}

export type RestrictionService = ReturnType<typeof createRestrictionService>

import { Refusal } from '@kundig/contract/errors'

import type { AfterCommit, Executor, Transaction } from '../../../platform/database/database.ts'
import type { AccountRestriction } from '../ports.ts'
import * as repository from './restriction.repository.ts'

export interface AccountRestrictions {
  find: (executor: Executor, accountId: string) => Promise<AccountRestriction>
  /** Returns restricted people. Bans of the others wait for this transaction, and then end what it created. */
  holdRestricted: (tx: Transaction, accountIds: readonly string[]) => Promise<string[]>
  /** Returns the state of an account, which is not deleted or closed before the transaction ends. */
  holdState: (tx: Transaction, accountId: string) => Promise<'open' | 'closed' | 'gone'>
  /** @throws Refusal NO_SESSION for an account that was closed or deleted after the request began */
  requireOpen: (tx: Transaction, accountId: string) => Promise<void>
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
    for (const id of await repository.lockAndFindRestrictedAccounts(tx, accountIds)) {
      // `isRestricted` stays set in the account's row for a short time after a suspension ends.
      if ((await findRestriction(tx, id)).state !== 'good') restricted.push(id)
    }
    return restricted
  },
  holdState: repository.lockAccountState,
  requireOpen: async (tx, accountId) => {
    if ((await repository.lockAccountState(tx, accountId)) !== 'open') throw new Refusal('NO_SESSION')
  },
}

export interface RestrictionServiceOptions {
  endSessions: (tx: Transaction, afterCommit: AfterCommit, accountId: string) => Promise<void>
  cancelPayments: (tx: Transaction, afterCommit: AfterCommit, accountId: string) => Promise<void>
  /** Pauses payment requests of a buyer or seller, so that client secrets issued earlier no longer work. */
  pausePayments: (tx: Transaction, afterCommit: AfterCommit, accountId: string) => Promise<void>
}

export function createRestrictionService({ endSessions, cancelPayments, pausePayments }: RestrictionServiceOptions) {
  return {
    find: findRestriction,

    /** Runs in the decision's transaction. Ends sessions. Suspensions pause payment requests, and bans cancel them. */
    change: async (
      tx: Transaction,
      afterCommit: AfterCommit,
      accountId: string,
      now: AccountRestriction,
    ): Promise<void> => {
      if (now.state === 'good') return repository.removeRestriction(tx, accountId)
      const until = now.state === 'suspended' ? now.until : null
      if (!(await repository.saveRestriction(tx, { accountId, state: now.state, until }))) return
      await endSessions(tx, afterCommit, accountId)
      await (now.state === 'banned' ? cancelPayments : pausePayments)(tx, afterCommit, accountId)
    },

    findEnded: repository.findEndedRestrictions,
  }
}

export type RestrictionService = ReturnType<typeof createRestrictionService>

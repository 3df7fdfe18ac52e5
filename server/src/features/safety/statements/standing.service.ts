import type { AfterCommit, Executor, Transaction } from '../../../platform/database/database.ts'
import type { Standing } from '../ports.ts'
import * as repository from './standing.repository.ts'

/** What people may do: for every feature that lets them in, or that they are reached by. */
export interface StandingReader {
  /** What stands against a person at this moment. */
  of: (executor: Executor, accountId: string) => Promise<Standing>
  /**
   * Who of these people is suspended or banned. Until the transaction ends nobody of them becomes so, and what it makes is
   * there for a ban to end.
   */
  holdRestricted: (tx: Transaction, accountIds: readonly string[]) => Promise<string[]>
}

async function standingOf(executor: Executor, accountId: string): Promise<Standing> {
  const row = await repository.findOf(executor, accountId)
  if (!row) return { state: 'good' }
  return row.until === null ? { state: 'banned' } : { state: 'suspended', until: row.until }
}

export const standing: StandingReader = {
  of: standingOf,
  holdRestricted: async (tx, accountIds) => {
    const restricted: string[] = []
    for (const id of await repository.holdRestricted(tx, accountIds)) {
      // The mark beside the account outlives a suspension for a moment.
      if ((await standingOf(tx, id)).state !== 'good') restricted.push(id)
    }
    return restricted
  },
}

export interface StandingServiceOptions {
  /** Ends every session of a person, with its live connections and uploads. */
  endSessions: (tx: Transaction, afterCommit: AfterCommit, accountId: string) => Promise<void>
  /** Cancels what a person is asked for, or asks for, as long as it is not paid. */
  cancelPayments: (tx: Transaction, afterCommit: AfterCommit, accountId: string) => Promise<void>
  /** Has what a person is asked for, or asks for, wait: nobody can pay it by what they were given before. */
  pausePayments: (tx: Transaction, afterCommit: AfterCommit, accountId: string) => Promise<void>
}

/** Suspending people, banning them, and ending that. Who decides so, and tells why, is `operations`. */
export function createStandingService({ endSessions, cancelPayments, pausePayments }: StandingServiceOptions) {
  return {
    of: standingOf,

    /**
     * Changes what a person may do, in the transaction of the decision. Whoever is suspended or banned is logged out
     * everywhere: logging in again tells them why. A suspension has what is asked for wait; a ban cancels it, and that stays so
     * after it.
     */
    change: async (tx: Transaction, afterCommit: AfterCommit, accountId: string, now: Standing): Promise<void> => {
      if (now.state === 'good') return repository.remove(tx, accountId)
      const until = now.state === 'suspended' ? now.until : null
      if (!(await repository.save(tx, { accountId, state: now.state, until }))) return
      await endSessions(tx, afterCommit, accountId)
      await (now.state === 'banned' ? cancelPayments : pausePayments)(tx, afterCommit, accountId)
    },

    /** Whose suspension is over, and not ended yet. */
    findEnded: repository.findEnded,
  }
}

export type StandingService = ReturnType<typeof createStandingService>

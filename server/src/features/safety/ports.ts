import type { Profile } from '@kundig/contract/profiles/profiles.contract'

import type { AfterCommit, Executor, Transaction } from '../../platform/database/database.ts'

/** What safety must know of people: whoever keeps their profiles fills it in. */
export interface People {
  /** Their profiles, by id. */
  counterparts: (executor: Executor, ids: readonly string[]) => Promise<ReadonlyMap<string, Profile>>
  /** @throws Refusal PROFILE_NOT_FOUND, PROFILE_NOT_PUBLIC */
  requireVisible: (viewerId: string | null, id: string) => Promise<void>
}

/**
 * Ends what one feature has between two people, in the transaction that blocks one for the other. Each takes its locks on
 * what the two share and on nothing else, so that two blocks wait for each other and never deadlock.
 */
export type EndContact = (tx: Transaction, afterCommit: AfterCommit, actorId: string, otherId: string) => Promise<void>

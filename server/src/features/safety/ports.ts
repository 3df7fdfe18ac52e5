import type { Profile } from '@kundig/contract/profiles/profiles.contract'
import type { ReportSubjectKind } from '@kundig/contract/safety/report-rules'
import type { ReportSubject } from '@kundig/contract/safety/safety.contract'

import type { AfterCommit, Executor, Transaction } from '../../platform/database/database.ts'

/** What safety must know of people: whoever keeps their profiles fills it in. */
export interface People {
  /** Their profiles, by id. */
  counterparts: (executor: Executor, ids: readonly string[]) => Promise<ReadonlyMap<string, Profile>>
  /** @throws Refusal PROFILE_NOT_FOUND, PROFILE_NOT_PUBLIC */
  requireKnown: (viewerId: string, id: string) => Promise<void>
}

/**
 * Ends what one feature has between two people, in the transaction that blocks one for the other. Each takes its locks on
 * what the two share and on nothing else, so that two blocks wait for each other and never deadlock.
 */
export type EndContact = (tx: Transaction, afterCommit: AfterCommit, actorId: string, otherId: string) => Promise<void>

/** Something that was reported: whom it is about, and how it is now. */
export interface Reported {
  aboutId: string
  content: string
  /** By which the file storage has a file. */
  storedName: string | null
}

/**
 * Finds what is reported, for who reports it (null: a visitor): each kind is filled in by the feature that has it, and
 * answers whoever may not see it as that feature does elsewhere.
 */
export type FindReported = (viewerId: string | null, subject: ReportSubject) => Promise<Reported>
export type ReportSubjects = Record<ReportSubjectKind, FindReported>

/** What safety must know of accounts. */
export interface Addresses {
  /** The address of an account, if its owner has confirmed it. */
  confirmedEmailOf: (userId: string) => Promise<string | null>
}

/** What somebody may do. */
export type Standing = { state: 'good' } | { state: 'suspended'; until: Date } | { state: 'banned' }

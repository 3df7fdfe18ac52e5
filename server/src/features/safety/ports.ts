import type { Profile } from '@kundig/contract/profiles/profiles.contract'
import type { ReportSubjectKind } from '@kundig/contract/safety/report-rules'
import type { ReportSubject } from '@kundig/contract/safety/safety.contract'

import type { AfterCommit, Executor, Transaction } from '../../platform/database/database.ts'

/** Profiles that safety needs; the feature that stores profiles implements it. */
export interface People {
  /** Returns their profiles, by id. */
  counterparts: (executor: Executor, ids: readonly string[]) => Promise<ReadonlyMap<string, Profile>>
  /** @throws Refusal PROFILE_NOT_FOUND, PROFILE_NOT_PUBLIC */
  requireKnown: (viewerId: string, id: string) => Promise<void>
}

/**
 * Ends everything of one feature between two people, in the transaction of the block. Each takes locks only on what the
 * two share, so that two blocks wait for each other and never deadlock.
 */
export type EndContact = (tx: Transaction, afterCommit: AfterCommit, actorId: string, otherId: string) => Promise<void>

/** Reported subject in its current state, and the person it is about. */
export interface Reported {
  aboutId: string
  content: string
  /** Name of the file in the file storage. */
  storedName: string | null
}

/**
 * Finds the reported subject for its reporter (null: a visitor). The feature of each kind implements it, and refuses
 * reporters without access as it does elsewhere.
 */
export type FindReported = (viewerId: string | null, subject: ReportSubject) => Promise<Reported>
export type ReportSubjects = Record<ReportSubjectKind, FindReported>

/** Account data that safety needs. */
export interface Addresses {
  /** Returns the address of an account, if its owner has confirmed it. */
  findConfirmedEmail: (userId: string) => Promise<string | null>
}

/** Account restriction. */
export type AccountRestriction = { state: 'good' } | { state: 'suspended'; until: Date } | { state: 'banned' }

import type { Profile } from '@kundig/contract/profiles/profiles.contract'
import type { ReportSubjectKind } from '@kundig/contract/safety/report-rules'
import type { ReportSubject } from '@kundig/contract/safety/safety.contract'

import type { AfterCommit, Executor, Transaction } from '../../platform/database/database.ts'

export interface People {
  counterparts: (executor: Executor, ids: readonly string[]) => Promise<ReadonlyMap<string, Profile>>
  /** @throws Refusal PROFILE_NOT_FOUND, PROFILE_NOT_PUBLIC */
  requireKnown: (viewerId: string, id: string) => Promise<void>
}

/** Ends everything between two people. Locks only what both share, so that concurrent blocks cannot deadlock. */
export type EndContact = (tx: Transaction, afterCommit: AfterCommit, actorId: string, otherId: string) => Promise<void>

export interface Reported {
  aboutId: string
  content: string
  storedName: string | null
}

/** Finds a reported subject. `viewerId` is null for a visitor. Each feature refuses reporters without access. */
export type FindReported = (viewerId: string | null, subject: ReportSubject) => Promise<Reported>
export type ReportSubjects = Record<ReportSubjectKind, FindReported>

export interface Addresses {
  findConfirmedEmail: (userId: string) => Promise<string | null>
}

export type AccountRestriction = { state: 'good' } | { state: 'suspended'; until: Date } | { state: 'banned' }

import type { BacklogKind } from '@kundig/contract/operations/health-kinds'

/** Counts of pending jobs, which are due or retried soon. Counted along an index, up to COUNTED_AT_MOST. */
export interface BacklogCount {
  count: number
  /** Age of the oldest due job (s), or null. */
  overdueS: number | null
  /** Number of jobs with several failed tries; 0 if the queue counts no tries. */
  stuck: number
}

/** Counts of a feature's pending jobs, for operators. The cost of each count is bounded. */
export type Backlogs = Readonly<Partial<Record<BacklogKind, () => Promise<BacklogCount>>>>

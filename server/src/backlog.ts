import type { BacklogKind } from '@kundig/contract/operations/health-kinds'

/** Number of jobs due or soon retried, up to COUNTED_AT_MOST, counted along an index. */
export interface BacklogCount {
  count: number
  /** Age of the oldest due job (s), or null. */
  overdueS: number | null
  /** Jobs with several failed tries; 0 if tries are not counted. */
  stuck: number
}

/** Pending jobs of a feature, for operators; the cost of a read is bounded. */
export type Backlogs = Readonly<Partial<Record<BacklogKind, () => Promise<BacklogCount>>>>

import type { BacklogKind } from '@kundig/contract/operations/health-kinds'

/** How much of some work is due or tried again soon. Counted up to COUNTED_AT_MOST and no further, along an index. */
export interface BacklogCount {
  count: number
  /** How long the oldest has been due (s); null where nothing is due. */
  overdueS: number | null
  /** How many were tried several times in vain; 0 where nobody counts tries. */
  stuck: number
}

/** What of a feature’s work waits in the background, for whoever looks after the site: reading it costs the same whatever waits. */
export type Backlogs = Readonly<Partial<Record<BacklogKind, () => Promise<BacklogCount>>>>

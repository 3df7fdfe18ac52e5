import type { FailureKind } from '@kundig/contract/operations/health-kinds'

/** Counts a background failure. Never waits or throws. */
export type RecordFailure = (kind: FailureKind) => void

export type FailureCounts = ReadonlyMap<FailureKind, { count: number; lastAt: Date }>

export interface FailureMetrics {
  record: RecordFailure
  take: () => FailureCounts
  /** Adds failure counts to the metrics again when storing them has failed. */
  giveBack: (taken: FailureCounts) => void
  onFailure: (listener: RecordFailure) => void
}

export function createFailureMetrics(): FailureMetrics {
  let noted = new Map<FailureKind, { count: number; lastAt: Date }>()
  const listeners: RecordFailure[] = []
  return {
    record: (kind) => {
      noted.set(kind, { count: (noted.get(kind)?.count ?? 0) + 1, lastAt: new Date() })
      for (const listener of listeners) listener(kind)
    },
    onFailure: (listener) => void listeners.push(listener),
    take: () => {
      const taken = noted
      noted = new Map()
      return taken
    },
    giveBack: (taken) => {
      for (const [kind, { count, lastAt }] of taken) {
        const since = noted.get(kind)
        noted.set(kind, { count: count + (since?.count ?? 0), lastAt: since?.lastAt ?? lastAt })
      }
    },
  }
}

import type { FailureKind } from '@kundig/contract/operations/health-kinds'

/** Notes that something failed where nobody looks. It only counts: it never waits, and never throws. */
export type NoteFailure = (kind: FailureKind) => void

/** How often each kind of thing failed, and when last. */
export type FailureCounts = ReadonlyMap<FailureKind, { count: number; lastAt: Date }>

export interface FailureTally {
  note: NoteFailure
  /** What was noted and not taken yet. */
  take: () => FailureCounts
  /** Puts back what was taken and could not be kept. */
  giveBack: (taken: FailureCounts) => void
  /** Calls somebody at each failure. */
  onFailure: (listener: NoteFailure) => void
}

/** Counts failures in memory, until they are written down. */
export function createFailureTally(): FailureTally {
  let noted = new Map<FailureKind, { count: number; lastAt: Date }>()
  const listeners: NoteFailure[] = []
  return {
    note: (kind) => {
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

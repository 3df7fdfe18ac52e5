import type { Reads } from '../../../platform/database/replica.ts'
import * as repository from './sitemap.repository.ts'

/** Maximum addresses per part of the sitemap; the format permits 50,000. */
const PART_SIZE = 10_000

/** Lifetime of the cached list of parts (ms), because making it reads all profiles. */
const STARTS_FRESH_MS = 600_000

export function createSitemapService({ reads }: { reads: Reads }) {
  return {
    starts: cacheResult(STARTS_FRESH_MS, () => reads.run((db) => repository.findPartStartIds(db, PART_SIZE))),

    part: (from: string): Promise<{ id: string; updatedAt: Date }[]> =>
      reads.run((db) => repository.findSitemapProfiles(db, { from, limit: PART_SIZE })),
  }
}

export type SitemapService = ReturnType<typeof createSitemapService>

/** Caches a read for `freshMs`. Concurrent callers share one read. A failure is not cached. */
function cacheResult<T>(freshMs: number, read: () => Promise<T>): () => Promise<T> {
  let kept: { value: Promise<T>; at: number } | undefined
  return () => {
    if (kept && performance.now() - kept.at < freshMs) return kept.value
    const value = read()
    kept = { value, at: performance.now() }
    value.catch(() => {
      kept = undefined
    })
    return value
  }
}

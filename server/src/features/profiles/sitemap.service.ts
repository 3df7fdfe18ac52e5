import type { Reads } from '../../platform/database/replica.ts'
import * as repository from './sitemap.repository.ts'

/** Addresses in one part of the sitemap; the format allows for 50,000. */
const PART_SIZE = 10_000

/** Where the parts begin is read anew so often (ms): it means counting all profiles. */
const STARTS_FRESH_MS = 600_000

/** Which public profiles there are, for search engines. */
export function createSitemapService({ reads }: { reads: Reads }) {
  return {
    /** The ids at which the parts begin, in order; at most some minutes old. */
    starts: keptFor(STARTS_FRESH_MS, () => reads.run((db) => repository.findStarts(db, PART_SIZE))),

    /** The public profiles of the part that begins at an id, with when they last changed. */
    part: (from: string): Promise<{ id: string; updatedAt: Date }[]> =>
      reads.run((db) => repository.findFrom(db, { from, limit: PART_SIZE })),
  }
}

export type SitemapService = ReturnType<typeof createSitemapService>

/** Reads at most once in so many milliseconds, however many ask. A failure is not kept. */
function keptFor<T>(freshMs: number, read: () => Promise<T>): () => Promise<T> {
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

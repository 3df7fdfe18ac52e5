import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

/** What is needed of a query that comes page by page; TanStack's results have it. */
export type PagedQuery = Pick<UseInfiniteQueryResult<InfiniteData<unknown>>, 'data' | 'hasNextPage' | 'fetchNextPage'>

export interface MorePages {
  /** From the press until the page is there or has failed. */
  busy: boolean
  /** The page that was asked for last could not be loaded. */
  failed: boolean
  showMore: () => void
}

/**
 * The next page of a list whose entries also change by themselves. Such a change has the list asked for anew, which ends the
 * fetch of a page, and such a fetch would end the one of the change: so each waits for the other, and no press is lost.
 * @param onShown the page is rendered, or turned out not to exist any more
 */
export function useMorePages({ data, hasNextPage, fetchNextPage }: PagedQuery, onShown: () => void): MorePages {
  const pages = data?.pages.length ?? 0
  /** How many pages there were when one more was asked for; null while none is. */
  const [askedAt, setAskedAt] = useState<number | null>(null)
  const [failed, setFailed] = useState(false)
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  const [timesShown, setTimesShown] = useState(0)
  if (askedAt !== null && (!hasNextPage || pages > askedAt)) {
    setAskedAt(null)
    setTimesShown(timesShown + 1)
  }
  const tellShown = useEffectEvent(onShown)
  useLayoutEffect(() => {
    if (timesShown > 0) tellShown()
  }, [timesShown])

  async function fetchUntilThere(): Promise<void> {
    while (!isGone.current) {
      // Waits for a fetch that is under way, and fetches nothing itself then.
      const next = await fetchNextPage({ cancelRefetch: false })
      if (!next.hasNextPage || (next.data?.pages.length ?? 0) > pages) return
      // Also where the list itself could not be asked for anew: it cannot be reached. Cancelled is not failed.
      if (next.isError && !next.isFetching) {
        setAskedAt(null)
        setFailed(true)
        return
      }
    }
  }
  const showMore = (): void => {
    setAskedAt(pages)
    setFailed(false)
    void fetchUntilThere()
  }
  return { busy: askedAt !== null, failed, showMore }
}

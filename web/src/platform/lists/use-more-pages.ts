import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

export type PagedQuery = Pick<UseInfiniteQueryResult<InfiniteData<unknown>>, 'data' | 'hasNextPage' | 'fetchNextPage'>

export interface MorePages {
  busy: boolean
  failed: boolean
  showMore: () => void
}

/** Loads further pages. A page waits for a running refetch of the list. @param onShown called after the rendering */
export function useMorePages({ data, hasNextPage, fetchNextPage }: PagedQuery, onShown: () => void): MorePages {
  const pages = data?.pages.length ?? 0
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

  async function fetchUntilPageAdded(): Promise<void> {
    while (!isGone.current) {
      // Waits for a running fetch instead of cancelling it.
      const next = await fetchNextPage({ cancelRefetch: false })
      if (!next.hasNextPage || (next.data?.pages.length ?? 0) > pages) return
      // A failed refetch of the list counts as a failure. A cancelled fetch does not.
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
    void fetchUntilPageAdded()
  }
  return { busy: askedAt !== null, failed, showMore }
}

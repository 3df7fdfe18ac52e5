import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'

import { Button } from '../../../design-system/button.tsx'

export interface MorePages {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => Promise<unknown>
}

/** Rows that have come so far, each a list item with a heading, and a button for more of them. */
export function PaymentPages({
  count,
  more,
  texts,
  children,
}: {
  count: number
  more: MorePages
  texts: { failed: string; retry: string; showMore: string }
  children: ReactNode
}) {
  const list = useRef<HTMLUListElement>(null)
  const showMore = useShowMore(list, count, more)
  return (
    <>
      <ul ref={list} className="card divide-y divide-border">
        {children}
      </ul>
      {more.hasNextPage && (
        <div className="mt-4 flex flex-wrap items-center justify-center gap-3">
          {more.isFetchNextPageError && (
            <p role="alert" className="text-sm font-semibold text-danger">
              {texts.failed}
            </p>
          )}
          <Button variant="secondary" busy={more.isFetchingNextPage} onClick={showMore}>
            {more.isFetchNextPageError ? texts.retry : texts.showMore}
          </Button>
        </div>
      )}
    </>
  )
}

/** Fetches the next page and moves the focus to the first entry of it: the button may be gone by then. */
function useShowMore(list: RefObject<HTMLElement | null>, count: number, more: MorePages): () => void {
  const firstNew = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (more.isFetchingNextPage || firstNew.current === null) return
    list.current?.children.item(firstNew.current)?.querySelector<HTMLElement>('[tabindex="-1"]')?.focus()
    firstNew.current = null
  }, [list, more.isFetchingNextPage])
  return () => {
    firstNew.current = count
    void more.fetchNextPage()
  }
}

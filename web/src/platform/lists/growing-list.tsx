import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'

import { Button } from '../../design-system/button.tsx'
import { cx } from '../../design-system/class-names.ts'
import { useTexts } from '../i18n/texts.ts'
import { growingListTexts } from './growing-list.messages.ts'

/** What is needed of a query that comes page by page; TanStack's results have it. */
export interface MorePages {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => Promise<unknown>
}

export interface GrowingListProps {
  more: MorePages
  /** How many entries have come so far. */
  count: number
  /** That a further page could not be loaded. */
  failed: string
  retryLabel: string
  /** Of the list itself. */
  className?: string
  /** Where the button stands below it. */
  align?: 'center' | 'start'
  /** The entries, each a list item. */
  children: ReactNode
}

/**
 * A list that comes page by page, with a button for more of it. Once a page is there, the focus goes to its first entry, or to that
 * one's heading where it can be focused: the button may be gone by then. How it goes is announced; a page that fails leaves what
 * is there, and the focus.
 */
export function GrowingList({
  more,
  count,
  failed,
  retryLabel,
  className,
  align = 'center',
  children,
}: GrowingListProps) {
  const texts = useTexts(growingListTexts)
  const list = useRef<HTMLUListElement>(null)
  const firstNew = useRef<number | null>(null)
  const [added, setAdded] = useState(0)
  useLayoutEffect(() => {
    const from = firstNew.current
    if (more.isFetchingNextPage || from === null) return
    firstNew.current = null
    setAdded(Math.max(0, count - from))
    focusEntry(list.current?.children.item(from))
  }, [more.isFetchingNextPage, count])
  const showMore = (): void => {
    firstNew.current = count
    setAdded(0)
    void more.fetchNextPage()
  }
  return (
    <div>
      <ul ref={list} className={className}>
        {children}
      </ul>
      <output className="sr-only">
        {more.isFetchingNextPage ? texts.loading : added > 0 ? texts.added(added) : ''}
      </output>
      {more.hasNextPage && (
        <div className={cx('mt-4 flex flex-wrap items-center gap-3', align === 'center' && 'justify-center')}>
          {more.isFetchNextPageError && (
            <p role="alert" className="text-sm font-semibold text-danger">
              {failed}
            </p>
          )}
          <Button variant="secondary" busy={more.isFetchingNextPage} onClick={showMore}>
            {more.isFetchNextPageError ? retryLabel : texts.more}
          </Button>
        </div>
      )}
    </div>
  )
}

function focusEntry(entry: Element | null | undefined): void {
  if (!(entry instanceof HTMLElement)) return
  const heading = entry.querySelector<HTMLElement>(':is(h2, h3, h4)[tabindex="-1"]')
  if (!heading) entry.tabIndex = -1
  ;(heading ?? entry).focus()
}

import { type ReactNode, useRef, useState } from 'react'

import { cx } from '../../design-system/class-names.ts'
import { useTexts } from '../i18n/texts.ts'
import { growingListTexts } from './growing-list.messages.ts'
import { ShowMore } from './show-more.tsx'
import { type PagedQuery, useMorePages } from './use-more-pages.ts'

export interface GrowingListProps {
  query: PagedQuery
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
  query,
  count,
  failed,
  retryLabel,
  className,
  align = 'center',
  children,
}: GrowingListProps) {
  const texts = useTexts(growingListTexts)
  const list = useRef<HTMLUListElement>(null)
  /** How many entries there were when more was asked for. */
  const before = useRef(count)
  const [added, setAdded] = useState(0)
  const more = useMorePages(query, () => {
    setAdded(Math.max(0, count - before.current))
    // The last one, where there are no more after all.
    focusEntry(list.current?.children.item(Math.min(before.current, count - 1)))
  })
  const showMore = (): void => {
    before.current = count
    setAdded(0)
    more.showMore()
  }
  return (
    <div>
      <ul ref={list} className={className}>
        {children}
      </ul>
      <output className="sr-only">{more.busy ? texts.loading : added > 0 ? texts.added(added) : ''}</output>
      {query.hasNextPage && (
        <ShowMore
          more={{ ...more, showMore }}
          failed={failed}
          retryLabel={retryLabel}
          className={cx('mt-4', align === 'center' && 'justify-center')}
        />
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

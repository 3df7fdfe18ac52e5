import { type ReactNode, useRef, useState } from 'react'

import { cx } from '../../design-system/class-names.ts'
import { useTexts } from '../i18n/texts.ts'
import { growingListTexts } from './growing-list.messages.ts'
import { ShowMoreButton } from './show-more.tsx'
import { type PagedQuery, useMorePages } from './use-more-pages.ts'

export interface GrowingListProps {
  query: PagedQuery
  count: number
  failed: string
  retryLabel: string
  className?: string
  align?: 'center' | 'start'
  children: ReactNode
}

/** List with a button that loads more. Focuses the first new entry. A failure changes neither entries nor focus. */
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
  const before = useRef(count)
  const [added, setAdded] = useState(0)
  const more = useMorePages(query, () => {
    setAdded(Math.max(0, count - before.current))
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
        <ShowMoreButton
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

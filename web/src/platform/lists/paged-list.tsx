import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { QueryState, type QueryStateProps } from '../../design-system/states/query-state.tsx'
import { GrowingList, type GrowingListProps } from './growing-list.tsx'

export interface PagedListProps<Item>
  extends
    Pick<QueryStateProps<unknown>, 'empty' | 'loading' | 'retryLabel'>,
    Pick<GrowingListProps, 'align' | 'failed'> {
  query: UseInfiniteQueryResult<InfiniteData<{ items: Item[] }>>
  listClassName: string
  failureClassName?: string
  /** Renders an entry with its key. */
  children: (item: Item) => ReactNode
}

/** Growing list of a query with pages, with its states while it loads, has failed or is empty. */
export function PagedList<Item>({
  query,
  loading,
  failed,
  retryLabel,
  empty,
  align = 'center',
  listClassName,
  failureClassName = '',
  children,
}: PagedListProps<Item>) {
  return (
    <QueryState
      query={query}
      loading={loading}
      renderFailure={() => failed}
      retryLabel={retryLabel}
      className={failureClassName}
      isEmpty={({ pages }) => pages.every(({ items }) => items.length === 0)}
      empty={empty}
    >
      {({ pages }) => {
        const items = pages.flatMap((page) => page.items)
        return (
          <GrowingList
            query={query}
            count={items.length}
            failed={failed}
            retryLabel={retryLabel}
            align={align}
            className={listClassName}
          >
            {items.map((item) => children(item))}
          </GrowingList>
        )
      }}
    </QueryState>
  )
}

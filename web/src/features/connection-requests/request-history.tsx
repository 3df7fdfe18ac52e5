import { useInfiniteQuery } from '@tanstack/react-query'
import { type RefObject, useLayoutEffect, useRef } from 'react'

import { Button } from '../../design-system/button.tsx'
import { EmptyState } from '../../design-system/states/empty-state.tsx'
import { QueryState } from '../../design-system/states/query-state.tsx'
import { useTexts } from '../../platform/i18n/texts.ts'
import { requestTexts } from './connection-requests.messages.ts'
import { historyQuery } from './history.queries.ts'
import { listHistory, type RequestHistory as History } from './request-cache.ts'
import { RequestHistoryRow } from './request-history-row.tsx'
import { HistorySkeleton } from './request-skeletons.tsx'

/** The section of requests that were sent, or received and decided; latest change first, page by page. */
export function RequestHistory() {
  const texts = useTexts(requestTexts)
  const history = useInfiniteQuery(historyQuery)
  return (
    <section className="grid gap-4">
      <h2 className="text-xl">{texts.historyHeading}</h2>
      <QueryState
        query={history}
        loading={<HistorySkeleton label={texts.loading} />}
        renderFailure={() => texts.historyFailed}
        retryLabel={texts.tryAgain}
        className="card"
        isEmpty={(data) => listHistory(data).length === 0}
        empty={
          <EmptyState className="card" headingLevel={3} title={texts.historyEmptyTitle} text={texts.historyEmptyText} />
        }
      >
        {(data) => <HistoryList history={data} more={history} />}
      </QueryState>
    </section>
  )
}

interface MorePages {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => Promise<unknown>
}

function HistoryList({ history, more }: { history: History; more: MorePages }) {
  const texts = useTexts(requestTexts)
  const list = useRef<HTMLUListElement>(null)
  const items = listHistory(history)
  const showMore = useShowMore(list, items.length, more)
  return (
    <>
      <ul ref={list} className="card divide-y divide-border">
        {items.map((request) => (
          <RequestHistoryRow key={request.id} request={request} />
        ))}
      </ul>
      {more.hasNextPage && (
        <div className="flex flex-wrap items-center justify-center gap-3">
          {more.isFetchNextPageError && (
            <p role="alert" className="text-sm font-semibold text-danger">
              {texts.historyFailed}
            </p>
          )}
          <Button variant="secondary" busy={more.isFetchingNextPage} onClick={showMore}>
            {more.isFetchNextPageError ? texts.tryAgain : texts.showMore}
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
    list.current?.children.item(firstNew.current)?.querySelector<HTMLElement>('h3')?.focus()
    firstNew.current = null
  }, [list, more.isFetchingNextPage])
  return () => {
    firstNew.current = count
    void more.fetchNextPage()
  }
}

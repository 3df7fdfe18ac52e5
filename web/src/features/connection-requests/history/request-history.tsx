import { useInfiniteQuery } from '@tanstack/react-query'

import { EmptyState } from '../../../design-system/states/empty-state.tsx'
import { QueryState } from '../../../design-system/states/query-state.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { GrowingList } from '../../../platform/lists/growing-list.tsx'
import { requestTexts } from '../connection-requests.messages.ts'
import { historyQuery } from '../history.queries.ts'
import { listHistory } from '../request-cache.ts'
import { HistorySkeleton } from '../request-skeletons.tsx'
import { RequestRow } from './request-row.tsx'

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
        {(data) => {
          const items = listHistory(data)
          return (
            <GrowingList
              query={history}
              count={items.length}
              failed={texts.historyFailed}
              retryLabel={texts.tryAgain}
              className="card divide-y divide-border"
            >
              {items.map((request) => (
                <RequestRow key={request.id} request={request} />
              ))}
            </GrowingList>
          )
        }}
      </QueryState>
    </section>
  )
}

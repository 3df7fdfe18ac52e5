import { useQuery } from '@tanstack/react-query'

import { QueryState } from '../../design-system/states/query-state.tsx'
import { useTexts } from '../../platform/i18n/texts.ts'
import { requestTexts } from './connection-requests.messages.ts'
import { RequestRow } from './history/request-row.tsx'
import { openContactsQuery } from './open-contacts.queries.ts'
import { listWaitingRequests } from './request-cache.ts'

export function OwnRequests({ onWithdrawn }: { onWithdrawn: () => void }) {
  const texts = useTexts(requestTexts)
  const contacts = useQuery({ ...openContactsQuery, select: listWaitingRequests })
  if (contacts.data ? contacts.data.length === 0 : !contacts.isError) return null
  return (
    <section className="grid gap-4">
      <h2 tabIndex={-1} className="w-fit text-xl">
        {texts.ownHeading}
      </h2>
      <QueryState
        query={contacts}
        loading={null}
        renderFailure={() => texts.ownFailed}
        retryLabel={texts.tryAgain}
        className="card"
      >
        {(items) => (
          <ul className="card divide-y divide-border">
            {items.map((request) => (
              <RequestRow key={request.id} request={request} onWithdrawn={onWithdrawn} />
            ))}
          </ul>
        )}
      </QueryState>
    </section>
  )
}

import { usePrefetchInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'

import { useTexts } from '../../platform/i18n/texts.ts'
import { requestTexts } from './connection-requests.messages.ts'
import { pendingQuery } from './connection-requests.queries.ts'
import { historyQuery } from './history.queries.ts'
import { RequestHistory } from './history/request-history.tsx'
import { openContactsQuery } from './open-contacts.queries.ts'
import { OwnRequests } from './own-requests.tsx'
import { PendingRequests, type PendingRequestsProps } from './pending/pending-requests.tsx'
import { PendingSkeleton } from './request-skeletons.tsx'

/** Shows each section only when all sections above it have loaded, so that nothing moves. */
export function RequestsTab(props: PendingRequestsProps) {
  usePrefetchInfiniteQuery(historyQuery)
  const texts = useTexts(requestTexts)
  const place = useRef<HTMLDivElement>(null)
  const { isPending: isFirstUnknown } = useQuery(openContactsQuery)
  const { isPending } = useQuery(pendingQuery)
  if (isFirstUnknown) return <PendingSkeleton label={texts.loading} />
  return (
    <div ref={place} className="grid gap-10">
      <OwnRequests onWithdrawn={() => place.current?.querySelector('h2')?.focus()} />
      <PendingRequests {...props} />
      {!isPending && <RequestHistory />}
    </div>
  )
}

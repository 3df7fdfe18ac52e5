import { usePrefetchInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import type { Profile } from '@kundig/contract/profiles/profiles.contract'

import { pendingQuery } from './connection-requests.queries.ts'
import { historyQuery } from './history.queries.ts'
import { RequestHistory } from './history/request-history.tsx'
import { PendingRequests } from './pending/pending-requests.tsx'
import type { DecisionCallbacks } from './use-decision.ts'

export interface RequestsTabProps extends DecisionCallbacks {
  /** Draws a sender's expertise; profiles know how, requests do not. */
  renderExpertise: (profile: Profile) => ReactNode
  /** What else can be done about a sender. */
  renderMenu: (sender: Profile, requestId: string) => ReactNode
}

/**
 * Requests that wait for the person's answer, and below them what became of the others: not before it is known how
 * much room the first take, so that nothing moves.
 */
export function RequestsTab(props: RequestsTabProps) {
  usePrefetchInfiniteQuery(historyQuery)
  const { isPending } = useQuery(pendingQuery)
  return (
    <div className="grid gap-10">
      <PendingRequests {...props} />
      {!isPending && <RequestHistory />}
    </div>
  )
}

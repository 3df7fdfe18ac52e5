import type { ReactNode } from 'react'

import type { Profile } from '@kundig/contract/profiles/profiles.contract'

import { PendingRequests } from './pending-requests.tsx'
import { RequestHistory } from './request-history.tsx'

export interface RequestsTabProps {
  /** Draws a sender's expertise; profiles know how, requests do not. */
  renderExpertise: (profile: Profile) => ReactNode
  /** Called with the id of the room that accepting opened. */
  onAccepted: (roomId: string) => void
  onRejected: () => void
}

/** Requests that wait for the person's answer, and below them what became of the others. */
export function RequestsTab(props: RequestsTabProps) {
  return (
    <div className="grid gap-10">
      <PendingRequests {...props} />
      <RequestHistory />
    </div>
  )
}

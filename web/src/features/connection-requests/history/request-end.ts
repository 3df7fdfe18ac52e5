import type { ConnectionRequest } from '@kundig/contract/connection-requests/connection-requests.contract'
import type { RequestEnd } from '@kundig/contract/connection-requests/request-life-cycle'

/** How a request ended that was not accepted; null: it was, or waits. A server of the release before tells less. */
export function endOf({ status, withdrawn, ended_by: endedBy }: ConnectionRequest): RequestEnd | null {
  if (status !== 'rejected') return null
  return endedBy ?? (withdrawn ? 'withdrawn' : 'receiver')
}

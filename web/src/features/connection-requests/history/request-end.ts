import type { ConnectionRequest } from '@kundig/contract/connection-requests/connection-requests.contract'
import type { RequestEnd } from '@kundig/contract/connection-requests/request-life-cycle'

/** Returns the end of a rejected request, else null. The previous release's server sends only `withdrawn`. */
export function toRequestEnd({ status, withdrawn, ended_by: endedBy }: ConnectionRequest): RequestEnd | null {
  if (status !== 'rejected') return null
  return endedBy ?? (withdrawn ? 'withdrawn' : 'receiver')
}

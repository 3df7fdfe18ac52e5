import type { ConnectionRequest } from '@kundig/contract/connection-requests/connection-requests.contract'
import type { RequestEnd } from '@kundig/contract/connection-requests/request-life-cycle'

/** Returns how a rejected request ended, or null. Servers of the previous release send only `withdrawn`. */
export function toRequestEnd({ status, withdrawn, ended_by: endedBy }: ConnectionRequest): RequestEnd | null {
  if (status !== 'rejected') return null
  return endedBy ?? (withdrawn ? 'withdrawn' : 'receiver')
}

import { useQuery } from '@tanstack/react-query'

import { useSession } from '../auth/session.queries.ts'
import { pendingQuery } from './connection-requests.queries.ts'

/** Returns the number of pending requests, including those above the list's maximum; 0 while unknown. */
export function usePendingCount(): number {
  const { status } = useSession()
  const { data } = useQuery({ ...pendingQuery, enabled: status === 'in', select: (pending) => pending.total })
  return data ?? 0
}

import { queryOptions, useQuery } from '@tanstack/react-query'

import { api } from '../../platform/api/client.ts'

/** The requests of whoever is logged in that wait for an answer. It comes with a public page. */
export const waitingQuery = queryOptions(api.connectionRequests.waiting.queryOptions())

/**
 * Tells whether a request of the reader to somebody waits for an answer.
 * @param maySend whether the reader can have sent any; otherwise nothing is asked
 * @returns `undefined` while that is not known. When it cannot be known the answer is no: who then asks twice is refused.
 */
export function useIsWaitingFor(maySend: boolean): (receiverId: string) => boolean | undefined {
  const { data, isError } = useQuery({ ...waitingQuery, enabled: maySend })
  return (receiverId) =>
    maySend && (data ? data.items.some((item) => item.receiver_id === receiverId) : isError ? false : undefined)
}

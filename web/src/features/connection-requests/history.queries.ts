import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'

import { api } from '../../platform/api/client.ts'

/** Requests that were sent, and received ones that were decided; pages by cursor. */
export const historyQuery = infiniteQueryOptions(
  api.connectionRequests.history.infiniteOptions({
    input: (cursor: string | undefined) => (cursor === undefined ? {} : { cursor }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  }),
)

/**
 * Tells to whom a request of the reader waits for an answer, as far as this tab knows. It asks the server nothing: the
 * history is fetched where it is shown, and with the request dialog.
 */
export function useIsWaitingFor(): (receiverId: string) => boolean {
  const { data: history } = useInfiniteQuery({ ...historyQuery, enabled: false })
  // What waits in the history is the reader's own: a received request gets into it once it is decided.
  // `waitingRequestTo` tells more than that, and is more code than the landing page has room for.
  return (receiverId) =>
    history?.pages.some(({ items }) =>
      items.some(({ receiver_id, status }) => receiver_id === receiverId && status === 'pending'),
    ) ?? false
}

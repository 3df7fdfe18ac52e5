import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'

import { client } from '../../../platform/api/client.ts'
import { chatKey } from './chat.queries.ts'

const foundKey = [...chatKey, 'found'] as const

/** @param query trimmed and not empty @param roomId all rooms by default */
export function foundMessagesQuery(query: string, roomId: string | undefined) {
  return infiniteQueryOptions({
    queryKey: [...foundKey, { query, roomId }],
    queryFn: ({ pageParam, signal }) =>
      client.chat.searchMessages(
        {
          query,
          ...(roomId !== undefined && { room_id: roomId }),
          ...(pageParam !== undefined && { cursor: pageParam }),
        },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    // Results must not move when the reader comes back to the window.
    refetchOnWindowFocus: false,
  })
}

type FoundQuery = ReturnType<typeof foundMessagesQuery>

/** Repeats searches with results in a room of which a message changed. */
export function refreshFound(queryClient: QueryClient, roomId: string): void {
  void queryClient.invalidateQueries({
    queryKey: foundKey,
    predicate: ({ queryKey }) =>
      queryClient
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- keys below `foundKey` are made above
        .getQueryData(queryKey as FoundQuery['queryKey'])
        ?.pages.some(({ items }) => items.some((found) => found.room_id === roomId)) ?? false,
  })
}

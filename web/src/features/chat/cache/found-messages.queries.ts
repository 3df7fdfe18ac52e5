import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'

import { client } from '../../../platform/api/client.ts'
import { chatKey } from './chat.queries.ts'

const foundKey = [...chatKey, 'found'] as const

/** Searches messages. @param query trimmed and not empty @param roomId limits the search to one room */
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
    // A refetch when the window gets focus would move the results.
    refetchOnWindowFocus: false,
  })
}

type FoundQuery = ReturnType<typeof foundMessagesQuery>

/** Repeats the searches that found messages of this room, after one of its messages changed. */
export function refreshFoundMessages(queryClient: QueryClient, roomId: string): void {
  void queryClient.invalidateQueries({
    queryKey: foundKey,
    predicate: ({ queryKey }) =>
      queryClient
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- keys below `foundKey` are made above
        .getQueryData(queryKey as FoundQuery['queryKey'])
        ?.pages.some(({ items }) => items.some((found) => found.room_id === roomId)) ?? false,
  })
}

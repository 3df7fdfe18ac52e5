import { infiniteQueryOptions } from '@tanstack/react-query'

import { api } from '../../platform/api/client.ts'

export const historyQuery = infiniteQueryOptions(
  api.connectionRequests.history.infiniteOptions({
    input: (cursor: string | undefined) => (cursor === undefined ? {} : { cursor }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  }),
)

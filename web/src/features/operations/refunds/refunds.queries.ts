import { infiniteQueryOptions } from '@tanstack/react-query'

import { api } from '../../../platform/api/client.ts'

/** How often those who look at the list are asked for more (ms): nothing else says that one came. */
const ASKED_EVERY_MS = 60_000

/** What sellers left unanswered, the longest waiting first; pages by cursor. */
export const refundRequestsQuery = infiniteQueryOptions({
  ...api.operations.refundRequests.infiniteOptions({
    input: (cursor: string | undefined) => (cursor === undefined ? {} : { cursor }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  }),
  refetchInterval: ASKED_EVERY_MS,
})

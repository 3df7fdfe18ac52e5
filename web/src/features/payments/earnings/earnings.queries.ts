import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

import { api } from '../../../platform/api/client.ts'

/** Earnings of the logged-in person. Each screen refetches them, because money may have moved. */
export const earningsQuery = queryOptions({ ...api.payments.earnings.queryOptions(), staleTime: 0 })

export const earnedQuery = infiniteQueryOptions({
  ...api.payments.earned.infiniteOptions({
    input: (cursor: string | undefined) => (cursor === undefined ? {} : { cursor }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  }),
  staleTime: 0,
})

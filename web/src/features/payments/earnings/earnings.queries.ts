import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

import { api } from '../../../platform/api/client.ts'

/** What one earned, in all and by month. */
export const earningsQuery = queryOptions(api.payments.earnings.queryOptions())

/** What one was paid; pages by cursor. */
export const earnedQuery = infiniteQueryOptions(
  api.payments.earned.infiniteOptions({
    input: (cursor: string | undefined) => (cursor === undefined ? {} : { cursor }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  }),
)

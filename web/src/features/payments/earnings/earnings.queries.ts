import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

import { api } from '../../../platform/api/client.ts'

/** The reader’s earnings, in all and by month. Money may have moved since another screen was left, so it is read again each time. */
export const earningsQuery = queryOptions({ ...api.payments.earnings.queryOptions(), staleTime: 0 })

/** The payments to the reader, read again each time; pages by cursor. */
export const earnedQuery = infiniteQueryOptions({
  ...api.payments.earned.infiniteOptions({
    input: (cursor: string | undefined) => (cursor === undefined ? {} : { cursor }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  }),
  staleTime: 0,
})

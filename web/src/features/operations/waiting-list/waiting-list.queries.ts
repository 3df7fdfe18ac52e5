import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

import type { Category } from '@kundig/contract/profiles/categories'

import { api } from '../../../platform/api/client.ts'

export const waitingCountsQuery = queryOptions(api.operations.waitingCounts.queryOptions())

export const waitingListQuery = (category: Category | null) =>
  infiniteQueryOptions(
    api.operations.waitingList.infiniteOptions({
      input: (cursor: string | undefined) => ({
        ...(category === null ? {} : { category }),
        ...(cursor === undefined ? {} : { cursor }),
      }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.next_cursor ?? undefined,
    }),
  )

import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

import type { BookRange } from '@kundig/contract/operations/book-columns'

import { api } from '../../../platform/api/client.ts'

const REFETCH_MS = 60_000

export const booksQuery = (range: BookRange) =>
  queryOptions({ ...api.operations.books.queryOptions({ input: { range } }), refetchInterval: REFETCH_MS })

export const booksOfDayQuery = (day: string) =>
  infiniteQueryOptions(
    api.operations.booksOfDay.infiniteOptions({
      input: (cursor: string | undefined) => ({ day, ...(cursor === undefined ? {} : { cursor }) }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.next_cursor ?? undefined,
    }),
  )

import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

import type { BookRange } from '@kundig/contract/operations/book-columns'

import { api } from '../../../platform/api/client.ts'

/** How often what is new is asked for (ms). */
const ASKED_EVERY_MS = 60_000

/** What moved on the Stripe balance, by day or month. */
export const booksQuery = (range: BookRange) =>
  queryOptions({ ...api.operations.books.queryOptions({ input: { range } }), refetchInterval: ASKED_EVERY_MS })

/** The transactions of a day, the oldest first. */
export const booksOfDayQuery = (day: string) =>
  infiniteQueryOptions(
    api.operations.booksOfDay.infiniteOptions({
      input: (cursor: string | undefined) => ({ day, ...(cursor === undefined ? {} : { cursor }) }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.next_cursor ?? undefined,
    }),
  )

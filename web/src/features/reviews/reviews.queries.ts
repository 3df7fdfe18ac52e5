import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query'

import { api } from '../../platform/api/client.ts'

export function reviewsQuery(expertId: string) {
  return infiniteQueryOptions({
    ...api.reviews.list.infiniteOptions({
      input: (cursor: string | undefined) => ({ person_id: expertId, ...(cursor !== undefined && { cursor }) }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.next_cursor ?? undefined,
    }),
    staleTime: 30_000,
  })
}

/** The person's own review of an expert. A new payment card refetches it, because a payment permits a review. */
export function ownReviewQuery(expertId: string) {
  return queryOptions({ ...api.reviews.own.queryOptions({ input: { person_id: expertId } }), staleTime: 5000 })
}

export function refreshReviews(queryClient: QueryClient, expertId: string): Promise<unknown> {
  return Promise.all([
    queryClient.invalidateQueries(reviewsQuery(expertId)),
    queryClient.invalidateQueries(ownReviewQuery(expertId)),
    queryClient.invalidateQueries(api.profiles.get.queryOptions({ input: { id: expertId } })),
  ])
}

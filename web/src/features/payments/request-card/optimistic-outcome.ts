import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query'

/** Provider's outcome in this browser, before the server knows it. */
export type OptimisticOutcome = 'succeeded' | 'processing' | null

/** Query without a fetch, filled by `setOptimisticOutcome`. */
export function optimisticOutcomeQuery(paymentRequestId: string) {
  return queryOptions<OptimisticOutcome>({
    queryKey: ['payments', 'optimistic-outcome', paymentRequestId],
    queryFn: skipToken,
    initialData: null,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Shows an outcome before the server knows it; null reverts to pending (spec 4). */
export function setOptimisticOutcome(
  queryClient: QueryClient,
  paymentRequestId: string,
  outcome: OptimisticOutcome,
): void {
  queryClient.setQueryData(optimisticOutcomeQuery(paymentRequestId).queryKey, outcome)
}

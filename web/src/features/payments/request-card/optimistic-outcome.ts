import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query'

/** Outcome from the provider in this browser, before the server confirms it. */
export type OptimisticOutcome = 'succeeded' | 'processing' | null

/** Query that never fetches. `setOptimisticOutcome` sets its data. */
export function optimisticOutcomeQuery(paymentRequestId: string) {
  return queryOptions<OptimisticOutcome>({
    queryKey: ['payments', 'optimistic-outcome', paymentRequestId],
    queryFn: skipToken,
    initialData: null,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Shows an outcome before the server confirms it; null reverts to pending (spec 4). */
export function setOptimisticOutcome(
  queryClient: QueryClient,
  paymentRequestId: string,
  outcome: OptimisticOutcome,
): void {
  queryClient.setQueryData(optimisticOutcomeQuery(paymentRequestId).queryKey, outcome)
}

import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query'

/** What the provider told this browser about a payment, before the server knows it. */
export type OptimisticOutcome = 'succeeded' | 'processing' | null

/** Options of the query for the optimistic outcome of a payment request. It fetches nothing: `setOptimisticOutcome` fills it. */
export function optimisticOutcomeQuery(paymentRequestId: string) {
  return queryOptions<OptimisticOutcome>({
    queryKey: ['payments', 'optimistic-outcome', paymentRequestId],
    queryFn: skipToken,
    initialData: null,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Shows an outcome before the server knows it; null takes it back (spec 4: the state reverts to pending). */
export function setOptimisticOutcome(
  queryClient: QueryClient,
  paymentRequestId: string,
  outcome: OptimisticOutcome,
): void {
  queryClient.setQueryData(optimisticOutcomeQuery(paymentRequestId).queryKey, outcome)
}

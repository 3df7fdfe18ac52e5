import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query'

/** What the provider told this browser about a payment that the server has yet to see. */
export type EarlyOutcome = 'succeeded' | 'processing' | null

/** Options of the query for what is known early about a payment request. It asks nobody: `tellEarly` fills it. */
export function earlyOutcomeQuery(paymentRequestId: string) {
  return queryOptions<EarlyOutcome>({
    queryKey: ['payments', 'early-outcome', paymentRequestId],
    queryFn: skipToken,
    initialData: null,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Shows an outcome before the server knows it; null takes it back (spec 4: the state reverts to pending). */
export function tellEarly(queryClient: QueryClient, paymentRequestId: string, outcome: EarlyOutcome): void {
  queryClient.setQueryData(earlyOutcomeQuery(paymentRequestId).queryKey, outcome)
}

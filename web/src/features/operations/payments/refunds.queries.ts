import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'

import { api } from '../../../platform/api/client.ts'
import { auditLogQuery } from '../operations.queries.ts'

/** Refetch interval (ms): no live event announces a request. */
const REFETCH_MS = 60_000

export const refundRequestsQuery = infiniteQueryOptions({
  ...api.operations.refundRequests.infiniteOptions({
    input: (cursor: string | undefined) => (cursor === undefined ? {} : { cursor }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  }),
  refetchInterval: REFETCH_MS,
})

/** Refetches the data of a changed payment. Resets Stripe's answer about the payment, because it is outdated. */
export async function refreshPayment(queryClient: QueryClient): Promise<void> {
  const { paymentTimeline, paymentReceipts, askStripe } = api.operations
  const changed = [auditLogQuery.queryKey, refundRequestsQuery.queryKey, paymentTimeline.key(), paymentReceipts.key()]
  await Promise.all([
    queryClient.resetQueries({ queryKey: askStripe.key() }),
    ...changed.map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  ])
}

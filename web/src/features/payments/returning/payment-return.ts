import { type QueryClient, queryOptions } from '@tanstack/react-query'

import type { PaymentRequest } from '@kundig/contract/payments/payments.contract'

import { client } from '../../../platform/api/client.ts'
import { toFailure } from '../../../platform/api/failure.ts'
import { configurationQuery } from '../provider/configuration.queries.ts'
import { loadProvider } from '../provider/provider-loader.ts'
import type { PaymentState } from '../provider/provider.ts'
import type { Paying } from './pay-resume.ts'

/** Polling interval for a payment without an outcome (ms). */
const POLL_EVERY_MS = 3000

export type PaymentReturn = 'paid' | 'processing' | 'failed' | 'withdrawn' | 'ended' | 'unknown'

export function toRequestOutcome({
  status,
  ended_by: endedBy,
}: Pick<PaymentRequest, 'status' | 'ended_by'>): PaymentReturn {
  if (status === 'completed') return 'paid'
  if (status === 'pending') return 'unknown'
  if (endedBy === 'withdrawn') return 'withdrawn'
  return endedBy === null || endedBy === 'failed' ? 'failed' : 'ended'
}

/** Converts the provider's state of a pending request. Only the server can confirm a payment. */
export function toPaymentReturn(payment: PaymentState): PaymentReturn {
  if (payment.status === 'processing') return 'processing'
  return payment.status === 'open' && payment.failure !== null ? 'failed' : 'unknown'
}

/** Reads the outcome of this tab's payment after the bank's page. The return address is not trusted. */
export function paymentReturnQuery(queryClient: QueryClient, { roomId, paymentRequestId: id }: Paying) {
  return queryOptions({
    queryKey: ['payments', 'return', id],
    queryFn: async () => {
      const [{ partner }, request] = await Promise.all([
        client.chat.room({ id: roomId }),
        client.payments.request({ id }),
      ])
      const { amount, currency, status } = request
      const as = status === 'pending' ? await fetchPendingOutcome(queryClient, id) : toRequestOutcome(request)
      return { as, amount, currency, name: partner.full_name }
    },
    gcTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.as === 'processing' || state.data?.as === 'unknown' ? POLL_EVERY_MS : false,
  })
}

async function fetchPendingOutcome(queryClient: QueryClient, id: string): Promise<PaymentReturn> {
  try {
    // The server reads the payment from Stripe, and decides the request if possible.
    const { clientSecret } = await client.payments.clientSecret({ id })
    const provider = await loadProvider(await queryClient.query(configurationQuery))
    return toPaymentReturn(await provider.retrievePaymentIntent(clientSecret))
  } catch (error) {
    if (toFailure(error).code !== 'PAYMENT_DECIDED') throw error
    return toRequestOutcome(await client.payments.request({ id }))
  }
}

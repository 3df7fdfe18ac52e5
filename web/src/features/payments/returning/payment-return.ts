import { type QueryClient, queryOptions } from '@tanstack/react-query'

import type { PaymentRequest } from '@kundig/contract/payments/payments.contract'

import { client } from '../../../platform/api/client.ts'
import { toFailure } from '../../../platform/api/failure.ts'
import { configurationQuery } from '../provider/configuration.queries.ts'
import { loadProvider } from '../provider/provider-loader.ts'
import type { PaymentState } from '../provider/provider.ts'
import type { Paying } from './pay-resume.ts'

/** How long to wait before a payment without an outcome is read again (ms). */
const POLL_EVERY_MS = 3000

/** What became of a payment; `unknown` while nobody knows, `ended` where its request cannot be paid any more. */
export type PaymentReturn = 'paid' | 'processing' | 'failed' | 'withdrawn' | 'ended' | 'unknown'

/** What became of the payment of a request, by how the request stands. */
export function returnOf({ status, ended_by: endedBy }: Pick<PaymentRequest, 'status' | 'ended_by'>): PaymentReturn {
  if (status === 'completed') return 'paid'
  if (status === 'pending') return 'unknown'
  if (endedBy === 'withdrawn') return 'withdrawn'
  return endedBy === null || endedBy === 'failed' ? 'failed' : 'ended'
}

/** What became of a payment whose request is pending, by the provider. Only the server can say that it is paid. */
export function toPaymentReturn(payment: PaymentState): PaymentReturn {
  if (payment.status === 'processing') return 'processing'
  return payment.status === 'open' && payment.failure !== null ? 'failed' : 'unknown'
}

/**
 * What became of the payment that this tab was making when the bank led the person to another page. Nothing in the
 * address they come back to is believed.
 */
export function paymentReturnQuery(queryClient: QueryClient, { roomId, paymentRequestId: id }: Paying) {
  return queryOptions({
    queryKey: ['payments', 'return', id],
    queryFn: async () => {
      const [{ partner }, request] = await Promise.all([
        client.chat.room({ id: roomId }),
        client.payments.request({ id }),
      ])
      const { amount, currency, status } = request
      const as = status === 'pending' ? await readPending(queryClient, id) : returnOf(request)
      return { as, amount, currency, name: partner.full_name }
    },
    gcTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.as === 'processing' || state.data?.as === 'unknown' ? POLL_EVERY_MS : false,
  })
}

async function readPending(queryClient: QueryClient, id: string): Promise<PaymentReturn> {
  try {
    // The server asks Stripe for it, and decides the request where it can.
    const { clientSecret } = await client.payments.clientSecret({ id })
    const provider = await loadProvider(await queryClient.query(configurationQuery))
    return toPaymentReturn(await provider.retrievePaymentIntent(clientSecret))
  } catch (error) {
    if (toFailure(error).code !== 'PAYMENT_DECIDED') throw error
    return returnOf(await client.payments.request({ id }))
  }
}

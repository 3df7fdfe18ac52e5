import { type QueryClient, queryOptions } from '@tanstack/react-query'

import type { PaymentStatus } from '@kundig/contract/payments/payment-life-cycle'

import { client } from '../../../platform/api/client.ts'
import { toFailure } from '../../../platform/api/failure.ts'
import type { Paying } from './pay-resume.ts'
import { configurationQuery } from '../provider/configuration.queries.ts'
import { loadProvider } from '../provider/provider-loader.ts'
import type { PaymentState } from '../provider/provider.ts'

/** How long after one look at a payment that has no end yet the next one follows (ms). */
const POLL_EVERY_MS = 3000

/** What became of a payment; `unknown` while nobody can say. */
export type PaymentReturn = 'paid' | 'processing' | 'failed' | 'unknown'

/** What the server's word on a request means for its payment. */
const BY_STATUS = { completed: 'paid', rejected: 'failed', pending: 'unknown' } as const satisfies Record<
  PaymentStatus,
  PaymentReturn
>

/** What the provider says of a payment that the server has as pending. That it is paid only the server can say. */
export function toPaymentReturn(payment: PaymentState): PaymentReturn {
  if (payment.status === 'processing') return 'processing'
  return payment.status === 'open' && payment.failure !== null ? 'failed' : 'unknown'
}

/**
 * Options of the query for what became of the payment that this tab was about when the bank took the person
 * elsewhere. Nothing of the address they come back to is believed.
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
      const as = status === 'pending' ? await readPending(queryClient, id) : BY_STATUS[status]
      return { as, amount, currency, name: partner.full_name }
    },
    gcTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.as === 'processing' || state.data?.as === 'unknown' ? POLL_EVERY_MS : false,
  })
}

async function readPending(queryClient: QueryClient, id: string): Promise<PaymentReturn> {
  try {
    // On the way the server asks Stripe, and decides the request where it can be.
    const { clientSecret } = await client.payments.clientSecret({ id })
    const provider = await loadProvider(await queryClient.query(configurationQuery))
    return toPaymentReturn(await provider.retrievePaymentIntent(clientSecret))
  } catch (error) {
    if (toFailure(error).code !== 'PAYMENT_DECIDED') throw error
    return BY_STATUS[(await client.payments.request({ id })).status]
  }
}

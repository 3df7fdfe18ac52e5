import type { z } from 'zod'

import type { Access, Keys } from './access.ts'
import { readParameters } from './parameters.ts'
import type { Transaction } from './sql.ts'

export interface WebhookEndpoint {
  url: string
  secret: string
  /** Complete v1 objects, or thin notifications of the v2 API. */
  payload: 'snapshot' | 'thin'
  /** True to receive connected accounts' events, not the platform's (https://docs.stripe.com/connect/webhooks). */
  connect?: boolean
}

export interface Fees {
  /** Share of each charge, in hundredths of a per cent. */
  basisPoints: number
  /** Fixed part for each charge (cents). */
  fixed: number
  /** Fee for each dispute that withdraws money (cents). */
  dispute: number
  /** Days until a payment's money is available. */
  settleDays: number
}

export interface Settings extends Keys {
  publicUrl: string
  webhooks: readonly WebhookEndpoint[]
  fees: Fees
}

export interface Work {
  tx: Transaction
  settings: Settings
  request: { id: string; idempotencyKey: string | null } | null
}

export function withAccount(work: Work, account: string | null): Work {
  return { ...work, tx: { ...work.tx, account } }
}

export interface Call extends Work {
  access: Access
  id: string
}

export interface Endpoint {
  method: 'DELETE' | 'GET' | 'POST'
  path: string
  access: Access
  /** True if `Stripe-Account` is allowed. */
  forAccounts: boolean
  perform: (call: Call, raw: unknown) => Promise<object>
}

/** Declares an operation; `handle` gets parsed parameters and returns the response. */
export function defineEndpoint<S extends z.ZodType>(
  place: `${Endpoint['method']} /${string}`,
  access: Access,
  schema: S,
  handle: (call: Call, params: z.output<S>) => Promise<object>,
  { forAccounts = false }: { forAccounts?: boolean } = {},
): Endpoint {
  const [method, path] = place.split(' ', 2)
  return {
    method: method === 'GET' || method === 'DELETE' ? method : 'POST',
    path: path ?? '/',
    access,
    forAccounts,
    perform: (call, raw) => handle(call, readParameters(schema, raw)),
  }
}

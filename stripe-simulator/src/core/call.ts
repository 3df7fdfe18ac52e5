import type { z } from 'zod'

import type { Access, Keys } from './access.ts'
import { readParameters } from './parameters.ts'
import type { Transaction } from './sql.ts'

/** Where events go. */
export interface WebhookEndpoint {
  url: string
  /** Signs what is sent there; `whsec_…`. */
  secret: string
  /** Whole objects of the v1 API, or thin notifications of the v2 API. */
  payload: 'snapshot' | 'thin'
  /** Gets the events of connected accounts instead of the platform's own (https://docs.stripe.com/connect/webhooks). */
  connect?: boolean
}

/** What Stripe takes, and when it hands out the rest. */
export interface Fees {
  /** Of each charge, in hundredths of a per cent. */
  basisPoints: number
  /** Of each charge beside that (cents). */
  fixed: number
  /** Of each dispute that takes money (cents). */
  dispute: number
  /** Days until a payment's money is available. */
  settleDays: number
}

/** What holds for the whole process. */
export interface Settings extends Keys {
  /** The base of addresses that browsers open, without a slash at its end. */
  publicUrl: string
  webhooks: readonly WebhookEndpoint[]
  /** What `wipe` puts back. */
  fees: Fees
}

/** What whoever changes an object works with. */
export interface Work {
  tx: Transaction
  settings: Settings
  /** The request behind it, for the events; null when nobody's request is. */
  request: { id: string; idempotencyKey: string | null } | null
}

/** The same work on behalf of a connected account; null for the platform itself. */
export function actingFor(work: Work, account: string | null): Work {
  return { ...work, tx: { ...work.tx, account } }
}

/** A request to the API, in its transaction. */
export interface Call extends Work {
  access: Access
  /** What the address names, such as the id of `/v1/customers/:id`. */
  id: string
}

/** One operation of the API, its parameters already read. */
export interface Endpoint {
  method: 'DELETE' | 'GET' | 'POST'
  /** As Fastify writes it, with `:id` at most once. */
  path: string
  /** The least that is needed. */
  access: Access
  /** Whether it may be asked on behalf of a connected account (`Stripe-Account`). */
  forAccounts: boolean
  perform: (call: Call, raw: unknown) => Promise<object>
}

/** Declares an operation: `handle` gets its parameters as the schema reads them, and returns what is answered. */
export function endpoint<S extends z.ZodType>(
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

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
}

/** What holds for the whole process. */
export interface Settings extends Keys {
  /** The base of addresses that browsers open, without a slash at its end. */
  publicUrl: string
  webhooks: readonly WebhookEndpoint[]
}

/** What whoever changes an object works with. */
export interface Work {
  tx: Transaction
  settings: Settings
  /** The request behind it, for the events; null when nobody's request is. */
  request: { id: string; idempotencyKey: string | null } | null
}

/** A request to the API, in its transaction. */
export interface Call extends Work {
  access: Access
  /** What the address names, such as the id of `/v1/customers/:id`. */
  id: string
}

/** One operation of the API, its parameters already read. */
export interface Endpoint {
  method: 'GET' | 'POST'
  /** As Fastify writes it, with `:id` at most once. */
  path: string
  /** The least that is needed. */
  access: Access
  perform: (call: Call, raw: unknown) => Promise<object>
}

/** Declares an operation: `handle` gets its parameters as the schema reads them, and returns what is answered. */
export function endpoint<S extends z.ZodType>(
  place: `${Endpoint['method']} /${string}`,
  access: Access,
  schema: S,
  handle: (call: Call, params: z.output<S>) => Promise<object>,
): Endpoint {
  const [method, path] = place.split(' ', 2)
  return {
    method: method === 'GET' ? 'GET' : 'POST',
    path: path ?? '/',
    access,
    perform: (call, raw) => handle(call, readParameters(schema, raw)),
  }
}

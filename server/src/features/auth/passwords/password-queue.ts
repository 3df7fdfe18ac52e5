import { AsyncLocalStorage } from 'node:async_hooks'

import type { HttpServer } from '../../../platform/http/http-server.ts'
import type { Bulkhead } from '../../../platform/limits/bulkhead.ts'
import { toClientNetwork } from '../../../platform/limits/client-network.ts'

export interface PasswordQueues {
  /** Queue of whole sign-ups and sign-ins, with all their queries. */
  entries: Bulkhead
  hashes: Bulkhead
}

const asking = new AsyncLocalStorage<{ client: string; turns: PasswordQueues }>()

/** Queues requests per client network, so that other work has free threads. Call this before serving routes. */
export function installPasswordQueues(server: HttpServer, turns: PasswordQueues): void {
  // Runs after the request body is read, because reading it loses the async context.
  server.addHook('preHandler', (request, _reply, done) => {
    asking.run({ client: toClientNetwork(request.ip), turns }, done)
  })
}

/** @throws Refusal TOO_MANY_ATTEMPTS, UNAVAILABLE when the queue is full, before any work is done */
export function queueSignIn<T>(enter: () => Promise<T>): Promise<T> {
  const context = asking.getStore()
  return context ? context.turns.entries.run(context.client, enter) : enter()
}

/** @throws Refusal TOO_MANY_ATTEMPTS, UNAVAILABLE when the queue is full, before hashing */
export function queuePasswordHash<T>(hash: () => Promise<T>): Promise<T> {
  const context = asking.getStore()
  return context ? context.turns.hashes.run(context.client, hash) : hash()
}

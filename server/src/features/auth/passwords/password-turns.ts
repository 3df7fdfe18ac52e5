import { AsyncLocalStorage } from 'node:async_hooks'

import type { HttpServer } from '../../../platform/http/http-server.ts'
import type { Bulkhead } from '../../../platform/limits/bulkhead.ts'
import { clientNetwork } from '../../../platform/limits/client-network.ts'

export interface PasswordTurns {
  /** Whole sign-ups and sign-ins, with all that they ask of the database. */
  entries: Bulkhead
  /** Hashing one password. */
  hashes: Bulkhead
}

const asking = new AsyncLocalStorage<{ client: string; turns: PasswordTurns }>()

/**
 * Makes every request that hashes a password wait for its turn, per IP: neither many requests nor those of one IP take the
 * threads that everything else needs. Call it before routes are served.
 */
export function servePasswordTurns(server: HttpServer, turns: PasswordTurns): void {
  // Once the body is read: what reads it does not keep the context.
  server.addHook('preHandler', (request, _reply, done) => {
    asking.run({ client: clientNetwork(request.ip), turns }, done)
  })
}

/**
 * Signs up or in when it is this request's turn, before it asks anything of the database.
 * @throws Refusal TOO_MANY_ATTEMPTS, UNAVAILABLE when too much waits: then nothing was done
 */
export function inEntryTurn<T>(enter: () => Promise<T>): Promise<T> {
  const context = asking.getStore()
  return context ? context.turns.entries.run(context.client, enter) : enter()
}

/**
 * Hashes a password when it is this request's turn; at once where no request asks for it.
 * @throws Refusal TOO_MANY_ATTEMPTS, UNAVAILABLE when too much waits: then nothing was hashed
 */
export function inPasswordTurn<T>(hash: () => Promise<T>): Promise<T> {
  const context = asking.getStore()
  return context ? context.turns.hashes.run(context.client, hash) : hash()
}

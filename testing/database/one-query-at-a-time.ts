import { Client } from 'pg'

/**
 * A connection may run only one query at a time. The next release of pg rejects concurrent queries, such as Promise.all
 * in a transaction. In tests, such queries already fail. Each query of a pool has its own connection.
 */
const busy = new WeakSet<Client>()
// oxlint-disable-next-line typescript/unbound-method -- called with its own `this` below
const originalQuery: (...input: unknown[]) => unknown = Client.prototype.query

function queryOneAtATime(this: Client, ...input: unknown[]): unknown {
  if (busy.has(this)) throw new Error('Two queries at once on one connection: await the first')
  const answer = originalQuery.apply(this, input)
  // Pools pass a callback, and lend each connection to one caller at a time. So only promises are checked.
  if (!(answer instanceof Promise)) return answer
  busy.add(this)
  return answer.finally(() => busy.delete(this))
}

Object.assign(Client.prototype, { query: queryOneAtATime })

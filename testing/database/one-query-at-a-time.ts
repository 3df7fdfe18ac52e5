import { Client } from 'pg'

/**
 * A connection does one query at a time. Whoever asks two of it at once, as with Promise.all in a transaction, only
 * thinks that they run together, and the next release of pg refuses it: here it fails already, in the server as in the
 * tests. What goes through a pool has a connection each.
 */
const busy = new WeakSet<Client>()
// oxlint-disable-next-line typescript/unbound-method -- called with its own `this` below
const ask: (...input: unknown[]) => unknown = Client.prototype.query

function askOneAtATime(this: Client, ...input: unknown[]): unknown {
  if (busy.has(this)) throw new Error('Two queries at once on one connection: await the first')
  const answer = ask.apply(this, input)
  // A pool asks by callback, and lends a connection to one at a time.
  if (!(answer instanceof Promise)) return answer
  busy.add(this)
  return answer.finally(() => busy.delete(this))
}

Object.assign(Client.prototype, { query: askOneAtATime })

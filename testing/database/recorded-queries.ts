import { Client } from 'pg'

type Ask = (this: Client, ...input: unknown[]) => unknown

/** Records the statements of this process on all connections, in order. Each statement is one round trip. */
export async function recordQueries(work: (texts: readonly string[]) => Promise<unknown>): Promise<string[]> {
  const texts: string[] = []
  // oxlint-disable-next-line typescript/unbound-method -- called with its own `this` below
  const ask: Ask = Client.prototype.query
  const askRecorded: Ask = function (this: Client, ...input) {
    const [query] = input
    texts.push(typeof query === 'string' ? query : String((query as { text?: unknown }).text))
    return ask.apply(this, input)
  }
  Object.assign(Client.prototype, { query: askRecorded })
  try {
    await work(texts)
  } finally {
    Object.assign(Client.prototype, { query: ask })
  }
  return texts
}

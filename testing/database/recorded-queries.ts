import { Client } from 'pg'

type Ask = (this: Client, ...input: unknown[]) => unknown

/**
 * Takes down what this process asks of its databases, over whichever connection, while something is done. Each is one
 * round trip.
 * @param work takes the texts so far, to which further ones are added
 * @returns the texts of the statements, in the order in which they were asked
 */
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

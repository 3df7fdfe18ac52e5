import { Readable } from 'node:stream'

import { Bulkhead } from '../../limits/bulkhead.ts'

/**
 * Makes pieces one at a time, in a fair queue: each takes a database connection and some milliseconds of a processor. A
 * place is never held while a client reads.
 */
const queue = new Bulkhead({ slots: 1, waitingMax: 100, waitingPerKeyMax: 10, waitMs: 30_000 })

/**
 * Returns a body that is made piece by piece as it is read. An error before the first piece is thrown here, so that it
 * can be answered as a failure; a later one cuts the answer off.
 * @param personId person in whose turn the pieces are made
 * @throws Refusal UNAVAILABLE when the turn of the first piece does not come, and what `pieces` throws before it
 */
export async function answerPieces(personId: string, pieces: AsyncGenerator<string, void>): Promise<Readable> {
  const next = (): Promise<IteratorResult<string, void>> => queue.run(personId, () => pieces.next())
  const first = await next()
  async function* all(): AsyncGenerator<string, void> {
    try {
      for (let piece = first; typeof piece.value === 'string'; piece = await next()) yield piece.value
    } finally {
      await pieces.return()
    }
  }
  return Readable.from(all(), { objectMode: false })
}

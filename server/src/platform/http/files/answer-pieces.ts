import { Readable } from 'node:stream'

import { Bulkhead } from '../../limits/bulkhead.ts'

/**
 * Pieces are made one at a time, and people take turns: each piece takes a database connection and some milliseconds of a
 * processor. A place is never kept while a client reads.
 */
const turns = new Bulkhead({ places: 1, waitingMax: 100, waitingPerKeyMax: 10, waitMs: 30_000 })

/**
 * A body that is made piece by piece as it is read. What fails before its first piece is thrown here, so that it can be answered as
 * a failure; later, the answer is cut off.
 * @param personId whose turns it takes
 * @throws Refusal UNAVAILABLE when the turn of the first piece does not come, and what `pieces` throws before it
 */
export async function answerPieces(personId: string, pieces: AsyncGenerator<string, void>): Promise<Readable> {
  const next = (): Promise<IteratorResult<string, void>> => turns.run(personId, () => pieces.next())
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

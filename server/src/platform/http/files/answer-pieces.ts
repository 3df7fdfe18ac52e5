import { Readable } from 'node:stream'

import { Bulkhead } from '../../limits/bulkhead.ts'

/** One piece at a time: each takes a connection for milliseconds. A client that reads occupies no place. */
const queue = new Bulkhead({ slots: 1, waitingMax: 100, waitingPerKeyMax: 10, waitMs: 30_000 })

/** Makes a body as it is read. Only an error before the first piece, such as UNAVAILABLE, is thrown; later ones cut it off. */
export async function streamPieces(personId: string, pieces: AsyncGenerator<string, void>): Promise<Readable> {
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

import { Readable } from 'node:stream'

import { Bulkhead } from '../../limits/bulkhead.ts'

/** Queue that prepares one piece at a time. This uses a connection for milliseconds, not while the client reads. */
const queue = new Bulkhead({ slots: 1, waitingMax: 100, waitingPerKeyMax: 10, waitMs: 30_000 })

/** Streams pieces as the client reads them. Throws errors before the first piece; later errors cut the stream off. */
export async function streamPieces(personId: string, pieces: AsyncGenerator<string, void>): Promise<Readable> {
  const next = (): Promise<IteratorResult<string, void>> => queue.run(personId, () => pieces.next())
  const first = await next()
  async function* generatePieces(): AsyncGenerator<string, void> {
    try {
      for (let piece = first; typeof piece.value === 'string'; piece = await next()) yield piece.value
    } finally {
      await pieces.return()
    }
  }
  return Readable.from(generatePieces(), { objectMode: false })
}

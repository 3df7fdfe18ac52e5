import { Readable } from 'node:stream'

/**
 * A body that is made piece by piece as it is read. What fails before its first piece is thrown here, so that it can be answered as
 * a failure; later, the answer is cut off.
 */
export async function answerPieces(pieces: AsyncGenerator<string, void>): Promise<Readable> {
  const { value: first } = await pieces.next()
  async function* all(): AsyncGenerator<string, void> {
    if (typeof first === 'string') yield first
    yield* pieces
  }
  return Readable.from(all(), { objectMode: false })
}

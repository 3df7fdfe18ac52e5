import { promisify } from 'node:util'
import { constants, crc32, deflateRaw } from 'node:zlib'

/** A piece of an answer. What is secret stands in it as it is: its length tells how long it is, and nothing else. */
export interface Piece {
  text: string
  isSecret: boolean
}

/** Gzip's first bytes: no name, no time, no system. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])

/** The most that a stored block holds (bytes). */
const BLOCK_MAX = 0xffff

/** An empty stored block that is the last. */
const END = Buffer.from([1, 0, 0, 0xff, 0xff])

/**
 * Compresses what is not secret, each piece by itself: nothing of a secret is ever compared with anything else, so that
 * what a stranger puts beside it changes no length by what it says.
 */
export async function gzipPartly(pieces: readonly Piece[]): Promise<Buffer> {
  const packed = await Promise.all(
    pieces.map(async ({ text, isSecret }) => (isSecret ? store(Buffer.from(text)) : compress(Buffer.from(text)))),
  )
  const whole = Buffer.from(pieces.map(({ text }) => text).join(''))
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(crc32(whole), 0)
  trailer.writeUInt32LE(whole.length % 2 ** 32, 4)
  return Buffer.concat([HEADER, ...packed, END, trailer])
}

/** Ends at a whole byte, and not the stream. */
function compress(bytes: Buffer): Promise<Buffer> {
  return promisify(deflateRaw)(bytes, { finishFlush: constants.Z_FULL_FLUSH })
}

function store(bytes: Buffer): Buffer {
  const blocks: Buffer[] = []
  for (let from = 0; from < bytes.length; from += BLOCK_MAX) {
    const block = bytes.subarray(from, from + BLOCK_MAX)
    const head = Buffer.alloc(5)
    head.writeUInt16LE(block.length, 1)
    head.writeUInt16LE(0xffff - block.length, 3)
    blocks.push(head, block)
  }
  return Buffer.concat(blocks)
}

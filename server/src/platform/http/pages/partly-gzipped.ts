import { promisify } from 'node:util'
import { constants, crc32, deflateRaw } from 'node:zlib'

/** Piece of a page. A secret piece is stored uncompressed, so the page's length reveals only the piece's length. */
export interface Piece {
  text: string
  isSecret: boolean
}

/** First bytes of a gzip file without name, time and system. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])

const BLOCK_MAX = 0xffff

const END = Buffer.from([1, 0, 0, 0xff, 0xff])

/** Compresses each piece separately. Otherwise, the page's length could reveal a secret beside a stranger's text. */
export async function gzipExceptSecrets(pieces: readonly Piece[]): Promise<Buffer> {
  const packed = await Promise.all(
    pieces.map(async ({ text, isSecret }) =>
      isSecret ? toUncompressedBlocks(Buffer.from(text)) : compress(Buffer.from(text)),
    ),
  )
  const whole = Buffer.from(pieces.map(({ text }) => text).join(''))
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(crc32(whole), 0)
  trailer.writeUInt32LE(whole.length % 2 ** 32, 4)
  return Buffer.concat([HEADER, ...packed, END, trailer])
}

/** Compresses bytes up to a byte boundary, without ending the deflate stream. */
function compress(bytes: Buffer): Promise<Buffer> {
  return promisify(deflateRaw)(bytes, { finishFlush: constants.Z_FULL_FLUSH })
}

function toUncompressedBlocks(bytes: Buffer): Buffer {
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

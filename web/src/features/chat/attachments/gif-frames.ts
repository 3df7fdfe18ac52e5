/** Header and description of the screen; the table of colours for all frames follows. */
const HEAD_BYTES = 13
/** Where a block says how large its table of colours is, from its beginning. */
const FLAGS_OF_HEAD = 10
const FLAGS_OF_FRAME = 9
const EXTENSION = 0x21
const FRAME = 0x2c

/**
 * How many frames a GIF has, without decoding any: no browser tells of a file what it shows of it.
 * @param file whatever it is; what is broken is counted up to there
 */
export function countGifFrames(file: Uint8Array): number {
  let frames = 0
  let at = HEAD_BYTES + tableBytes(file[FLAGS_OF_HEAD])
  while (at < file.length) {
    if (file[at] === EXTENSION) at = endOfData(file, at + 2)
    else if (file[at] === FRAME) {
      frames += 1
      // The frame's description, its table of colours, and how wide its codes are.
      at = endOfData(file, at + FLAGS_OF_FRAME + 2 + tableBytes(file[at + FLAGS_OF_FRAME]))
    } else break
  }
  return frames
}

function tableBytes(flags = 0): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1)
}

/** Data comes in pieces, each after its length; the last one is empty. */
function endOfData(file: Uint8Array, start: number): number {
  let at = start
  for (let length = file[at] ?? 0; length > 0; length = file[at] ?? 0) at += length + 1
  return at + 1
}

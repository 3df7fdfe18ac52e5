/** Length of the header and screen descriptor, before the global colour table (bytes). */
const HEAD_BYTES = 13
/** Offset in a descriptor of the byte that contains the size of the colour table. */
const FLAGS_OF_HEAD = 10
const FLAGS_OF_FRAME = 9
const EXTENSION = 0x21
const FRAME = 0x2c

/** Counts a GIF's frames, up to a fault in the file. Browsers have no function for this. */
export function countGifFrames(file: Uint8Array): number {
  let frames = 0
  let at = HEAD_BYTES + computeColourTableBytes(file[FLAGS_OF_HEAD])
  while (at < file.length) {
    if (file[at] === EXTENSION) at = findEndOfData(file, at + 2)
    else if (file[at] === FRAME) {
      frames += 1
      // Skips the image descriptor, its colour table, and the code width.
      at = findEndOfData(file, at + FLAGS_OF_FRAME + 2 + computeColourTableBytes(file[at + FLAGS_OF_FRAME]))
    } else break
  }
  return frames
}

function computeColourTableBytes(flags = 0): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1)
}

/** Skips sub-blocks. Each block begins with its length, and an empty block ends the data. */
function findEndOfData(file: Uint8Array, start: number): number {
  let at = start
  for (let length = file[at] ?? 0; length > 0; length = file[at] ?? 0) at += length + 1
  return at + 1
}

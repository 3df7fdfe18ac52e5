interface Container {
  names: readonly string[]
  /** Unpacks a file of the container. @returns null if the file is missing, damaged or longer than `maxBytes` */
  read: (isWanted: (name: string) => boolean, maxBytes: number) => Promise<Uint8Array | null>
}

interface Part {
  name: string
  method: number
  packedBytes: number
  offset: number
}

const END = 0x06_05_4b_50
const END_BYTES = 22
const COMMENT_MAX = 0xff_ff
const ENTRY = 0x02_01_4b_50
const ENTRY_BYTES = 46
const LOCAL_BYTES = 30

/** Reads the directory of a zip without unpacking. @returns null for a damaged zip */
export function readZipContainer(file: Uint8Array<ArrayBuffer>): Container | null {
  try {
    const parts = readZipDirectory(new DataView(file.buffer, file.byteOffset, file.byteLength))
    return {
      names: parts.map(({ name }) => name),
      read: async (isWanted, maxBytes) => {
        const part = parts.find(({ name }) => isWanted(name))
        return part ? unpackZipPart(file, part, maxBytes).catch(() => null) : null
      },
    }
  } catch {
    return null
  }
}

/** Reads the directory of a zip. @throws RangeError if an offset lies outside the zip */
function readZipDirectory(view: DataView<ArrayBuffer>): Part[] {
  let end = view.byteLength - END_BYTES
  const first = Math.max(0, end - COMMENT_MAX)
  while (end >= first && view.getUint32(end, true) !== END) end--
  const parts: Part[] = []
  let at = view.getUint32(end + 16, true)
  for (let left = view.getUint16(end + 10, true); left > 0 && view.getUint32(at, true) === ENTRY; left--) {
    const nameBytes = view.getUint16(at + 28, true)
    parts.push({
      name: new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + at + ENTRY_BYTES, nameBytes)),
      method: view.getUint16(at + 10, true),
      packedBytes: view.getUint32(at + 20, true),
      offset: view.getUint32(at + 42, true),
    })
    at += ENTRY_BYTES + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return parts
}

/** Unpacks one file of a zip. @throws errors of the unpacking */
async function unpackZipPart(file: Uint8Array<ArrayBuffer>, part: Part, maxBytes: number): Promise<Uint8Array | null> {
  const view = new DataView(file.buffer, file.byteOffset + part.offset, LOCAL_BYTES)
  const start = part.offset + LOCAL_BYTES + view.getUint16(26, true) + view.getUint16(28, true)
  const packed = new Blob([file.subarray(start, start + part.packedBytes)]).stream()
  const unpacked = part.method === 0 ? packed : packed.pipeThrough(new DecompressionStream('deflate-raw'))
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  for (const reader = unpacked.getReader(); ;) {
    const { done, value } = await reader.read()
    if (done) return new Blob(chunks).bytes()
    bytes += value.length
    if (bytes > maxBytes) return null
    chunks.push(value)
  }
}

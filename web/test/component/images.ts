import { drawPhoto, type PhotoColours } from '@kundig/testing/browser/in-page-images'

export function createPhotoFile(photo: PhotoColours): File {
  const bytes = Uint8Array.from(atob(drawPhoto(photo)), (letter) => letter.codePointAt(0) ?? 0)
  return new File([bytes], 'photo.jpg', { type: 'image/jpeg' })
}

/** Makes a small, valid PNG of a black image of `edge` by `edge` pixels. */
export async function createBlackPngFile(edge: number): Promise<File> {
  const header = new Uint8Array(13)
  new DataView(header.buffer).setUint32(0, edge)
  new DataView(header.buffer).setUint32(4, edge)
  header[8] = 1
  const rows = new Blob([new Uint8Array(edge * (1 + Math.ceil(edge / 8)))])
  const pixels = new Uint8Array(
    await new Response(rows.stream().pipeThrough(new CompressionStream('deflate'))).arrayBuffer(),
  )
  const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
  const chunks = [
    createPngChunk('IHDR', header),
    createPngChunk('IDAT', pixels),
    createPngChunk('IEND', new Uint8Array(0)),
  ]
  return new File([Uint8Array.from(signature), ...chunks], 'night.png', { type: 'image/png' })
}

function createPngChunk(type: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const chunk = new Uint8Array(data.length + 12)
  const view = new DataView(chunk.buffer)
  view.setUint32(0, data.length)
  chunk.set(new TextEncoder().encode(type), 4)
  chunk.set(data, 8)
  view.setUint32(data.length + 8, computeChecksum(chunk.subarray(4, data.length + 8)))
  return chunk
}

function computeChecksum(bytes: Uint8Array): number {
  let crc = 0xff_ff_ff_ff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xed_b8_83_20 : crc >>> 1
  }
  return ~crc >>> 0
}

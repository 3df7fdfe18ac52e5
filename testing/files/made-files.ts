import { crc32, deflateRawSync, deflateSync } from 'node:zlib'

import sharp, { type Sharp } from 'sharp'

interface Part {
  name: string
  content: Buffer | string
  /** Size in the archive's table of contents; by default the true size. */
  claimedBytes?: number
  isPacked?: boolean
}

const encodeU16 = (value: number): Buffer => Buffer.from([value & 255, value >> 8])
function encodeU32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

export function createZip(parts: Part[]): Buffer {
  const locals: Buffer[] = []
  const table: Buffer[] = []
  let offset = 0
  for (const { name, content, claimedBytes, isPacked = true } of parts) {
    const original = Buffer.from(content)
    const packed = isPacked ? deflateRawSync(original) : original
    const named = Buffer.from(name)
    // Header with flags, method, time, date, checksum, packed and plain size, length of the name, and extra fields.
    const head = Buffer.concat([
      ...[20, 0, isPacked ? 8 : 0, 0, 0x21].map(encodeU16),
      ...[crc32(original), packed.length, claimedBytes ?? original.length].map(encodeU32),
      ...[named.length, 0].map(encodeU16),
    ])
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), head, named, packed])
    table.push(
      Buffer.concat([Buffer.from('PK\u0001\u0002'), encodeU16(20), head, Buffer.alloc(10), encodeU32(offset), named]),
    )
    locals.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(table)
  const end = [
    encodeU16(0),
    encodeU16(0),
    encodeU16(parts.length),
    encodeU16(parts.length),
    encodeU32(directory.length),
    encodeU32(offset),
    encodeU16(0),
  ]
  return Buffer.concat([...locals, directory, Buffer.from('PK\u0005\u0006'), ...end])
}

export function createDocx(...more: Part[]): Buffer {
  return createDocxWithMain('word/document.xml', ...more)
}

export function createDocxWithMain(main: string, ...more: Part[]): Buffer {
  return createOfficeFile('wordprocessingml.document', main, ...more)
}

export const createXlsx = (...more: Part[]): Buffer =>
  createOfficeFile('spreadsheetml.sheet', 'xl/workbook.xml', ...more)

export const createPptx = (): Buffer => createOfficeFile('presentationml.presentation', 'ppt/presentation.xml')

function createOfficeFile(type: string, main: string, ...more: Part[]): Buffer {
  return createZip([
    {
      name: '[Content_Types].xml',
      content: `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/${main}" ContentType="application/vnd.openxmlformats-officedocument.${type}.main+xml"/></Types>`,
    },
    { name: main, content: '<document><body/></document>' },
    ...more,
  ])
}

/** Creates an OpenDocument text, whose first part must not be packed. */
export function createOdt(...more: Part[]): Buffer {
  return createZip([
    { name: 'mimetype', content: 'application/vnd.oasis.opendocument.text', isPacked: false },
    { name: 'content.xml', content: '<document/>' },
    ...more,
  ])
}

/** File with the header of an old Office document, and a stream of the given name. */
export function createCompoundFile(stream: string): Buffer {
  return Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(1016),
    Buffer.from(stream, 'utf16le'),
    Buffer.alloc(500),
  ])
}

export const createPdf = (text = 'Hello'): Buffer => Buffer.from(`%PDF-1.7\n% ${text}\n%%EOF\n`)

export function createPlainImage(width: number, height: number, background: string): Sharp {
  return sharp({ create: { width, height, channels: 3, background } })
}

/** A photo with a location, stored on its side. After rotation, the left half is red. */
export async function createPhoto(width = 400, height = 300): Promise<Buffer> {
  return createPlainImage(width, height, 'blue')
    .composite([
      {
        input: await createPlainImage(width, height / 2, 'red')
          .png()
          .toBuffer(),
        left: 0,
        top: height / 2,
      },
    ])
    .jpeg()
    .withExif({
      IFD0: { Make: 'Camera of Ada', Copyright: 'Ada Ademola' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 22/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '4/1 54/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer()
}

/** GPSLatitude (tag 2) in a photo's data: three rationals (type 5). */
export const LATITUDE = Buffer.from([2, 0, 5, 0, 3, 0, 0, 0])

export async function createAnimation(colours: string[]): Promise<Buffer> {
  const frames = await Promise.all(colours.map((colour) => createPlainImage(100, 80, colour).png().toBuffer()))
  return sharp(frames, { join: { animated: true } })
    .gif({ delay: colours.map(() => 120), loop: 3 })
    .toBuffer()
}

/** A PNG of a few hundred bytes whose header claims this size (pixels). */
export function createPngWithDeclaredSize(width: number, height: number, bits: 8 | 16 = 8): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([bits, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Readable image formats, and HEIC, the most frequent unreadable format. */
export type ImageFormat = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif' | 'heic'

/** File brands of HEIC, which we cannot read: decoding HEVC needs a licence. */
const HEIC_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'mif1', 'msf1'])
const AVIF_BRANDS = new Set(['avif', 'avis'])

/** Detects a format by the first bytes, not the declared type. Null for others, such as SVG, which may have scripts. */
export function detectImageFormat(file: Buffer): ImageFormat | null {
  const text = (start: number, end: number): string => file.toString('latin1', start, end)
  if (text(0, 3) === '\u00ff\u00d8\u00ff') return 'jpeg'
  if (text(0, 8) === '\u0089PNG\r\n\u001a\n') return 'png'
  if (/^GIF8[79]a$/u.test(text(0, 6))) return 'gif'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp'
  if (text(4, 8) === 'ftyp' && file.length >= 16) {
    // The file type box has the major brand, its version, and the compatible brands.
    const end = Math.min(file.readUInt32BE(0), file.length, 256)
    const brands = [text(8, 12)]
    for (let place = 16; place + 4 <= end; place += 4) brands.push(text(place, place + 4))
    if (brands.some((brand) => AVIF_BRANDS.has(brand))) return 'avif'
    if (brands.some((brand) => HEIC_BRANDS.has(brand))) return 'heic'
  }
  return null
}

import type { ByteRange } from '../../storage/file-storage.ts'

/** Returns null for the whole file, also for several ranges (RFC 9110, 14.2). Throws a RangeError beyond its end. */
export function parseByteRange(header: string | undefined, sizeBytes: number): ByteRange | null {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/iu.exec(header?.replace(/\s/gu, '') ?? '') ?? []
  if (from === '' && to === '') return null
  // In a range without a first byte, the number counts the last bytes.
  const first = from === '' ? Math.max(0, sizeBytes - Number(to)) : Number(from)
  const last = from === '' || to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1)
  if (from !== '' && to !== '' && Number(to) < Number(from)) return null
  if (first >= sizeBytes || last < first) throw new RangeError('range outside the file')
  return { first, last }
}

/** Maximum of S3 (bytes). */
const KEY_MAX_BYTES = 1024
/** Maximum of file systems (bytes). */
const SEGMENT_MAX_BYTES = 255

/** Accepts names separated by slashes that lead nowhere else. Throws an Error for others: the server makes the keys. */
export function requireSafeKey(key: string): string {
  const isSafe = (segment: string): boolean =>
    segment !== '' &&
    !segment.startsWith('.') &&
    // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
    !/[\u0000-\u001f\u007f\\:]/u.test(segment) &&
    segment.isWellFormed() &&
    Buffer.byteLength(segment) <= SEGMENT_MAX_BYTES
  if (Buffer.byteLength(key) <= KEY_MAX_BYTES && key.split('/').every(isSafe)) return key
  throw new Error('unsafe storage key')
}

/** Maximum length of a key in S3 (bytes). */
const KEY_MAX_BYTES = 1024
/** Maximum length of a file name in file systems (bytes). */
const SEGMENT_MAX_BYTES = 255

/** Returns a key of safe names with slashes. Throws an Error for other keys, which our code never makes. */
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

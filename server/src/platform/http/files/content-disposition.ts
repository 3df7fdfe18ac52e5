import { encodeExtended, format } from 'content-disposition'

/**
 * Returns a Content-Disposition header that downloads a file under its own name, with any characters (RFC 6266).
 * @param name fit to be saved under; clients that know only ASCII get a similar one
 */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const ascii = name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    // Some clients read quotes and backslashes as the end of the name, and percent signs as an encoding.
    .replace(/[^\u0020-\u007E]|["\\%]/gu, '_')
  return format({ type: kind, parameters: { filename: ascii, 'filename*': encodeExtended(name.toWellFormed()) } })
}

import { encodeExtended, format } from 'content-disposition'

/**
 * A Content-Disposition header by which a file downloads under its own name, whatever is in it (RFC 6266).
 * @param name fit to be saved under; clients that know only ASCII get one that is near
 */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const ascii = name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    // Some clients take quotes and backslashes for the end of the name, and percent signs for an encoding.
    .replace(/[^\u0020-\u007E]|["\\%]/gu, '_')
  return format({ type: kind, parameters: { filename: ascii, 'filename*': encodeExtended(name.toWellFormed()) } })
}

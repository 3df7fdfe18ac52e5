import { encodeExtended, format } from 'content-disposition'

/** Makes a Content-Disposition header (RFC 6266). Clients limited to ASCII get a similar name. */
export function formatContentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const ascii = name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    // Some clients end the name at quotes and backslashes, and decode percent signs.
    .replace(/[^\u0020-\u007E]|["\\%]/gu, '_')
  return format({ type: kind, parameters: { filename: ascii, 'filename*': encodeExtended(name.toWellFormed()) } })
}

/**
 * A Content-Disposition header by which a file downloads under its own name, whatever is in it (RFC 6266).
 * @param name fit to be saved under; clients that know only ASCII get one that is near
 */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const ascii = name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    // Quotes and backslashes would end the text, and some clients take percent signs for an encoding.
    .replace(/[^\u0020-\u007E]|["\\%]/gu, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/gu,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

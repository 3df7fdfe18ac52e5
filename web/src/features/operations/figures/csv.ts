/** Says that what follows is UTF-8, to spreadsheets that would guess. */
const BYTE_ORDER_MARK = '\uFEFF'

/** A cell is quoted where it has a comma, a quote or a new line (RFC 4180). */
const cellOf = (text: string): string => (/[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Rows as a file for spreadsheets, in UTF-8. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return BYTE_ORDER_MARK + rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')
}

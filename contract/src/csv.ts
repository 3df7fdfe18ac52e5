/** Says that what follows is UTF-8, to spreadsheets that would guess. */
const BYTE_ORDER_MARK = '\uFEFF'

/**
 * A cell is quoted where it has a comma, a quote or a new line (RFC 4180), a semicolon or a tab. Some spreadsheets split rows
 * at those, and would take what follows for the beginning of a cell.
 */
const cellOf = (text: string): string => (/[",;\t\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** One row of a file for spreadsheets, without what begins the file. */
export const csvRow = (cells: readonly string[]): string => `${cells.map(cellOf).join(',')}\r\n`

/** Rows as a file for spreadsheets, in UTF-8. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return BYTE_ORDER_MARK + rows.map(csvRow).join('')
}

/**
 * A text that somebody wrote, as a cell: what a spreadsheet would take for a formula begins with an apostrophe
 * (https://owasp.org/www-community/attacks/CSV_Injection).
 */
export const inertCell = (text: string): string => (/^\s*[=+\-@\t\r＝＋－＠]/u.test(text) ? `'${text}` : text)

import type { Language } from '../languages.ts'

/** Says that what follows is UTF-8, to spreadsheets that would guess. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Spreadsheets expect the list separator and the decimal mark of the reader's region. */
const MARKS: Record<Language, { separator: string; decimal: string }> = {
  en: { separator: ',', decimal: '.' },
  nl: { separator: ';', decimal: ',' },
}

/**
 * A cell is quoted where it has a comma, a quote or a new line (RFC 4180), a semicolon or a tab. Some spreadsheets split rows
 * at those, and would take what follows for the beginning of a cell.
 */
const cellOf = (text: string): string => (/[",;\t\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** One row of a file for spreadsheets, without what begins the file. */
export const csvRow = (cells: readonly string[], language: Language): string =>
  `${cells.map(cellOf).join(MARKS[language].separator)}\r\n`

/** Rows as a file for spreadsheets, in UTF-8. */
export function csvOf(rows: readonly (readonly string[])[], language: Language): string {
  return BYTE_ORDER_MARK + rows.map((cells) => csvRow(cells, language)).join('')
}

/** A number as a cell, with that many decimals. */
export const csvNumber = (value: number, decimals: number, language: Language): string =>
  value.toFixed(decimals).replace('.', MARKS[language].decimal)

/** An amount of cents as a cell, in euros. */
export const csvEuros = (cents: number, language: Language): string => csvNumber(cents / 100, 2, language)

/**
 * A text that somebody wrote, as a cell: what a spreadsheet would take for a formula begins with an apostrophe
 * (https://owasp.org/www-community/attacks/CSV_Injection).
 */
export const inertCell = (text: string): string => (/^\s*[=+\-@\t\r＝＋－＠]/u.test(text) ? `'${text}` : text)

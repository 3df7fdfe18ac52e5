import type { Language } from '../languages.ts'

/** Byte order mark of UTF-8, without which spreadsheets guess the encoding. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Spreadsheets expect the list separator and the decimal mark of the reader's region. */
const MARKS: Record<Language, { separator: string; decimal: string }> = {
  en: { separator: ',', decimal: '.' },
  nl: { separator: ';', decimal: ',' },
}

/** Quotes a cell with a comma, quote or line break (RFC 4180), or a semicolon or tab: some spreadsheets split there. */
const toCell = (text: string): string => (/[",;\t\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

export const toCsvRow = (cells: readonly string[], language: Language): string =>
  `${cells.map(toCell).join(MARKS[language].separator)}\r\n`

export function toCsv(rows: readonly (readonly string[])[], language: Language): string {
  return BYTE_ORDER_MARK + rows.map((cells) => toCsvRow(cells, language)).join('')
}

export const toCsvNumber = (value: number, decimals: number, language: Language): string =>
  value.toFixed(decimals).replace('.', MARKS[language].decimal)

export const toCsvEuros = (cents: number, language: Language): string => toCsvNumber(cents / 100, 2, language)

/** Puts an apostrophe before text that would be a formula (https://owasp.org/www-community/attacks/CSV_Injection). */
export const inertCell = (text: string): string => (/^\s*[=+\-@\t\r＝＋－＠]/u.test(text) ? `'${text}` : text)

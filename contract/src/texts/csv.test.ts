import { array, assert, property, string } from 'fast-check'
import { expect, it } from 'vitest'

import { type Language, LANGUAGES } from '../languages.ts'
import { toCsvEuros, toCsv, inertCell } from './csv.ts'

/** Parses a file by RFC 4180, with a region's separator. */
function read(file: string, separator: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  const cells = new RegExp(`(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n]*))(${separator}|\\r\\n)`, 'gu')
  for (const [, quoted, plain = '', end] of file.slice(1).matchAll(cells)) {
    row.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === separator) continue
    rows.push(row)
    row = []
  }
  return rows
}

it.each([
  ['en', ','],
  ['nl', ';'],
] as const)('a CSV file in the language %s is read back unchanged', (language, separator) => {
  const table = array(array(string({ unit: 'grapheme' }), { minLength: 2, maxLength: 3 }), { maxLength: 4 })
  assert(
    property(table, (rows) => {
      expect(read(toCsv(rows, language), separator)).toEqual(rows)
    }),
  )
  const hostile = [
    ['a "b"', 'c,d', 'e\r\nf'],
    ['', '"', ','],
    ['31,35; and more', ';', '-1,5'],
  ]
  expect(read(toCsv(hostile, language), separator)).toEqual(hostile)
})

it('begins with the byte order mark of UTF-8, and ends each row with a line break', () => {
  const rows = (language: Language) => [
    ['Dag', 'Omzet (euro)'],
    ['2026-11-23', toCsvEuros(123_456, language)],
    ['2026-11-24', ''],
  ]
  expect(toCsv(rows('en'), 'en')).toBe('\uFEFFDag,Omzet (euro)\r\n2026-11-23,1234.56\r\n2026-11-24,\r\n')
})

it('a Dutch CSV file uses semicolons between cells and decimal commas', () => {
  const rows = [
    ['Datum', 'Netto (euro)'],
    ['2026-11-23', toCsvEuros(3135, 'nl')],
    ['2026-11-24', toCsvEuros(-150_000, 'nl')],
  ]
  expect(toCsv(rows, 'nl')).toBe('\uFEFFDatum;Netto (euro)\r\n2026-11-23;"31,35"\r\n2026-11-24;"-1500,00"\r\n')
})

it('escapes formulas in people’s texts', () => {
  for (const text of ['=1+1', '+31 6', '-2', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1']) {
    expect(inertCell(text)).toBe(`'${text}`)
  }
  for (const text of ['x;=1+1', 'x\t=1+1', 'x,=1+1']) {
    for (const language of LANGUAGES) {
      expect(toCsv([[inertCell(text)]], language)).toBe(`\uFEFF"${text}"\r\n`)
    }
  }
  for (const text of ['An hour', 'a=b', '1-2', '']) expect(inertCell(text)).toBe(text)
})

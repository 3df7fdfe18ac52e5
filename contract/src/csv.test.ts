import { array, assert, property, string } from 'fast-check'
import { expect, it } from 'vitest'

import { csvOf, inertCell } from './csv.ts'

/** Reads such a file as RFC 4180 says. */
function read(file: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  for (const [, quoted, plain = '', end] of file.slice(1).matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gu)) {
    row.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}

it('is read as it was written, whatever stands in its cells', () => {
  const table = array(array(string({ unit: 'grapheme' }), { minLength: 2, maxLength: 3 }), { maxLength: 4 })
  assert(
    property(table, (rows) => {
      expect(read(csvOf(rows))).toEqual(rows)
    }),
  )
  const hostile = [
    ['a "b"', 'c,d', 'e\r\nf'],
    ['', '"', ','],
  ]
  expect(read(csvOf(hostile))).toEqual(hostile)
})

it('begins with the mark of UTF-8, and ends each row by a new line', () => {
  const rows = [
    ['Dag', 'Omzet (euro)'],
    ['2026-11-23', '1234.56'],
    ['2026-11-24', ''],
  ]
  expect(csvOf(rows)).toBe('\uFEFFDag,Omzet (euro)\r\n2026-11-23,1234.56\r\n2026-11-24,\r\n')
})

it('lets no text that somebody wrote be a formula', () => {
  for (const text of ['=1+1', '+31 6', '-2', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1']) {
    expect(inertCell(text)).toBe(`'${text}`)
  }
  for (const text of ['x;=1+1', 'x\t=1+1']) expect(csvOf([[inertCell(text)]])).toBe(`\uFEFF"${text}"\r\n`)
  for (const text of ['An hour', 'a=b', '1-2', '']) expect(inertCell(text)).toBe(text)
})

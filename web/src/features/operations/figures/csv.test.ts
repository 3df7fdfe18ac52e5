import { array, assert, property, string } from 'fast-check'
import { expect, it } from 'vitest'

import { csvOf } from './csv.ts'
import { csvValue } from './figure-values.ts'

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

it('begins with the mark of UTF-8, has a header, and writes values for programs', () => {
  const rows = [
    ['Dag', 'Omzet (euro)'],
    ['2026-11-23', csvValue('volume', 123_456)],
    ['2026-11-24', csvValue('volume', null)],
  ]
  expect(csvOf(rows)).toBe('\uFEFFDag,Omzet (euro)\r\n2026-11-23,1234.56\r\n2026-11-24,\r\n')
  expect([csvValue('visits', 1200), csvValue('accept_rate', 1 / 3), csvValue('answer_time', 95.4)]).toEqual([
    '1200',
    '0.3333',
    '95',
  ])
})

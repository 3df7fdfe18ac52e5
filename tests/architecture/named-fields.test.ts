import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** `({ secret, ...row }) => ({ ...row, … })`: would publish every column added later. */
const COPIED_REST = /\.\.\.(\w+),? \}[^{}]*=> \(?\{[^{}]*\.\.\.\1\b/u

/** Own-data exports name their columns in SQL. */
const files = globSync('server/src/features/**/*.ts', { cwd: root, exclude: ['**/*.repository.ts', '**/own-data*'] })

it('outputs name each field of a row', () => {
  expect(COPIED_REST.test('rows.map(({ at, ...refund }) => ({\n  ...refund,\n  at: iso(at) }))')).toBe(true)
  expect(files.length).toBeGreaterThan(100)
  expect(files.filter((file) => COPIED_REST.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
})

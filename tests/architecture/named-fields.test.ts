import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Code such as `({ secret, ...row }) => ({ ...row, … })`, which would publish every column added later. */
const COPIED_REST = /\.\.\.(\w+),? \}[^{}]*=> \(?\{[^{}]*\.\.\.\1\b/u

/** Checked files. Repositories and own-data exports are excluded, because their SQL names the columns. */
const files = globSync('server/src/features/**/*.ts', { cwd: root, exclude: ['**/*.repository.ts', '**/own-data*'] })

it('functions that output rows name each field', () => {
  expect(COPIED_REST.test('rows.map(({ at, ...refund }) => ({\n  ...refund,\n  at: iso(at) }))')).toBe(true)
  expect(files.length).toBeGreaterThan(100)
  expect(files.filter((file) => COPIED_REST.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
})

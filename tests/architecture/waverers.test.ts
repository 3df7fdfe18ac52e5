import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

const MAX_WAVERERS = 10
const ROW = /^\| `(?<file>[^`]+)` +\| (?<title>.+?) +\| .+ \| (?<since>\d{4}-\d\d-\d\d) \|$/gmu
const TAG = /'@?waverer'/gu

const rows = Array.from(read('docs/waverers.md').matchAll(ROW), ({ groups }) => ({
  file: groups?.['file'] ?? '',
  title: groups?.['title'] ?? '',
}))
const tagged = globSync('{contract,server,web,stripe-simulator,testing,tests}/**/*.{test,spec}.{ts,tsx}', {
  cwd: root,
  exclude: ['**/node_modules/**', '**/dist/**'],
}).flatMap((file) => Array.from(read(file).matchAll(TAG), () => file))

describe('docs/waverers.md', () => {
  it('the table has a row for each tagged test', () => {
    expect(rows.map(({ file }) => file).toSorted()).toEqual(tagged.toSorted())
  })

  it.each(rows)('names only existing tests: $title', ({ file, title }) => {
    expect(read(file)).toContain(title)
  })

  it('the table has at most ten rows', () => {
    expect(rows.length).toBeLessThanOrEqual(MAX_WAVERERS)
  })
})

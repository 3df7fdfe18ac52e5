import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { readSpecTags } from './spec-tags.ts'

/**
 * Writes the last column of docs/spec-coverage.md: for each sentence, the tests that name it in a comment above them
 * (`// spec 5.12`). Ends with 1 when a tag names no row, stands above no test, or a row has nothing that shows it.
 *
 * node scripts/spec-coverage.ts --check   writes nothing, and ends with 1 when the column is out of date
 */
const root = join(import.meta.dirname, '..')
const COVERAGE = join(root, 'docs/spec-coverage.md')
const FILES = [
  '{contract,server,web,stripe-simulator,tests/journeys}/**/*.{test,spec}.{ts,tsx}',
  // The rows of the one table that several suites run.
  'testing/permissions/*.ts',
]

const faults: string[] = []
const shown = new Map<string, string[]>()
const files = globSync(FILES, { cwd: root, exclude: ['**/node_modules', '**/dist', '**/known-bad'] }).toSorted()
for (const file of files) {
  const { tests, strayLines } = readSpecTags(file, readFileSync(join(root, file), 'utf8'))
  faults.push(...strayLines.map((line) => `${file}:${line}: neither a test nor a case follows`))
  for (const { ids, title } of tests) {
    const name = `\`${file}\` › "${title.replaceAll('|', String.raw`\|`)}"`
    for (const id of ids) shown.set(id, [...(shown.get(id) ?? []), name])
  }
}

/** The cells of a row, whatever they hold; a bar within a cell is escaped. */
const cellsOf = (line: string): string[] =>
  line
    .split(/(?<!\\)\|/u)
    .slice(1, -1)
    .map((cell) => cell.trim())

const before = readFileSync(COVERAGE, 'utf8')
const known = new Set<string>()
const after = before
  .split('\n')
  .map((line) => {
    if (!/^\| *\d+\.\d+ *\|/u.test(line)) return line
    const [id = '', says = '', also = ''] = cellsOf(line)
    known.add(id)
    const tests = [...new Set(shown.get(id))]
    if (tests.length === 0 && also === '') faults.push(`${id}: nothing shows it`)
    return `| ${id} | ${says} | ${also} | ${tests.join('<br>')} |`.replaceAll(/ {2,}/gu, ' ')
  })
  .join('\n')
for (const [id, names] of shown) if (!known.has(id)) faults.push(`${names.join(', ')}: there is no sentence ${id}`)

if (process.argv.includes('--check')) {
  if (after !== before) faults.push('docs/spec-coverage.md is out of date: npm run spec')
} else {
  writeFileSync(COVERAGE, after)
}
if (faults.length > 0) {
  console.error(faults.join('\n'))
  process.exit(1)
}

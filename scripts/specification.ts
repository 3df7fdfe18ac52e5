import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { readSpecTags } from './spec-tags.ts'

/**
 * Prints each sentence of docs/specification.md with its tests, which have a comment such as `// spec 5.12` above them.
 * Ends with 1 when a tag names no sentence or stands above no test, or a sentence has no test, screen or note.
 *
 * node scripts/specification.ts 5.12      prints only this sentence
 * node scripts/specification.ts --check   prints only faults
 */
const root = join(import.meta.dirname, '..')
const FILES = [
  '{contract,server,web,stripe-simulator,tests/journeys}/**/*.{test,spec}.{ts,tsx}',
  'testing/permissions/*.ts',
]

const faults: string[] = []
const testsById = new Map<string, Set<string>>()
const files = globSync(FILES, { cwd: root, exclude: ['**/node_modules', '**/dist', '**/known-bad'] }).toSorted()
for (const file of files) {
  const { tests, strayLines } = readSpecTags(file, readFileSync(join(root, file), 'utf8'))
  faults.push(...strayLines.map((line) => `${file}:${line}: neither a test nor a case follows`))
  for (const { ids, title } of tests) {
    for (const id of ids) testsById.set(id, (testsById.get(id) ?? new Set()).add(`${file} › "${title}"`))
  }
}

const rows = Array.from(
  readFileSync(join(root, 'docs/specification.md'), 'utf8').matchAll(
    /^\| *(?<id>\d+\.\d+) *\| (?<sentence>.+?) *\| (?<shown>.*?) *\|$/gmu,
  ),
  ({ groups }) => ({ id: groups?.['id'] ?? '', sentence: groups?.['sentence'] ?? '', shown: groups?.['shown'] ?? '' }),
)
for (const { id, shown } of rows) if (shown === '' && !testsById.has(id)) faults.push(`${id}: nothing shows it`)
const knownIds = new Set(rows.map(({ id }) => id))
for (const [id, tests] of testsById)
  if (!knownIds.has(id)) faults.push(`${[...tests].join(', ')}: there is no sentence ${id}`)

const options = process.argv.slice(2)
for (const { id, sentence, shown } of options.includes('--check') ? [] : rows) {
  if (options.length > 0 && !options.includes(id)) continue
  console.log([`${id} ${sentence}`, ...(shown === '' ? [] : [shown]), ...(testsById.get(id) ?? [])].join('\n    '))
}
if (faults.length > 0) {
  console.error(faults.join('\n'))
  process.exit(1)
}

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const COVERAGE = 'docs/specification.md'

/** Names of cited documents outside the repository. */
const ELSEWHERE = [
  /\b(?:design|guarantees?|brief|findings?|exemplars?|house|issues?)[ ,]*(?:no\. ?|nr\. ?|[#§№] ?)?\d+(?:[./]\d+)*(?![\w%-])/iu,
  /\b(?:design|guarantees|brief|house|exemplars|spec)\.md\b/iu,
]

const SPEC = /\bspec (?<first>\d+(?:\.\d+)?)(?<more>(?:(?:,| and|, and) \d+(?:\.\d+)?(?!\d* ?px))*)/giu
const rows = new Set(
  Array.from(readFileSync(join(root, COVERAGE), 'utf8').matchAll(/^\| *(\d+\.\d+) *\|/gmu), ([, row = '']) => row),
)
const parts = new Set(Array.from(rows, (row) => row.split('.', 1)[0]))

const DECISION = /\bdecisions? (?<first>\d+)(?: and (?<second>\d+))?\b/giu
const records = new Set(globSync('docs/decisions/*.md', { cwd: root }).map((file) => Number(/\d{4}/u.exec(file)?.[0])))

/** Returns the sources that a line names but that do not exist. */
function unknownSources(line: string): string[] {
  const cited = Array.from(line.matchAll(SPEC), ({ groups }) => `${groups?.['first']}${groups?.['more']}`)
  const numbers = cited.flatMap((text) => text.match(/\d+(?:\.\d+)?/gu) ?? [])
  return [
    ...ELSEWHERE.flatMap((pattern) => pattern.exec(line)?.slice(0, 1) ?? []),
    ...numbers.filter((number) => !(number.includes('.') ? rows : parts).has(number)).map((number) => `spec ${number}`),
    ...Array.from(line.matchAll(DECISION), ({ groups }) => [groups?.['first'], groups?.['second']])
      .flat()
      .filter((number) => number !== undefined && !records.has(Number(number)))
      .map((number) => `decision ${number}`),
  ]
}

const files = globSync('**/*.{ts,tsx,css,sql,md,cjs,cfg,yaml}', {
  cwd: root,
  // The changelog keeps old numbers of decisions, which docs/decisions/README.md maps to the present numbers.
  exclude: [
    '**/node_modules',
    '**/{dist,.data,.cache,test-results,playwright-report}',
    '**/citations.test.ts',
    'CHANGELOG.md',
  ],
})

describe('sources in comments and documents', () => {
  it('sources are in the repository or public', () => {
    expect(files.length).toBeGreaterThan(500)
    const found = files.flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .flatMap((line, index) => unknownSources(line).map((source) => `${file}:${index + 1}: ${source}`)),
    )
    expect(found).toEqual([])
  })

  it.each([
    'kept for a while (design 6)',
    'as in design 6/7',
    'Guarantees 3: SIGTERM under load',
    'guarantee 4.2',
    'see finding 12',
    'asked for in issue 14',
    'house.md has more',
    'a rule (spec 0)',
    'a rule (spec 12)',
    'one sentence (spec 5.999)',
    'two parts (spec 5 and 11)',
    'no such record (decision 4)',
    'one of two (decisions 29 and 30)',
  ])('are rejected: %s', (line) => {
    expect(unknownSources(line)).not.toEqual([])
  })

  it.each([
    'a rule (spec 5)',
    'one sentence (spec 5.1)',
    'a record (decision 29)',
    'two parts (spec 2 and 5)',
    'near the end (spec 9: within 100 px)',
    'what the design system has',
    'it guarantees 100% of nothing',
  ])('are accepted: %s', (line) => {
    expect(unknownSources(line)).toEqual([])
  })
})

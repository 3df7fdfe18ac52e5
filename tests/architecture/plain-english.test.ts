import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Old violations per file and rule. Counts only fall. */
const LIST = join(import.meta.dirname, 'plain-english-todo.txt')
const REMEDY = 'run `npm run plain-english`, which lowers the counts in plain-english-todo.txt'

/** Matches in prose and in identifiers (`saveTold`), but not in column names (`told_at`). */
const asWord = ([first = '', ...rest]: string): string =>
  String.raw`(?:(?<![\p{L}_])${first}|${first.toUpperCase()})${rest.join('')}(?![\p{Ll}_])`

const RULES = {
  docstrings: /\/\*\*[\s*]*(?:What|Whether|How|Where|Of|So many|The same|One that)\b/gu,
  exports: /^export (?:(?:async|abstract|declare) )*(?:function\*?|const|class|interface|type) \w+Of\b/gmu,
  words: new RegExp(`${['whoever', 'nobody', 'told', 'anew'].map(asWord).join('|')}|\\b[Oo]f[\\s*/]+late\\b`, 'gu'),
}
type Rule = keyof typeof RULES
type Counts = Partial<Record<Rule, number>>

const NAMES = Object.keys(RULES) as Rule[]

const DUTCH = /^( *)nl: \{\n[^]*?^\1\}|\bnl:\s*(?:\([^)]*\) =>\s*)?(?:'[^'\n]*'|"[^"\n]*"|`[^`]*`)/gmu
/** Quotations in documents, code and link targets: names are checked at their declaration. */
const QUOTED = /`[^`\n]+`|“[^”]*”|\]\([^)\n]*\)/gu

const blank = (text: string, pattern: RegExp): string =>
  text.replaceAll(pattern, (match) => match.replaceAll(/[^\n]/gu, ' '))

interface Place {
  file: string
  rule: Rule
  line: number
  text: string
}

function findPlaces(file: string, content: string): Place[] {
  const judged = blank(content, file.endsWith('.md') ? QUOTED : DUTCH)
  return NAMES.flatMap((rule) =>
    Array.from(judged.matchAll(RULES[rule]), ({ 0: text, index }) => ({
      file,
      rule,
      line: judged.slice(0, index + text.length).split('\n').length,
      text: text.replaceAll(/[\s*/]+/gu, ' ').trim(),
    })),
  )
}

/** Outside: SQL, the changelog and inputs of tests. */
function readPlaces(): Place[] {
  const files = globSync(
    [
      '*.{ts,cjs,md}',
      '.*.cjs',
      '{.env.example,package.json,scripts/commit-msg}',
      '{.ci,.github,deploy}/**/*.*',
      'deploy/Dockerfile',
      '{contract,server,web,stripe-simulator,testing,tests,scripts,docs}/**/*.{ts,tsx,css,html,md}',
    ],
    {
      cwd: root,
      exclude: [
        '**/{node_modules,dist,test-results,playwright-report,known-bad}',
        'CHANGELOG.md',
        'testing/inputs/hostile-texts.ts',
        'tests/architecture/plain-english.test.ts',
      ],
    },
  )
  if (files.length < 1000) throw new Error('Most files were not found')
  return files.flatMap((file) => findPlaces(file, readFileSync(join(root, file), 'utf8')))
}

function countPlaces(places: Place[]): Map<string, Counts> {
  const counted = new Map<string, Counts>()
  for (const { file, rule } of places) {
    const counts = counted.get(file) ?? {}
    counted.set(file, { ...counts, [rule]: (counts[rule] ?? 0) + 1 })
  }
  return counted
}

function parseList(list: string): Map<string, Counts> {
  const lines = list.split('\n').filter((line) => line !== '')
  return new Map(
    lines.map((line) => {
      const [file = '', ...counts] = line.split(' ')
      const entries = counts
        .map((one) => one.split('='))
        .map(([rule, count]): [Rule, number] => [rule as Rule, Number(count)])
      return [file, Object.fromEntries(entries) as Counts]
    }),
  )
}

function lowerList(list: string, places: Place[]): string {
  const found = countPlaces(places)
  return Array.from(parseList(list), ([file, allowed]) => [
    file,
    ...NAMES.map((rule) => ({ rule, count: Math.min(allowed[rule] ?? 0, found.get(file)?.[rule] ?? 0) }))
      .filter(({ count }) => count > 0)
      .map(({ rule, count }) => `${rule}=${count}`),
  ])
    .filter((parts) => parts.length > 1)
    .map((parts) => `${parts.join(' ')}\n`)
    .toSorted()
    .join('')
}

function findExcess(list: string, places: Place[]): string[] {
  const allowed = parseList(list)
  const found = countPlaces(places)
  return places
    .filter(({ file, rule }) => (found.get(file)?.[rule] ?? 0) > (allowed.get(file)?.[rule] ?? 0))
    .map(({ file, line, rule, text }) => `${file}:${line} (${rule}): ${text}`)
}

const places = readPlaces()
if (process.env['PLAIN_ENGLISH'] === 'update') writeFileSync(LIST, lowerList(readFileSync(LIST, 'utf8'), places))
const list = readFileSync(LIST, 'utf8')

describe('plain English', () => {
  it('is used in every new place (docs/style.md)', () => {
    expect(findExcess(list, places), 'docs/style.md has other words').toEqual([])
  })

  it('has a sorted and accurate list of older places', () => {
    expect(list, REMEDY).toBe(lowerList(list, places))
  })

  it.each([
    ['words', '// Sent to whoever asks'],
    ['words', 'Nobody may'],
    ['words', "it('is told once', () => {"],
    ['words', "log.info('read anew')"],
    ['words', '/** Changed of late. */'],
    ['words', '// changed of\n  // late'],
    ['words', 'const toldEndOf = 1'],
    ['words', 'repository.saveTold(row)'],
    ['docstrings', '/** What is paid. */'],
    ['docstrings', '/** Whether it was paid. */'],
    ['docstrings', '/** How long it lasts (ms). */'],
    ['docstrings', '/**\n * Where the file is. */'],
    ['docstrings', '  /** Of the buyer. */'],
    ['docstrings', '/** So many rows. */'],
    ['docstrings', '/** The same for files. */'],
    ['docstrings', '/** One that was paid. */'],
    ['exports', 'export function nameOf(row: Row) {'],
    ['exports', 'export async function nameOf(row: Row) {'],
    ['exports', 'export const nameOf = (row: Row) => row.name'],
    ['exports', 'export type KindOf<T> = T'],
  ])('refuses (%s): %s', (rule, text) => {
    expect(findPlaces('web/src/a.ts', text).map((place) => place.rule)).toEqual([rule])
  })

  it.each([
    'Hold, howl, toldaQ, untold, canewood, nobodys',
    "notifiedAt: timestamp('told_at')",
    '/** Howls. */',
    '/** Whatever is left. */',
    '/** Office hours. */',
    '// What follows is sorted.',
    '/** A row. What it holds is sorted. */',
    'export function nameOff() {}',
    'function nameOf() {}',
    'export function toName() {}',
    "  en: 'Late',\n  nl: 'Te vroeg of late',",
    '  nl: {\n    due: (n: number) => `vroege of late ${n}`,\n  },',
  ])('accepts %s', (text) => {
    expect(findPlaces('web/src/a.ts', text)).toEqual([])
  })

  it('checks English beside Dutch, and documents outside quotations', () => {
    expect(findPlaces('a.ts', "  nl: {\n    a: 'of late',\n  },\n  en: {\n    a: 'told',\n  },")).toMatchObject([
      { line: 5, text: 'told' },
    ])
    expect(findPlaces('a.md', '“nobody” and `backup:told`,\nbut told')).toMatchObject([{ line: 2, text: 'told' }])
  })

  const [told] = findPlaces('a.ts', 'told')
  const two = Array.from({ length: 2 }, () => ({
    file: 'a.ts',
    rule: 'words' as const,
    line: 1,
    text: 'told',
    ...told,
  }))

  it.each([
    ['a file that is not listed', '', 2],
    ['more than the count', 'a.ts words=1\n', 2],
    ['another rule', 'a.ts exports=2\n', 2],
    ['the count itself', 'a.ts words=2\n', 0],
  ])('compares counts with the list: %s', (_, allowed, excess) => {
    expect(findExcess(allowed, two)).toHaveLength(excess)
  })

  it('lowers counts, removes finished files, sorts, and never raises a count', () => {
    expect(lowerList('b.ts words=1\na.ts words=3\n', two)).toBe('a.ts words=2\n')
    expect(lowerList('a.ts exports=1 words=1\n', two)).toBe('a.ts words=1\n')
    expect(lowerList('', two)).toBe('')
  })
})

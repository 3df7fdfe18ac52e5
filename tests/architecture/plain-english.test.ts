import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Builds a pattern for a word. It matches prose and identifiers (`saveTold`), but not column names (`told_at`). */
const asWord = ([first = '', ...rest]: string): string =>
  String.raw`(?:(?<![\p{L}_])${first}|${first.toUpperCase()})${rest.join('')}(?![\p{Ll}_])`

const RULES = {
  docstrings: /\/\*\*[\s*]*(?:What|Whether|How|Where|Of|So many|The same|One that)\b/gu,
  exports: /^export (?:(?:async|abstract|declare) )*(?:function\*?|const|class|interface|type) \w+Of\b/gmu,
  words: new RegExp(`${['whoever', 'nobody', 'told', 'anew'].map(asWord).join('|')}|\\b[Oo]f[\\s*/]+late\\b`, 'gu'),
}
type Rule = keyof typeof RULES

const NAMES = Object.keys(RULES) as Rule[]

const DUTCH = /^( *)nl: \{\n[^]*?^\1\}|\bnl:\s*(?:\([^)]*\) =>\s*)?(?:'[^'\n]*'|"[^"\n]*"|`[^`]*`)/gmu
/** Former name of `backup:external`. Schedules of existing installations still call it. */
const KEPT_SCRIPT = /"backup:told"/gu
/** Quotations, code and link targets in documents. Names are checked only where they are declared. */
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
  const judged = blank(content, file === 'package.json' ? KEPT_SCRIPT : file.endsWith('.md') ? QUOTED : DUTCH)
  return NAMES.flatMap((rule) =>
    Array.from(judged.matchAll(RULES[rule]), ({ 0: text, index }) => ({
      file,
      rule,
      line: judged.slice(0, index + text.length).split('\n').length,
      text: text.replaceAll(/[\s*/]+/gu, ' ').trim(),
    })),
  )
}

/** Reads all texts to check. Excludes SQL, the changelog and inputs of tests. */
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

describe('plain English', () => {
  it('every file follows the rules of docs/style.md', () => {
    const found = readPlaces().map(({ file, line, rule, text }) => `${file}:${line} (${rule}): ${text}`)
    expect(found, 'docs/style.md has other words').toEqual([])
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

  it('the check skips Dutch texts, and quotations in documents', () => {
    expect(findPlaces('a.ts', "  nl: {\n    a: 'of late',\n  },\n  en: {\n    a: 'told',\n  },")).toMatchObject([
      { line: 5, text: 'told' },
    ])
    expect(findPlaces('a.md', '“nobody” and `toldEnd`,\nbut told')).toMatchObject([{ line: 2, text: 'told' }])
  })

  it('has one exception: a former script in package.json', () => {
    expect(findPlaces('package.json', '"backup:told": "node told.ts"')).toMatchObject([{ text: 'told' }])
    expect(findPlaces('package.json', '"report:told": ""')).toHaveLength(1)
    expect(findPlaces('a.ts', '{ "backup:told": "" }')).toHaveLength(1)
  })
})

import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { readSpecTags } from '../../scripts/spec-tags.ts'

const root = join(import.meta.dirname, '../..')
const COVERAGE = 'docs/spec-coverage.md'

const PARTS = 9
/** A row: part.number, sentence, proof besides tests. */
const ROW = /^\| *(\d+)\.(\d+) *\| (.+?) *\| (.*?) *\|$/u
const SCREEN = /^screen `(?<screen>[^`]+)`$/u
const RECORD = /^(?:deviates|decided): (?:\[\d{4}\]\((?<record>decisions\/[^)]+\.md)\)(?:, )?)+(?: \(.+\))?$/u

const screens = globSync('web/test/catalogue/*-screens.ts', { cwd: root })
  .map((file) => readFileSync(join(root, file), 'utf8'))
  .join('\n')

function judgeShown(shown: string): string | undefined {
  const { screen } = SCREEN.exec(shown)?.groups ?? {}
  if (screen !== undefined)
    return new RegExp(`^  '?${RegExp.escape(screen)}'?: `, 'mu').test(screens) ? undefined : `no screen ${screen}`
  const { record } = RECORD.exec(shown)?.groups ?? {}
  if (record !== undefined) return existsSync(join(root, 'docs', record)) ? undefined : `no record ${record}`
  return `neither a screen nor a decision: ${shown}`
}

const lines = readFileSync(join(root, COVERAGE), 'utf8').split('\n')
const rows = lines.flatMap((line) => {
  const [, part, number, , shown = ''] = ROW.exec(line) ?? []
  return part === undefined || number === undefined
    ? []
    : [{ part: Number(part), number: Number(number), shown: shown === '' ? [] : shown.split('<br>') }]
})

describe('the coverage of the specification', () => {
  it('has every part, its rows numbered without a gap', () => {
    for (let part = 1; part <= PARTS; part++) {
      const numbers = rows.filter((row) => row.part === part).map(({ number }) => number)
      expect(numbers.length, `part ${part}`).toBeGreaterThan(0)
      expect(numbers).toEqual(Array.from(numbers, (_number, index) => index + 1))
    }
  })

  it('is read row by row: no line of a table is passed over', () => {
    expect(rows).toHaveLength(lines.filter((line) => /^\| *\d/u.test(line)).length)
  })

  it('names only screens and decisions that exist', () => {
    const faults = rows.flatMap(({ part, number, shown }) =>
      shown.flatMap((one) => judgeShown(one.trim()) ?? []).map((fault) => `${part}.${number}: ${fault}`),
    )
    expect(faults).toEqual([])
  })

  it.each(['screen `nowhere`', 'decided: [0099](decisions/0099-never.md)', 'deviates: UNRECORDED', 'seen by somebody'])(
    'would notice %s',
    (shown) => {
      expect(judgeShown(shown)).toBeDefined()
    },
  )
})

/** Rows that a record names without changing their sentences. */
const UNCHANGED = ['0053 2.59', '0063 3.2']

function findUncited(record: string, text: string): string[] {
  return Array.from(text.matchAll(/\bspec (\d+\.\d+(?:(?:,| and|,? or) \d+\.\d+)*)/gu))
    .flatMap(([, named = '']) => named.match(/\d+\.\d+/gu) ?? [])
    .filter((id) => {
      const row = rows.find(({ part, number }) => `${part}.${number}` === id)
      return !row?.shown.some((shown) => shown.includes(`[${record}](`))
    })
    .map((id) => `${record} ${id}`)
}

describe('a decision record', () => {
  const records = globSync('docs/decisions/*.md', { cwd: root })

  it('is cited in the row of each sentence that it changes', () => {
    const uncited = records.flatMap((file) =>
      findUncited(file.slice('docs/decisions/'.length).slice(0, 4), readFileSync(join(root, file), 'utf8')),
    )
    expect(records.length).toBeGreaterThan(50)
    expect(uncited.toSorted()).toEqual(UNCHANGED)
  })

  it('is noticed where one of two rows does not cite it', () => {
    expect(findUncited('0113', 'This changes spec 2.44, 1.1.')).toEqual(['0113 1.1'])
  })
})

describe('a comment that names sentences of the specification', () => {
  it('stands above a test, a group of tests, or a case', () => {
    const { tests, strayLines } = readSpecTags(
      'a.test.ts',
      `
      const ROWS = [
        // spec 1.1
        { what: 'a case', wanted: 1 },
        ...['one', 'other'].map((which) => ({
          // spec 1.2
          what: \`the \${which}\`,
        })),
      ]
      // spec 1.3
      describe('a group', () => {
        // Why it is so.
        // spec 1.4, 1.5
        // spec 2.1
        it('a test', () => check('a text'))
        for (const language of ['en', 'nl']) {
          // spec 1.6
          test(\`in \${language}\`, () => undefined)
        }
        // spec 1.7
        it.each([
          // spec 1.8
          ['a first text', 'another'],
        ])('%s counts', () => undefined)
      })
      `,
    )
    expect(tests).toEqual([
      { ids: ['1.1'], title: 'a case' },
      { ids: ['1.2'], title: 'the ${which}' },
      { ids: ['1.3'], title: 'a group' },
      { ids: ['1.4', '1.5', '2.1'], title: 'a test' },
      { ids: ['1.6'], title: 'in ${language}' },
      { ids: ['1.7'], title: '%s counts' },
      { ids: ['1.8'], title: 'a first text' },
    ])
    expect(strayLines).toEqual([])
  })

  it('is noticed where it names nothing', () => {
    const { tests, strayLines } = readSpecTags(
      'a.test.ts',
      ['// spec 1.1', 'const one = 1', '  // spec 1.2, and more', "it('a test', () => one)", '// spec 1.3'].join('\n'),
    )
    expect(tests).toEqual([])
    expect(strayLines).toEqual([1, 3, 5])
  })
})

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { readSpecTags } from '../../scripts/spec-tags.ts'

const root = join(import.meta.dirname, '../..')
const COVERAGE = 'docs/specification.md'

const PARTS = 9
/** Row of the specification, with its number (such as 2.91), sentence, screens and notes. */
const ROW = /^\| *(\d+)\.(\d+) *\| (.+?) *\| (.*?) *\|$/u
const SCREEN = /^screen `(?<screen>[^`]+)`$/u
/** Note of a row: one or two sentences on the product's behaviour and the reason. */
const NOTE = /^(?:deviates|decided): (?<note>\S.*\.)$/u
/** Note that another row has in full. */
const REFERENCE = /^As in (?<row>\d+\.\d+)\.$/u
const MIN_WORDS = 5
const MAX_WORDS = 50

const screens = globSync('web/test/catalogue/*-screens.ts', { cwd: root })
  .map((file) => readFileSync(join(root, file), 'utf8'))
  .join('\n')

/** Describes the fault of a screen or note; undefined for a valid one. */
function judgeShown(shown: string): string | undefined {
  const { screen } = SCREEN.exec(shown)?.groups ?? {}
  if (screen !== undefined)
    return new RegExp(`^  '?${RegExp.escape(screen)}'?: `, 'mu').test(screens) ? undefined : `no screen ${screen}`
  const { note } = NOTE.exec(shown)?.groups ?? {}
  if (note === undefined) return `neither a screen nor a note: ${shown}`
  const { row } = REFERENCE.exec(note)?.groups ?? {}
  if (row !== undefined) return hasOwnNote(row) ? undefined : `no note in ${row}`
  const words = note.split(' ').length
  return words < MIN_WORDS || words > MAX_WORDS ? `a note of ${words} words: ${shown}` : undefined
}

const lines = readFileSync(join(root, COVERAGE), 'utf8').split('\n')
const rows = lines.flatMap((line) => {
  const [, part, number, , shown = ''] = ROW.exec(line) ?? []
  return part === undefined || number === undefined
    ? []
    : [{ part: Number(part), number: Number(number), shown: shown === '' ? [] : shown.split('<br>') }]
})

const hasOwnNote = (row: string): boolean =>
  rows.some(
    ({ part, number, shown }) =>
      `${part}.${number}` === row &&
      shown.some((one) => {
        const note = NOTE.exec(one.trim())?.groups?.['note']
        return note !== undefined && !REFERENCE.test(note)
      }),
  )

describe('docs/specification.md', () => {
  it('has all parts, whose rows are numbered without gaps', () => {
    for (let part = 1; part <= PARTS; part++) {
      const numbers = rows.filter((row) => row.part === part).map(({ number }) => number)
      expect(numbers.length, `part ${part}`).toBeGreaterThan(0)
      expect(numbers).toEqual(Array.from(numbers, (_number, index) => index + 1))
    }
  })

  it('is parsed completely, without skipped table lines', () => {
    expect(rows).toHaveLength(lines.filter((line) => /^\| *\d/u.test(line)).length)
  })

  it('names only existing screens, and has no empty notes', () => {
    const faults = rows.flatMap(({ part, number, shown }) =>
      shown.flatMap((one) => judgeShown(one.trim()) ?? []).map((fault) => `${part}.${number}: ${fault}`),
    )
    expect(faults).toEqual([])
  })

  it.each([
    'screen `nowhere`',
    'deviates: [0041](decisions/0041-two-releases.md)',
    'deviates: UNRECORDED.',
    'decided: Not yet.',
    'seen by a reader',
    'deviates: As in 99.1.',
  ])('is rejected with %s', (shown) => {
    expect(judgeShown(shown)).toBeDefined()
  })

  it('a row may contain a note instead of a screen', () => {
    expect(judgeShown('deviates: The limit is 48 rem, for larger fonts.')).toBeUndefined()
  })
})

describe('a comment that cites the specification', () => {
  it('is accepted above a test, a group of tests or a test case', () => {
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

  it('is reported when the next line does not start a test', () => {
    const { tests, strayLines } = readSpecTags(
      'a.test.ts',
      ['// spec 1.1', 'const one = 1', '  // spec 1.2, and more', "it('a test', () => one)", '// spec 1.3'].join('\n'),
    )
    expect(tests).toEqual([])
    expect(strayLines).toEqual([1, 3, 5])
  })
})

import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { namesOfTests } from './test-titles.ts'

const root = join(import.meta.dirname, '../..')
const COVERAGE = 'docs/spec-coverage.md'

const PARTS = 9
/** A row: its number as part.number, what the spec says, what shows it. */
const ROW = /^\| *(\d+)\.(\d+) *\| (.+?) *\| (.+?) *\|$/u
const TEST = /^`(?<file>[^`]+)` › "(?<title>.+)"$/u
const SCREEN = /^screen `(?<screen>[^`]+)`$/u
const RECORD = /^(?:deviates|decided): (?:\[\d{4}\]\((?<record>decisions\/[^)]+\.md)\)(?:, )?)+(?: \(.+\))?$/u

const screens = globSync('tests/screens/*.screens.ts', { cwd: root })
  .map((file) => readFileSync(join(root, file), 'utf8'))
  .join('\n')
const named = new Map<string, ReturnType<typeof namesOfTests>>()
const namesIn = (file: string): ReturnType<typeof namesOfTests> => {
  const names = named.get(file) ?? namesOfTests(readFileSync(join(root, file), 'utf8'))
  named.set(file, names)
  return names
}

/** What is wrong with one thing that is said to show a sentence; undefined when it is there. */
function faultOf(shown: string): string | undefined {
  const { file, title } = TEST.exec(shown)?.groups ?? {}
  if (file !== undefined && title !== undefined) {
    if (!existsSync(join(root, file))) return `no file ${file}`
    const { titles, cases } = namesIn(file)
    return titles.has(title) || cases.has(title) ? undefined : `no test or case in ${file} is called ${title}`
  }
  const { screen } = SCREEN.exec(shown)?.groups ?? {}
  if (screen !== undefined) return screens.includes(`'${screen}'`) ? undefined : `no screen ${screen}`
  const { record } = RECORD.exec(shown)?.groups ?? {}
  if (record !== undefined) return existsSync(join(root, 'docs', record)) ? undefined : `no record ${record}`
  return `neither a test, a screen nor a decision: ${shown}`
}

const lines = readFileSync(join(root, COVERAGE), 'utf8').split('\n')
const rows = lines.flatMap((line) => {
  const [, part, number, says, shownBy] = ROW.exec(line) ?? []
  return part === undefined || number === undefined || says === undefined || shownBy === undefined
    ? []
    : [{ part: Number(part), number: Number(number), says, shownBy: shownBy.split('<br>').map((one) => one.trim()) }]
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
    const inTables = lines.filter((line) => /^\| *\d/u.test(line))
    expect(rows).toHaveLength(inTables.length)
  })

  it('names only tests, screens and decisions that exist', () => {
    const faults = rows.flatMap(({ part, number, shownBy }) =>
      shownBy.flatMap((shown) => {
        const fault = faultOf(shown)
        return fault === undefined ? [] : [`${part}.${number}: ${fault}`]
      }),
    )
    expect(faults).toEqual([])
  })

  it.each([
    '`server/test/chat.test.ts` › "a test that nobody wrote"',
    '`server/test/chat.test.ts` › "come newest first"',
    '`server/test/gone.test.ts` › "anything"',
    'screen `nowhere`',
    'decided: [0099](decisions/0099-never.md)',
    'deviates: UNRECORDED',
    'seen by somebody',
  ])('would notice %s', (shown) => {
    expect(faultOf(shown)).toBeDefined()
  })
})

describe('the names of tests', () => {
  it('are titles and tables of cases, and nothing else that stands in a file', () => {
    const { titles, cases } = namesOfTests(`
      // it('in a comment', () => {})
      const text = "it('in a text')"
      const ROWS = [{ what: 'a case in a constant' }]
      const rows = ROWS.map((row) => row)
      const others = ['a list of something else']
      describe('a group', () => {
        it('a test', () => check('inside of a test'))
        test(\`of \${language}\`, () => undefined)
        it.each([['a case', 1], ['another', 2]])('%s counts', () => undefined)
        test.for(rows)('$what goes', () => undefined)
        test.step('a step', () => undefined)
      })
    `)
    expect([...titles]).toEqual(['a group', 'a test', 'of ${language}', '%s counts', '$what goes'])
    expect([...cases]).toEqual(['a case', 'another', 'a case in a constant'])
  })
})

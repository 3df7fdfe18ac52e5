import { isDeepStrictEqual } from 'node:util'

import { toOutcome } from '@kundig/testing/people/outcome'

import { type Cover, everyWay, wayByTurn } from './cover.ts'
import { GUARANTEE_ROWS, type GuaranteeRow, type Section } from './guarantee-rows.ts'

/** Tries an attack. @param wanted expected value or pattern, compared with the outcome of a server's answer */
export type Attempt = (what: string, act: () => unknown, wanted: unknown) => Promise<void>

interface Tried {
  section: string
  row: string
  attempts: number
  failures: string[]
}

export interface Report {
  /** Tries to break a guarantee. A guarantee attacked in several places gets a line for each place. */
  guarantee: (row: GuaranteeRow, attack: (attempt: Attempt) => Promise<void>) => Promise<void>
  exploratory: (row: string, attack: (attempt: Attempt) => Promise<void>) => Promise<void>
  /** Records another fault of the server, such as a 500. */
  violation: (what: string) => void
  /** True if durations are judged, which are meaningless on a busy machine. */
  judgesTimes: boolean
  /** Judges a duration if `judgesTimes` is true. Otherwise only reports long durations. */
  time: (attempt: Attempt, what: string, isWithin: boolean, took: string) => Promise<void>
  /** True for `--core`: each operation is tried in one way instead of all ways. */
  isCore: boolean
  cover: Cover
  note: (text: string) => void
  /** Prints the result. @param options.isWhole true if a row without an attempt fails @returns true if all passed */
  summarise: (options: { isWhole: boolean }) => boolean
}

interface ReportOptions {
  isVerbose: boolean
  judgesTimes: boolean
  isCore: boolean
}

export function createReport({ isVerbose, judgesTimes, isCore }: ReportOptions): Report {
  const tried: Tried[] = []
  const violations = new Map<string, number>()
  let shownSection = ''

  async function runAttack(section: string, row: string, attack: (attempt: Attempt) => Promise<void>): Promise<void> {
    const entry: Tried = { section, row, attempts: 0, failures: [] }
    tried.push(entry)
    const details: string[] = []
    const startedAt = performance.now()
    const attempt: Attempt = async (what, act, wanted) => {
      entry.attempts++
      const got = await Promise.resolve()
        .then(act)
        .then((came) => (isAnswer(came) && hasOutcome(wanted) ? toOutcome(came) : came))
        .catch((error: unknown) => `could not be tried: ${describeError(error)}`)
      const holds = wanted instanceof RegExp ? wanted.test(toText(got)) : isDeepStrictEqual(got, wanted)
      if (!holds) entry.failures.push(`${what}: ${toText(got)} instead of ${toText(wanted)}`)
      else if (isVerbose) details.push(`${what}: ${toText(got).slice(0, 120)}`)
    }
    try {
      await attack(attempt)
    } catch (error) {
      entry.failures.push(`stopped: ${describeError(error)}`)
    }
    if (entry.attempts === 0) entry.failures.push('nothing was tried')
    if (shownSection !== section) console.log(`\n${section}`)
    shownSection = section
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    const sign = entry.failures.length === 0 ? '✓' : '✗'
    const verdict = entry.failures.length === 0 ? 'passed' : `FAILED in ${entry.failures.length}`
    console.log(
      `${sign} ${row.padEnd(78)} ${String(entry.attempts).padStart(4)} attempts ${seconds.padStart(5)} s  ${verdict}`,
    )
    for (const line of details) console.log(`    ✓ ${line}`)
    for (const line of entry.failures) console.log(`    ✗ ${line}`)
  }

  return {
    guarantee: (row, attack) => runAttack(findSection(row), row, attack),
    exploratory: (row, attack) => runAttack('Exploratory', row, attack),
    violation: (what) => void violations.set(what, (violations.get(what) ?? 0) + 1),
    judgesTimes,
    isCore,
    cover: isCore ? wayByTurn : everyWay,
    time: async (attempt, what, isWithin, took) => {
      if (judgesTimes) await attempt(what, () => (isWithin ? 'in time' : took), 'in time')
      else if (!isWithin) console.log(`  not judged: ${what}: ${took}`)
    },
    note: (text) => console.log(`  ${text}`),
    summarise: ({ isWhole }) => {
      const missing = Object.values(GUARANTEE_ROWS)
        .flat()
        .filter((row) => isWhole && !tried.some((entry) => entry.row === row))
      for (const row of missing) console.log(`✗ row without an attempt: ${row}`)
      for (const [what, times] of violations) console.log(`✗ ${what}${times > 1 ? ` (${times} times)` : ''}`)
      const attempts = tried.reduce((sum, entry) => sum + entry.attempts, 0)
      const failed = tried.filter(({ failures }) => failures.length > 0)
      for (const { row, failures } of failed) for (const line of failures) console.log(`✗ ${row}: ${line}`)
      const rows = new Set(tried.map(({ row }) => row)).size
      console.log(
        `\n${attempts} attempts on ${rows} rows: ${failed.length} rows failed, ` +
          `${missing.length} without an attempt, ${violations.size} kinds of answers or log lines that must not be.`,
      )
      return failed.length === 0 && missing.length === 0 && violations.size === 0
    },
  }
}

function findSection(row: GuaranteeRow): string {
  const sections = Object.keys(GUARANTEE_ROWS) as Section[]
  return sections.find((section) => (GUARANTEE_ROWS[section] as readonly string[]).includes(row)) ?? ''
}

function isAnswer(value: unknown): value is { status: number; body: unknown } {
  return typeof value === 'object' && value !== null && 'body' in value && 'status' in value
}

const hasOutcome = (wanted: unknown): boolean => typeof wanted === 'string' || wanted instanceof RegExp

function describeError(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 300) : String(error)
}

function toText(value: unknown): string {
  if (typeof value === 'string') return value.slice(0, 400)
  if (value instanceof RegExp) return String(value)
  return (JSON.stringify(value) ?? String(value)).slice(0, 400)
}

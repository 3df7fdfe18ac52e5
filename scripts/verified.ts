import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { root } from './run-steps.ts'

/** The last pass of one part. */
export interface Pass {
  commit: string
  /** `2026-11-23`. */
  date: string
  minutes: string
}

const VERIFIED = join(root, 'docs/verified.md')
/** Files that running a part writes. They do not make a tree a changed one. */
const RESULTS = ['docs/verified.md', 'tests/load/RESULTS.md', 'tests/load/results']

/** @returns what Git prints; empty when it fails without a word */
export function git(...command: string[]): string {
  return spawnSync('git', command, { cwd: root, encoding: 'utf8' }).stdout?.trim() ?? ''
}

/** The commit that is checked out; undefined without Git and where the tree has other changes than results. */
export function unchangedCommit(): string | undefined {
  const commit = git('rev-parse', '--short=8', 'HEAD')
  const changes = git('status', '--porcelain', '--', '.', ...RESULTS.map((path) => `:!${path}`))
  return commit === '' || changes !== '' ? undefined : commit
}

/** The passes in docs/verified.md, by the name of their part. */
export function readPasses(): Map<string, Pass> {
  const lines = existsSync(VERIFIED) ? readFileSync(VERIFIED, 'utf8').split('\n') : []
  const passes = new Map<string, Pass>()
  for (const line of lines) {
    const { name, commit, date, minutes } =
      /^\| *`(?<name>[\w-]+)` *\|[^|]*\| *(?<commit>[\da-f]+) *\| *(?<date>[\d-]+) *\| *(?<minutes>[\d.]+) *\|$/u.exec(
        line,
      )?.groups ?? {}
    if (name !== undefined) passes.set(name, { commit: commit ?? '', date: date ?? '', minutes: minutes ?? '' })
  }
  return passes
}

/**
 * Writes docs/verified.md.
 * @param parts each part's name and description, in the order of the table
 */
export function writePasses(parts: readonly { name: string; description: string }[], passes: Map<string, Pass>): void {
  const rows = parts.map(({ name, description }) => {
    const { commit = 'never', date = '', minutes = '' } = passes.get(name) ?? {}
    return `| \`${name}\` | ${description} | ${commit} | ${date} | ${minutes} |`
  })
  writeFileSync(
    VERIFIED,
    `# Verified

Written by \`npm run test:all\`: the last pass of each part, unfiltered and on an unchanged tree. The figures of the
benchmarks are in [tests/load/RESULTS.md](../tests/load/RESULTS.md).

| Part | What | Commit | Date | Minutes |
| --- | --- | --- | --- | ---: |
${rows.join('\n')}
`,
  )
  spawnSync('npx', ['oxfmt', VERIFIED], { cwd: root })
}

/**
 * One line about the last passes: the oldest of them, and the parts whose pass is older than the newest one.
 * @param names the parts that make the whole
 */
export function describeWhole(names: readonly string[]): string {
  const passes = readPasses()
  const missing = names.filter((name) => !passes.has(name))
  if (missing.length > 0) return `test:all has never passed whole: ${missing.join(', ')} missing.`
  const parts = names.map((name) => {
    const { commit = '', date = '' } = passes.get(name) ?? {}
    return { name, date, age: commitsSince(commit) }
  })
  const oldest = parts.reduce((a, b) => (b.age > a.age ? b : a))
  const newest = parts.reduce((a, b) => (b.age < a.age ? b : a))
  const older = parts.filter(({ age }) => age > newest.age).map(({ name, age }) => `${name} (${describeAge(age)})`)
  return [
    `test:all last passed whole ${describeAge(oldest.age)} (${oldest.date}).`,
    ...(older.length > 0 ? [`Older than the newest pass: ${older.join(', ')}.`] : []),
  ].join(' ')
}

/** Commits since one, without those that change results alone; infinite where the clone does not have it. */
function commitsSince(commit: string): number {
  const count = git('rev-list', '--count', `${commit}..HEAD`, '--', '.', ...RESULTS.map((path) => `:!${path}`))
  return count === '' ? Infinity : Number(count)
}

function describeAge(commits: number): string {
  if (commits === 0) return 'on this commit'
  if (commits === Infinity) return 'before this clone begins'
  return commits === 1 ? '1 commit ago' : `${commits} commits ago`
}

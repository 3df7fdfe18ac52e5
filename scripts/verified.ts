import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { root } from './run-steps.ts'

export interface Pass {
  commit: string
  date: string
  minutes: string
}

const VERIFIED = join(root, 'docs/verified.md')
/** Files that test parts write. They do not count as changes of the working tree. */
const RESULTS = ['docs/verified.md', 'tests/load/RESULTS.md', 'tests/load/results']

export function runGit(...command: string[]): string {
  return spawnSync('git', command, { cwd: root, encoding: 'utf8' }).stdout?.trim() ?? ''
}

/** Returns the checked-out commit. Undefined without Git, or if files other than results have changed. */
export function findCleanCommit(): string | undefined {
  const commit = runGit('rev-parse', '--short=8', 'HEAD')
  const changes = runGit('status', '--porcelain', '--', '.', ...RESULTS.map((path) => `:!${path}`))
  return commit === '' || changes !== '' ? undefined : commit
}

export function readTestPasses(): Map<string, Pass> {
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

export function writeTestPasses(
  parts: readonly { name: string; description: string }[],
  passes: Map<string, Pass>,
): void {
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

export function describeLastFullPass(names: readonly string[]): string {
  const passes = readTestPasses()
  const missing = names.filter((name) => !passes.has(name))
  if (missing.length > 0) return `test:all has never passed whole: ${missing.join(', ')} missing.`
  const parts = names.map((name) => {
    const { commit = '', date = '' } = passes.get(name) ?? {}
    return { name, date, age: countCommitsSince(commit) }
  })
  const oldest = parts.reduce((a, b) => (b.age > a.age ? b : a))
  const newest = parts.reduce((a, b) => (b.age < a.age ? b : a))
  const older = parts.filter(({ age }) => age > newest.age).map(({ name, age }) => `${name} (${describeAge(age)})`)
  return [
    `test:all last passed whole ${describeAge(oldest.age)} (${oldest.date}).`,
    ...(older.length > 0 ? [`Older than the newest pass: ${older.join(', ')}.`] : []),
  ].join(' ')
}

/** Counts later commits, except changes of results. Infinite if the clone does not have the commit. */
function countCommitsSince(commit: string): number {
  const count = runGit('rev-list', '--count', `${commit}..HEAD`, '--', '.', ...RESULTS.map((path) => `:!${path}`))
  return count === '' ? Infinity : Number(count)
}

function describeAge(commits: number): string {
  if (commits === 0) return 'on this commit'
  if (commits === Infinity) return 'before this clone begins'
  return commits === 1 ? '1 commit ago' : `${commits} commits ago`
}

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Runs what takes too long, or too quiet a machine, for `npm test`, from the shortest to the longest, and keeps in
 * docs/verified.md when each was last run, on which commit, and what came of it. Ends with 1 when one of them failed.
 *
 * npm run verify -- outdated faults   runs those alone, and leaves what is known of the others
 */
interface Check {
  name: string
  is: string
  command: string
  /** Given to it besides the environment. */
  settings?: Record<string, string>
  /** Says what came of it instead of its exit code; null when it could not be run. */
  judge?: (output: string) => string | null
}

const bench = (name: string, is: string): Check => ({ name, is, command: `npm run bench -- ${name}` })

const CHECKS: readonly Check[] = [
  { name: 'outdated', is: 'packages that have newer versions', command: 'npm outdated --json', judge: countOutdated },
  { name: 'container', is: 'what the Dockerfile builds starts and serves', command: 'npm run test:container' },
  {
    name: 'attack',
    is: 'the promises of SECURITY.md from outside, with times',
    command: 'npm run attack',
    settings: { TIMES: '1' },
  },
  bench('inputs', 'hostile texts'),
  bench('dev', 'from a change to the screen while developing'),
  bench('web', 'the landing page in Lighthouse'),
  bench('scroll', 'a long room on the screen'),
  bench('settings', 'what reading an owner’s settings costs a page'),
  bench('figures', 'figures of a year over ten million events'),
  bench('faults', 'messages and payments while things are killed'),
  { name: 'screens', is: 'pictures of every screen, to be looked at', command: 'npm run screens' },
  bench('search', 'search among a million profiles'),
  bench('chat', 'messages, connections, long histories'),
]

const root = join(import.meta.dirname, '..')
const VERIFIED = join(root, 'docs/verified.md')

/** Where `npm outdated` found a package. */
interface Place {
  current?: string
}

interface Run {
  outcome: string
  commit: string
  date: string
  minutes: string
}

/** Of what is installed: packages that are for other systems are missing here, and no later than what we have. */
function countOutdated(output: string): string | null {
  try {
    const found = JSON.parse(output === '' ? '{}' : output) as Record<string, Place | Place[]>
    const behind = Object.values(found).filter((places) => [places].flat().some(({ current }) => current !== undefined))
    return behind.length === 0 ? 'none' : `${behind.length} behind`
  } catch {
    return null
  }
}

function git(...command: string[]): string {
  return spawnSync('git', command, { cwd: root, encoding: 'utf8' }).stdout?.trim() ?? ''
}

/** What was checked: a commit, or one with changes that nobody else has. */
function describeCommit(): string {
  const changed = git(
    'status',
    '--porcelain',
    '--untracked-files=no',
    '--',
    '.',
    ':!docs/verified.md',
    ':!tests/load/RESULTS.md',
    ':!tests/load/results',
  )
  const commit = git('rev-parse', '--short', 'HEAD') || 'no commit'
  return changed === '' ? commit : `${commit} with changes`
}

function perform({ command, settings, judge }: Check): Run & { isPassed: boolean } {
  const [startedAt, commit] = [performance.now(), describeCommit()]
  console.log(`\n── ${command}`)
  const { status, stdout } = spawnSync(command, {
    cwd: root,
    shell: true,
    stdio: ['inherit', judge === undefined ? 'inherit' : 'pipe', 'inherit'],
    encoding: 'utf8',
    env: { ...process.env, ...settings },
  })
  const judged = judge?.(stdout)
  if (judged !== undefined) console.log(judged ?? stdout)
  const isPassed = judged === undefined ? status === 0 : judged !== null
  return {
    isPassed,
    outcome: isPassed ? (judged ?? 'passed') : '**failed**',
    commit,
    date: new Date().toISOString().slice(0, 10),
    minutes: ((performance.now() - startedAt) / 60_000).toFixed(1),
  }
}

/** What docs/verified.md knows of a check; undefined when it was never run. */
function lastRun(document: string, name: string): Run | undefined {
  const line = document.split('\n').find((one) => new RegExp(`^\\| *\`${name}\` *\\|`, 'u').test(one))
  const [, , outcome = '', commit = '', date = '', minutes = ''] =
    line
      ?.split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()) ?? []
  return date === '' ? undefined : { outcome, commit, date, minutes }
}

function writeDocument(runs: ReadonlyMap<string, Run>): void {
  const lines = [
    '# Verified',
    '',
    'Written by `npm run verify`: what `npm test` leaves out, when it was last run, on which commit, and what came of it. The',
    'figures of the benchmarks are in [tests/load/RESULTS.md](../tests/load/RESULTS.md).',
    '',
    '| Check | What | Outcome | Commit | Date | Minutes |',
    '| --- | --- | --- | --- | --- | ---: |',
    ...CHECKS.map(({ name, is }) => {
      const { outcome, commit, date, minutes } = runs.get(name) ?? {
        outcome: 'never run',
        commit: '',
        date: '',
        minutes: '',
      }
      return `| \`${name}\` | ${is} | ${outcome} | ${commit} | ${date} | ${minutes} |`
    }),
    '',
  ]
  writeFileSync(VERIFIED, lines.join('\n'))
  spawnSync('npx', ['oxfmt', VERIFIED], { cwd: root })
}

const names = CHECKS.map(({ name }) => name)
const chosen = process.argv.slice(2)
const unknown = chosen.filter((one) => !names.includes(one))
if (unknown.length > 0) {
  console.error(`verify: no ${unknown.join(', ')}; there are ${names.join(', ')}`)
  process.exit(2)
}

const document = existsSync(VERIFIED) ? readFileSync(VERIFIED, 'utf8') : ''
const runs = new Map<string, Run>()
for (const name of names) {
  const known = lastRun(document, name)
  if (known !== undefined) runs.set(name, known)
}
const failed: string[] = []
for (const check of CHECKS) {
  if (chosen.length > 0 && !chosen.includes(check.name)) continue
  const { isPassed, ...came } = perform(check)
  if (!isPassed) failed.push(check.name)
  runs.set(check.name, came)
  writeDocument(runs)
}
if (failed.length > 0) console.error(`\nverify: failed in ${failed.join(', ')}`)
process.exitCode = failed.length === 0 ? 0 : 1

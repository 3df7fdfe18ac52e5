import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

import { root } from './run-steps.ts'
import { runGit } from './verified.ts'

/**
 * `npm run test:repeat -- COMMIT`: runs `npm test` ten times, four times beside two busy processes. A later call
 * continues an interrupted series. The output of failed runs stays beside the clone.
 */
const RUNS = { alone: 6, busy: 4 } as const
const RESULTS = join(root, 'docs/repeated-runs.md')
const BUSY_PROCESSES = 2
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

type Kind = keyof typeof RUNS

const [revision] = process.argv.slice(2)
const commit = runGit('rev-parse', '--verify', '--quiet', '--short=8', revision ?? '')
if (revision === undefined || commit === '') {
  console.error('test:repeat: name a commit, as in npm run test:repeat -- HEAD')
  process.exit(2)
}
const clone = join(root, '.cache/repeated-runs', commit)

function runCommand(command: string, ...args: string[]): void {
  const { status } = spawnSync(command, args, { cwd: existsSync(clone) ? clone : root, stdio: 'inherit' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}`)
}

function countRuns(kind: Kind): number {
  const rows = existsSync(RESULTS) ? readFileSync(RESULTS, 'utf8').split('\n') : []
  return rows.filter((row) => row.startsWith(`| ${commit} `) && row.includes(`| ${kind} `)).length
}

async function runTestSuite(kind: Kind): Promise<void> {
  const busy: ChildProcess[] = []
  if (kind === 'busy')
    for (let count = 0; count < BUSY_PROCESSES; count++) busy.push(spawn(process.execPath, ['-e', 'for (;;);']))
  const startedAt = performance.now()
  // The tests run in a separate process group, because a signal to npm alone would leave them running.
  const child = spawn('npm', ['test'], { cwd: clone, stdio: ['ignore', 'pipe', 'inherit'], detached: true })
  let isStopped = false
  const stop = (): void => {
    isStopped = true
    if (child.pid !== undefined) process.kill(-child.pid)
  }
  for (const signal of SIGNALS) process.once(signal, stop)
  const [stdout, status] = await Promise.all([
    text(child.stdout),
    new Promise<number | null>((resolve) => child.once('close', resolve)),
  ])
  for (const one of busy) one.kill()
  if (isStopped) process.exit(1)
  for (const signal of SIGNALS) process.off(signal, stop)
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1)
  const failed = /^Failed: (?<steps>.+?)\./mu.exec(stdout)?.groups?.['steps']
  const result = status === 0 ? 'passed' : `failed: ${failed ?? `ended with ${status}`}`
  if (status !== 0) writeFileSync(`${clone}-${Date.now()}.log`, stdout)
  const date = new Date().toISOString().slice(0, 10)
  appendFileSync(RESULTS, `| ${commit} | ${date} | ${kind} | ${minutes} | ${result} |\n`)
  spawnSync('npx', ['oxfmt', RESULTS], { cwd: root })
  console.log(`${commit} ${kind}: ${result}, ${minutes} minutes`)
}

if (!existsSync(clone)) runCommand('git', 'clone', '--quiet', root, clone)
runCommand('git', 'checkout', '--quiet', commit)
runCommand('npm', 'install', '--no-audit', '--no-fund')
for (const kind of ['alone', 'busy'] as const) while (countRuns(kind) < RUNS[kind]) await runTestSuite(kind)

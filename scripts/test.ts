import { type ChildProcess, spawn } from 'node:child_process'
import { availableParallelism, setPriority } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

/**
 * `npm test`: all that decides whether a change lands. The steps of one group run side by side; a group begins when the
 * one before it has passed. Each line is printed with the name of its step, and a table at the end says how long each
 * step took. What a step leaves of the processors while it waits, the others use; programs that later steps ask for are
 * installed meanwhile.
 */
const GROUPS: readonly (readonly string[])[] = [
  ['check', 'test:unit', 'test:bundle', 'test:programs', 'attack'],
  ['test:service'],
  ['test:e2e'],
]

/**
 * Steps that have no clock to be in time for: they take what the others of their group leave, so that the longest one of
 * these does not end long after the rest.
 */
const PATIENT: ReadonlySet<string> = new Set(['check', 'test:unit'])
/** Between 0, as everybody else, and 19, after everybody else. */
const PATIENT_PRIORITY = 10

const root = join(import.meta.dirname, '..')
const width = Math.max(...GROUPS.flat().map((name) => name.length))
const running = new Set<ChildProcess>()

interface Outcome {
  name: string
  seconds: number
  isPassed: boolean
}

/** Prints what a step says, line by line. */
function tell(name: string, output: Readable): void {
  createInterface({ input: output }).on('line', (line) => console.log(`${name.padEnd(width)} │ ${line}`))
}

function run(name: string): Promise<Outcome> {
  const startedAt = performance.now()
  const child = spawn('npm', ['run', '-s', name], {
    cwd: root,
    shell: process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  // What it starts inherits this; npm has not started anything yet.
  if (PATIENT.has(name) && child.pid !== undefined) setPriority(child.pid, PATIENT_PRIORITY)
  tell(name, child.stdout)
  tell(name, child.stderr)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      running.delete(child)
      resolve({ name, seconds: (performance.now() - startedAt) / 1000, isPassed: code === 0 })
    })
  })
}

// What a terminal interrupts hears of it by itself; whoever asks this process alone to end means its steps as well.
for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    for (const child of running) child.kill(signal)
  })
}
process.on('SIGINT', () => undefined)

const startedAt = performance.now()
const outcomes: Outcome[] = []
for (const group of GROUPS) {
  outcomes.push(...(await Promise.all(group.map(run))))
  if (outcomes.some(({ isPassed }) => !isPassed)) break
}

console.log('')
for (const { name, seconds, isPassed } of outcomes) {
  console.log(`${isPassed ? '✓' : '✗'} ${name.padEnd(width)} ${seconds.toFixed(0).padStart(5)} s`)
}
const failed = outcomes.filter(({ isPassed }) => !isPassed).map(({ name }) => name)
const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1)
console.log(
  failed.length === 0
    ? `All passed in ${minutes} minutes on ${availableParallelism()} processors.`
    : `Failed: ${failed.join(', ')}. Each can be run alone: npm run ${failed[0] ?? ''}`,
)
process.exitCode = failed.length === 0 ? 0 : 1

import { type ChildProcess, spawn } from 'node:child_process'
import { cpus, setPriority } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export interface Step {
  script: string
  args?: readonly string[]
  /** True to run the step at low priority, because parallel steps have tests with deadlines. */
  isPatient?: boolean
}

export interface StepResult {
  script: string
  seconds: number
  isPassed: boolean
  lastLines: readonly string[]
}

export const root = join(import.meta.dirname, '..')

/** Low priority (`nice`), between 0, the default, and 19, the lowest. */
const PATIENT_PRIORITY = 10

/** Number of last lines of a failed step's output that are printed again: test runners print failures last. */
const REPEATED_LINES = 60

const running = new Set<ChildProcess>()

// SIGTERM and SIGHUP reach only this process, which forwards them. A terminal interrupts the whole process group.
for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    for (const child of running) child.kill(signal)
  })
}
process.on('SIGINT', () => undefined)

/** Runs groups in order, and a group's steps in parallel. Stops after a failed group. @returns the steps that ran */
export async function runSteps(groups: readonly (readonly Step[])[]): Promise<StepResult[]> {
  const width = Math.max(...groups.flat().map(({ script }) => script.length))
  const results: StepResult[] = []
  for (const group of groups) {
    results.push(...(await Promise.all(group.map((step) => runStep(step, width)))))
    if (results.some(({ isPassed }) => !isPassed)) break
  }
  for (const { script, lastLines } of results.filter(({ isPassed }) => !isPassed)) {
    console.log(`\n${script} failed. It ended with:\n${lastLines.join('\n')}`)
  }
  console.log('')
  for (const { script, seconds, isPassed } of results) {
    console.log(`${isPassed ? '✓' : '✗'} ${script.padEnd(width)} ${seconds.toFixed(0).padStart(5)} s`)
  }
  return results
}

function runStep({ script, args = [], isPatient = false }: Step, width: number): Promise<StepResult> {
  const startedAt = performance.now()
  const child = spawn('npm', ['run', '-s', script, ...(args.length > 0 ? ['--', ...args] : [])], {
    cwd: root,
    shell: process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  if (isPatient && child.pid !== undefined) setPriority(child.pid, PATIENT_PRIORITY)
  const lastLines: string[] = []
  for (const output of [child.stdout, child.stderr]) {
    createInterface({ input: output }).on('line', (line) => {
      console.log(`${script.padEnd(width)} │ ${line}`)
      lastLines.push(line)
      if (lastLines.length > REPEATED_LINES) lastLines.shift()
    })
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      running.delete(child)
      resolve({ script, seconds: (performance.now() - startedAt) / 1000, isPassed: code === 0, lastLines })
    })
  })
}

/** Reads the busy time of all processors since boot, including other programs (seconds). */
export function readBusyCpuSeconds(): number {
  const busyMs = cpus().map(({ times: { user, nice, sys, irq } }) => user + nice + sys + irq)
  return busyMs.reduce((sum, ms) => sum + ms, 0) / 1000
}

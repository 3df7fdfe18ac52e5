import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

/** Length of the kernel's tick, the unit in which Linux reports processor time (ms). */
const TICK_MS = 10

interface ProcessTimes {
  pid: number
  parent: number
  ownTicks: number
  /** Processor time of the process's ended children (ticks). */
  endedTicks: number
  /** False for an ended process that only waits for its parent (a zombie). */
  isAlive: boolean
}

function readTimes(pid: number): ProcessTimes | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The process name before the last bracket may contain spaces.
    const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const fields = rest.map(Number)
    const [parent = 0] = fields
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(10)
    const isAlive = state !== 'Z' && state !== 'X'
    return { pid, parent, ownTicks: user + system, endedTicks: endedUser + endedSystem, isAlive }
  } catch {
    return undefined
  }
}

/** Lists a process and its descendants. */
function listProcessFamily(root: number): ProcessTimes[] {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/u.test(name) ? (readTimes(Number(name)) ?? []) : []))
  const family = all.filter(({ pid }) => pid === root)
  for (const { pid } of family) family.push(...all.filter(({ parent }) => parent === pid))
  return family
}

/** Kills a process and its descendants, and waits until they have ended. */
export async function killProcessFamily(root: number): Promise<void> {
  // The process is stopped first, so that it starts no more children.
  sendSignal(root, 'SIGSTOP')
  const pids = listProcessFamily(root).map(({ pid }) => pid)
  for (const pid of pids) sendSignal(pid, 'SIGKILL')
  while (pids.some((pid) => readTimes(pid)?.isAlive)) await sleep(5)
}

/** Sends a signal to a process. Does nothing if the process has ended. */
function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** Reads the processor time of a process and its descendants, running and ended (ms). */
export function readProcessorMs(root: number): number {
  const ticks = listProcessFamily(root).map(({ ownTicks, endedTicks }) => ownTicks + endedTicks)
  return TICK_MS * ticks.reduce((sum, one) => sum + one, 0)
}

/** Reads the memory of a process (bytes). Shared pages are divided by the number of processes that use them. */
export const readMemoryBytes = (pid: number): number => readMemory(pid, 'Pss')

/**
 * Reads the memory of a process and its descendants (bytes). Counts pages of the first process whole, because the
 * benchmark's own Node shares some of them.
 */
export function readFamilyMemoryBytes(root: number): number {
  const descendants = listProcessFamily(root).filter(({ pid, isAlive }) => isAlive && pid !== root)
  return descendants.reduce((sum, { pid }) => sum + readMemory(pid, 'Pss'), readMemory(root, 'Rss'))
}

function readMemory(pid: number, field: 'Pss' | 'Rss'): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  const [, kilobytes] = new RegExp(`^${field}:\\s+(\\d+)`, 'mu').exec(rollup) ?? []
  return Number(kilobytes) * 1024
}

/**
 * Moves processes and their descendants to the second core, and this process to the first core, so that the load
 * generator takes no processor time from the measured systems.
 * @returns a function that allows all these processes every core again
 */
export function separateFromGenerator(pids: readonly number[]): () => void {
  const cores = availableParallelism()
  if (cores < 2) throw new Error('The load generator needs a core of its own')
  const setAll = (generator: string, others: string): void => {
    for (const { pid } of pids.flatMap(listProcessFamily)) setCores(pid, others)
    setCores(process.pid, generator)
  }
  setAll('0', '1')
  return () => setAll(`0-${cores - 1}`, `0-${cores - 1}`)
}

function setCores(pid: number, cores: string): void {
  const { status, stderr } = spawnSync('taskset', ['-acp', cores, String(pid)], { encoding: 'utf8' })
  if (status !== 0 && readTimes(pid)?.isAlive) throw new Error(`taskset: ${stderr}`)
}

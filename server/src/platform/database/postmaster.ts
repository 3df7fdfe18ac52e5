import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { open, readFile, readlink, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

import type { Places } from './postgres-places.ts'

const run = promisify(execFile)

/** A database that was killed reads its whole log again before it serves: minutes at the very most (ms). */
const START_LIMIT_MS = 300_000
const READY_CHECK_MS = 50
const STOP_LIMIT_S = 30
/** What a postmaster that ended has left running ends by itself within this (s). */
const LAST_PROCESSES_S = 10
/** Tells that the lock was not free from whatever the locked command ends with. */
const LOCK_TAKEN = 75

/** A running PostgreSQL server, which is a process of ours. */
export interface Postmaster {
  /** Resolves when it has ended, whatever ended it. */
  ended: Promise<void>
  /** From now on this process does not end before it has. */
  hold: () => void
}

/** Runs a tool of PostgreSQL as the account that the database belongs to. */
export async function runTool(places: Places, name: 'initdb' | 'pg_ctl', args: readonly string[]): Promise<void> {
  await run(join(places.binaries.native, 'bin', name), args, {
    cwd: places.home,
    ...places.account,
    env: toolEnvironment(),
  })
}

/**
 * Starts PostgreSQL and waits until it serves. What a killed process left running is stopped first. The caller must hold
 * the folder's lock (`data-lock.ts`): then nobody lives who needs what is stopped.
 * @param flags settings, such as `port=5432`
 * @throws Error with the end of its log when it does not start
 */
export async function startPostmaster(places: Places, flags: readonly string[]): Promise<Postmaster> {
  await stopLeftOver(places)
  const { home, binaries, account } = places
  const logPath = join(home, 'postgres.log')
  // What the last one said before it died may be asked for.
  await rename(logPath, `${logPath}.before`).catch(() => undefined)
  const log = await open(logPath, 'w')
  const [program, ...args] = locked(home, [
    join(binaries.native, 'bin', 'postgres'),
    '-D',
    dataOf(home),
    ...flags.flatMap((flag) => ['-c', flag]),
  ])
  const child = spawn(program, args, {
    cwd: home,
    ...account,
    env: toolEnvironment(),
    // In a group of its own: Ctrl-C is for us, and the database is stopped last.
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  })
  child.unref()
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  await log.close()
  if (await isServing(child, home)) return { ended, hold: () => child.ref() }
  if (child.exitCode === LOCK_TAKEN) throw stillAtWork(home)
  const lines = await readFile(logPath, 'utf8').catch(() => '')
  throw new Error(
    `The embedded PostgreSQL did not start. Its log, ${logPath}, ends with:\n${lines.trim().split('\n').slice(-8).join('\n')}`,
  )
}

/** Stops the server of a folder in good order: what is under way is cut off, and nothing that was acknowledged is lost. */
export function stopPostmaster(places: Places): Promise<void> {
  return runTool(places, 'pg_ctl', ['stop', '-D', dataOf(places.home), '-m', 'fast', '-w', '-t', String(STOP_LIMIT_S)])
}

/** Where in its folder the database is. */
export function dataOf(home: string): string {
  return join(home, 'data')
}

/** Resolves to false when it ends before that. */
async function isServing(child: ChildProcess, home: string): Promise<boolean> {
  const over = new AbortController()
  const end = (): void => over.abort()
  child.once('exit', end).once('error', end)
  const deadline = performance.now() + START_LIMIT_MS
  while (!over.signal.aborted) {
    // Its first line is the process, its eighth says how far it is.
    const lines = (await readFile(pidFileOf(home), 'utf8').catch(() => '')).split('\n')
    if (Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready') return true
    // Ends it, and with it this.
    if (performance.now() > deadline) child.kill('SIGKILL')
    await sleep(READY_CHECK_MS)
  }
  return false
}

const pidFileOf = (home: string): string => join(dataOf(home), 'postmaster.pid')

/**
 * Stops the server that a killed process left running; clears away a pid file that names somebody else.
 * @throws Error when a server that cannot be seen from here is still at work
 */
export async function stopLeftOver(places: Places): Promise<void> {
  const { home, account } = places
  const pidFile = pidFileOf(home)
  const pid = Number.parseInt(await readFile(pidFile, 'utf8').catch(() => ''), 10)
  if (Number.isNaN(pid)) return
  if (await isServerOf(pid, dataOf(home))) return stopPostmaster(places)
  const [program, ...args] = locked(home, ['rm', '-f', pidFile])
  await run(program, args, { cwd: home, ...account, env: toolEnvironment() }).catch((error: unknown) => {
    throw error instanceof Error && 'code' in error && error.code === LOCK_TAKEN ? stillAtWork(home) : error
  })
}

async function isServerOf(pid: number, data: string): Promise<boolean> {
  const folder = await stat('/proc/self').catch(() => undefined)
  // PostgreSQL works inside its data folder, which tells it from another process with a reused number.
  if (folder) return (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === data
  const listed = spawnSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' })
  return listed.status === 0 && listed.stdout.includes(data)
}

/**
 * A command that runs while no process of a PostgreSQL of this folder lives, and keeps others from starting as long as a
 * process of its own does: they all inherit the file that is locked. PostgreSQL looks for others by their process
 * number, which says nothing about another container. Where there is no such tool (macOS, Windows), there are no such
 * containers either.
 */
function locked(home: string, command: readonly [string, ...string[]]): readonly [string, ...string[]] {
  if (!hasFlock()) return command
  const [wait, taken] = [String(LAST_PROCESSES_S), String(LOCK_TAKEN)]
  return ['flock', '--no-fork', '--wait', wait, '--conflict-exit-code', taken, join(home, 'postgres.lock'), ...command]
}

function hasFlock(): boolean {
  const { status, stdout } = spawnSync('flock', ['--version'], { encoding: 'utf8', env: toolEnvironment() })
  // Others than util-linux's cannot do what is needed of it.
  return status === 0 && stdout.includes('util-linux')
}

function stillAtWork(home: string): Error {
  return new Error(
    `A PostgreSQL that cannot be seen from here is still at work on ${home}: a Kundig that was killed left it behind, ` +
      'perhaps in another container. End it there first.',
  )
}

function toolEnvironment(): NodeJS.ProcessEnv {
  // The tools' messages are read by people only, but a locale that is not installed would stop initdb.
  return { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' }
}

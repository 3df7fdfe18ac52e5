import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { open, readFile, readlink, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

import type { PostgresPaths } from './postgres-paths.ts'

const run = promisify(execFile)

/** Start timeout (ms): after a kill, PostgreSQL first replays its log, for some minutes at most. */
const START_LIMIT_MS = 300_000
const READY_CHECK_MS = 50
const STOP_LIMIT_S = 30
/** Time limit for the last processes of an ended postmaster (s). */
const LAST_PROCESSES_S = 10
/** Exit code of flock for a taken lock, distinct from the locked command's exit codes. */
const LOCK_TAKEN = 75

export interface Postmaster {
  ended: Promise<void>
  /** Keeps this process running until PostgreSQL has ended. */
  hold: () => void
}

export async function runTool(
  places: PostgresPaths,
  name: 'initdb' | 'pg_ctl',
  args: readonly string[],
): Promise<void> {
  await run(join(places.binaries.native, 'bin', name), args, {
    cwd: places.home,
    ...places.account,
    env: buildToolEnvironment(),
  })
}

/** Starts PostgreSQL after stopping a left-over server. The caller holds the folder's lock (`data-lock.ts`). */
export async function startPostmaster(places: PostgresPaths, flags: readonly string[]): Promise<Postmaster> {
  await stopLeftOverServer(places)
  const { home, binaries, account } = places
  const logPath = join(home, 'postgres.log')
  // Keeps the log of the previous server, whose last messages may be needed.
  await rename(logPath, `${logPath}.before`).catch(() => undefined)
  const log = await open(logPath, 'w')
  const [program, ...args] = wrapCommandInLock(home, [
    join(binaries.native, 'bin', 'postgres'),
    '-D',
    toDataFolder(home),
    ...flags.flatMap((flag) => ['-c', flag]),
  ])
  const child = spawn(program, args, {
    cwd: home,
    ...account,
    env: buildToolEnvironment(),
    // The database has its own process group, which Ctrl-C does not reach, because the database must stop last.
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  })
  child.unref()
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  await log.close()
  if (await waitUntilServing(child, home)) return { ended, hold: () => child.ref() }
  if (child.exitCode === LOCK_TAKEN) throw createStillRunningError(home)
  const lines = await readFile(logPath, 'utf8').catch(() => '')
  throw new Error(
    `The embedded PostgreSQL did not start. Its log, ${logPath}, ends with:\n${lines.trim().split('\n').slice(-8).join('\n')}`,
  )
}

/** Stops a PostgreSQL server cleanly: interrupts running work, and loses no acknowledged data. */
export function stopPostmaster(places: PostgresPaths): Promise<void> {
  return runTool(places, 'pg_ctl', [
    'stop',
    '-D',
    toDataFolder(places.home),
    '-m',
    'fast',
    '-w',
    '-t',
    String(STOP_LIMIT_S),
  ])
}

export function toDataFolder(home: string): string {
  return join(home, 'data')
}

/** Waits until PostgreSQL serves. Resolves to false when PostgreSQL ends first. */
async function waitUntilServing(child: ChildProcess, home: string): Promise<boolean> {
  const over = new AbortController()
  const end = (): void => over.abort()
  child.once('exit', end).once('error', end)
  const deadline = performance.now() + START_LIMIT_MS
  while (!over.signal.aborted) {
    // The pid file's first line is the process id; its eighth line is the server's state.
    const lines = (await readFile(toPidFile(home), 'utf8').catch(() => '')).split('\n')
    if (Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready') return true
    if (performance.now() > deadline) child.kill('SIGKILL')
    await sleep(READY_CHECK_MS)
  }
  return false
}

const toPidFile = (home: string): string => join(toDataFolder(home), 'postmaster.pid')

/** Stops a left-over server or removes its pid file. Throws for a running server that this process cannot see. */
export async function stopLeftOverServer(places: PostgresPaths): Promise<void> {
  const { home, account } = places
  const pidFile = toPidFile(home)
  const pid = Number.parseInt(await readFile(pidFile, 'utf8').catch(() => ''), 10)
  if (Number.isNaN(pid)) return
  if (await isServerOfFolder(pid, toDataFolder(home))) return stopPostmaster(places)
  const [program, ...args] = wrapCommandInLock(home, ['rm', '-f', pidFile])
  await run(program, args, { cwd: home, ...account, env: buildToolEnvironment() }).catch((error: unknown) => {
    throw error instanceof Error && 'code' in error && error.code === LOCK_TAKEN ? createStillRunningError(home) : error
  })
}

async function isServerOfFolder(pid: number, data: string): Promise<boolean> {
  const folder = await stat('/proc/self').catch(() => undefined)
  // PostgreSQL's working directory is its data folder, unlike that of another process with a reused id.
  if (folder) return (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === data
  const listed = spawnSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' })
  return listed.status === 0 && listed.stdout.includes(data)
}

/** Wraps the command in a lock against other servers of this folder: containers have separate process ids. */
function wrapCommandInLock(home: string, command: readonly [string, ...string[]]): readonly [string, ...string[]] {
  if (!hasFlock()) return command
  const [wait, taken] = [String(LAST_PROCESSES_S), String(LOCK_TAKEN)]
  return ['flock', '--no-fork', '--wait', wait, '--conflict-exit-code', taken, join(home, 'postgres.lock'), ...command]
}

function hasFlock(): boolean {
  const { status, stdout } = spawnSync('flock', ['--version'], { encoding: 'utf8', env: buildToolEnvironment() })
  // Only util-linux's flock has the needed options.
  return status === 0 && stdout.includes('util-linux')
}

function createStillRunningError(home: string): Error {
  return new Error(
    `Another PostgreSQL still uses ${home}, and is not visible from here: a killed Kundig left it behind, ` +
      'perhaps in another container. Stop it there first.',
  )
}

function buildToolEnvironment(): NodeJS.ProcessEnv {
  // initdb fails for a missing locale, so the locale is C: the language of messages does not matter.
  return { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' }
}

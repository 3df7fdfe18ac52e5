import { spawn } from 'node:child_process'
import { readdirSync, statSync, watch } from 'node:fs'
import { createServer } from 'node:net'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { readEnv } from '@kundig/server/env'
import { lockFolder } from '@kundig/server/platform/database/data-lock'
import { startEmbeddedPostgres } from '@kundig/server/platform/database/embedded-postgres'
import { keepPostgresRunning } from '@kundig/server/platform/database/keep-running'
import { findFreePort } from '@kundig/server/platform/http/free-port'

/**
 * `npm run dev`: runs the database and the server with the web application's sources. Restarts the server after
 * changes.
 */

const ROOT = join(import.meta.dirname, '..')
const SERVER = join(ROOT, 'server/development/main.ts')

const WATCHED = ['server/src', 'server/development', 'server/migrations', 'contract/src', 'stripe-simulator/src']

/** Delay of a restart after the last saved file (ms). */
const SETTLE_MS = 50

const COMPILE_CACHE = join(ROOT, '.cache/compiled')

/** Port of the debugger (`.vscode/launch.json`), Node's default. */
const INSPECTOR_PORT = 9229

function writeLine(line: string): void {
  process.stderr.write(`dev: ${line}\n`)
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}

async function openDatabase(dataDir: string) {
  const unlock = lockFolder(dataDir)
  const postgres = await startEmbeddedPostgres({ dataDir })
  const stop = keepPostgresRunning(postgres, { error: (_, message) => writeLine(message), warn: writeLine })
  return {
    settings: { DEVELOPMENT_DATABASE_URL: postgres.url, DEVELOPMENT_DATABASE_FOLDER: postgres.location },
    close: async () => {
      await stop()
      unlock()
    },
  }
}

/**
 * Watches each source folder separately. Node stops watching replaced files, and may miss changes in trees on Linux.
 */
function watchSources(): () => Promise<string> {
  const watched = new Set<string>()
  let notify = (_file: string): void => undefined
  const watchFolder = (folder: string): void => {
    if (watched.has(folder)) return
    watched.add(folder)
    const watcher = watch(folder, (_event, name) => {
      const file = join(folder, name ?? '')
      if (/(?<!\.test)\.(?:ts|sql)$/u.test(file)) notify(relative(ROOT, file))
      else watchTree(file)
    })
    watcher.on('error', () => {
      watcher.close()
      watched.delete(folder)
    })
  }
  function watchTree(folder: string): void {
    if (!(statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false)) return
    watchFolder(folder)
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory()) watchTree(join(folder, entry.name))
    }
  }
  for (const folder of WATCHED) watchTree(join(ROOT, folder))
  return () =>
    new Promise((resolve) => {
      notify = resolve
    })
}

async function restartServerOnChanges(env: NodeJS.ProcessEnv, leaving: AbortSignal): Promise<void> {
  const nextChange = watchSources()
  const left = new Promise<null>((resolve) => {
    leaving.addEventListener('abort', () => resolve(null))
  })
  const inspectorPort = (await isFree(INSPECTOR_PORT)) ? INSPECTOR_PORT : await findFreePort()
  while (!leaving.aborted) {
    // Watching begins before the server reads its files, so that no change is missed.
    const change = nextChange()
    const child = spawn(process.execPath, [`--inspect=127.0.0.1:${inspectorPort}`, SERVER], { stdio: 'inherit', env })
    let isOver = false
    const ended = new Promise<void>((resolve) => {
      child.once('exit', () => {
        isOver = true
        resolve()
      })
    })
    const file = await Promise.race([change, left])
    if (!isOver) child.kill('SIGTERM')
    await ended
    if (file === null) return
    writeLine(`${file} changed: restarting the server`)
    await sleep(SETTLE_MS)
  }
}

async function runDevelopmentServer(): Promise<void> {
  const env = readEnv()
  if (env.developmentFakes !== 'local') {
    throw new Error('npm run dev is for this machine alone: unset NODE_ENV, HOST, PUBLIC_URL and TRY_OUT.')
  }
  const leaving = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => leaving.abort())
  const database = env.databaseUrl === undefined ? await openDatabase(env.dataDir) : undefined
  try {
    const port = env.port === 0 ? await findFreePort() : env.port
    await restartServerOnChanges(
      { ...process.env, ...database?.settings, PORT: String(port), NODE_COMPILE_CACHE: COMPILE_CACHE },
      leaving.signal,
    )
  } finally {
    await database?.close()
  }
}

try {
  await runDevelopmentServer()
} catch (error) {
  writeLine(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
process.exit()

import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'

import { readEnv } from '@kundig/server/env'
import { lockFolder } from '@kundig/server/platform/database/data-lock'
import { startEmbeddedPostgres } from '@kundig/server/platform/database/embedded-postgres'
import { keepRunning } from '@kundig/server/platform/database/keep-running'
import { freePort } from '@kundig/server/platform/http/free-port'

/**
 * `npm run dev`: owns the database, and runs the server under Node's watch mode, which starts it anew when a file of
 * its changes. Everything is at one address; the web application comes from its sources (server/development).
 */

const ROOT = join(import.meta.dirname, '..')
const SERVER = join(ROOT, 'server/development/main.ts')

/**
 * The folders whose changes start the server anew. Told by name, as Node looks at folders then: at single files, such as
 * it has imported, it looks once, and does not see a file again that an editor has replaced.
 */
const WATCHED = ['server/src', 'server/development', 'server/migrations', 'contract/src', 'stripe-simulator/src']

/** A server that starts anew compiles only what changed. */
const COMPILE_CACHE = join(ROOT, '.cache/compiled')

/** Where editors attach their debugger (`.vscode/launch.json`), as Node's own default. */
const INSPECTOR_PORT = 9229

function say(line: string): void {
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
  const stop = keepRunning(postgres, { error: (_, message) => say(message), warn: say })
  return {
    settings: { DEVELOPMENT_DATABASE_URL: postgres.url, DEVELOPMENT_DATABASE_FOLDER: postgres.location },
    close: async () => {
      await stop()
      unlock()
    },
  }
}

async function run(): Promise<number> {
  const env = readEnv()
  if (env.standIns !== 'local') {
    throw new Error('npm run dev is for this machine alone: unset NODE_ENV, HOST, PUBLIC_URL and TRY_OUT.')
  }
  const leaving = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => leaving.abort())
  const database = env.databaseUrl === undefined ? await openDatabase(env.dataDir) : undefined
  try {
    if (leaving.signal.aborted) return 0
    const inspectorPort = (await isFree(INSPECTOR_PORT)) ? INSPECTOR_PORT : await freePort()
    const watching = WATCHED.map((folder) => `--watch-path=${join(ROOT, folder)}`)
    const child = spawn(process.execPath, [...watching, `--inspect=127.0.0.1:${inspectorPort}`, SERVER], {
      stdio: 'inherit',
      env: {
        ...process.env,
        ...database?.settings,
        PORT: String(env.port === 0 ? await freePort() : env.port),
        NODE_COMPILE_CACHE: COMPILE_CACHE,
      },
    })
    leaving.signal.addEventListener('abort', () => child.kill('SIGTERM'))
    return await new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('exit', (code) => resolve(code ?? 0))
    })
  } finally {
    await database?.close()
  }
}

try {
  process.exitCode = await run()
} catch (error) {
  say(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

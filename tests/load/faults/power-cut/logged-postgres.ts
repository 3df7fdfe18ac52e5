import { spawn } from 'node:child_process'
import { mkdtemp, realpath, rm, chmod } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { startEmbeddedPostgres } from '@kundig/server/platform/database/embedded-postgres'
import { migrate } from '@kundig/server/platform/database/migrate'
import { findPaths } from '@kundig/server/platform/database/postgres-paths'
import { openSql, type Sql } from '@kundig/testing/database/test-database'

import { killFamily } from '../../processes.ts'
import { createUndoLog } from './undo-log.ts'

/** After a power cut it first reads its log. */
const START_LIMIT_MS = 60_000

/** PostgreSQL whose power can be cut: what was not synced by then is lost. */
export interface LoggedPostgres {
  folder: string
  databaseUrl: string
  openSql: () => Promise<Sql>
  /** Kills it, puts back what was not synced, and starts it again. @param beforeStart runs once nothing runs */
  cutPower: (beforeStart: () => Promise<void>) => Promise<{ undone: number; syncs: number }>
  close: () => Promise<void>
}

/** @param settings of PostgreSQL, such as `fsync=off` */
export async function startLoggedPostgres(settings: readonly string[]): Promise<LoggedPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'kundig-power-'))
  // PostgreSQL may run as another user, who must be able to enter.
  await chmod(folder, 0o755)
  const embedded = await startEmbeddedPostgres({ dataDir: folder })
  await migrate(embedded.url)
  await embedded.stop()

  const { location, url } = embedded
  const { binaries, account } = await findPaths(await realpath(folder), folder)
  const log = await createUndoLog(folder, location)
  const all = [
    `port=${new URL(url).port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=120',
    ...settings,
  ]
  let pid = await start()

  async function start(): Promise<number> {
    const child = spawn(
      join(binaries.native, 'bin', 'postgres'),
      ['-D', location, ...all.flatMap((one) => ['-c', one])],
      { cwd: location, ...account, env: { LC_ALL: 'C', ...log.environment }, stdio: ['ignore', 'ignore', 'pipe'] },
    )
    let output = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-4000)))
    const deadline = performance.now() + START_LIMIT_MS
    while (child.exitCode === null && performance.now() < deadline) {
      const sql = await openSql(url).catch(() => undefined)
      await sql?.close()
      if (sql && child.pid !== undefined) return child.pid
      await sleep(50)
    }
    child.kill('SIGKILL')
    throw new Error(`PostgreSQL does not start:\n${output}`)
  }

  return {
    folder,
    databaseUrl: url,
    openSql: () => openSql(url),
    cutPower: async (beforeStart) => {
      const killed = killFamily(pid)
      await Promise.all([killed, beforeStart()])
      const result = await log.cut()
      // Names a process that is gone; without syncs it is empty, which PostgreSQL refuses.
      await rm(join(location, 'postmaster.pid'), { force: true })
      pid = await start()
      return result
    },
    close: async () => {
      await killFamily(pid)
      await rm(dirname(location), { recursive: true, force: true })
      await rm(folder, { recursive: true, force: true })
    },
  }
}

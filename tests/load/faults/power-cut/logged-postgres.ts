import { spawn } from 'node:child_process'
import { mkdtemp, realpath, rm, chmod } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { listPostgresSettings, startEmbeddedPostgres } from '@kundig/server/platform/database/embedded-postgres'
import { migrate } from '@kundig/server/platform/database/migrate'
import { findPaths } from '@kundig/server/platform/database/postgres-paths'
import { openSql, type Sql } from '@kundig/testing/database/test-database'

import { killProcessFamily } from '../../processes.ts'
import { createUndoLog } from './undo-log.ts'

/** Start timeout of PostgreSQL, which after a power cut first reads its log (ms). */
const START_LIMIT_MS = 60_000

/** PostgreSQL that loses its unsynced writes at a simulated power cut. */
export interface LoggedPostgres {
  folder: string
  databaseUrl: string
  openSql: () => Promise<Sql>
  /** Cuts the power, and starts PostgreSQL again. @param alsoKill kills the server at the same moment */
  cutPower: (alsoKill: () => Promise<void>) => Promise<{ undone: number; syncs: number }>
}

/** @param settings of PostgreSQL, such as `fsync=off` @param opened stops PostgreSQL and removes its folders */
export async function startLoggedPostgres(
  opened: AsyncDisposableStack,
  settings: readonly string[],
): Promise<LoggedPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'kundig-power-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  // PostgreSQL may run as another user, who must have access to the folder.
  await chmod(folder, 0o755)
  const { location, url } = await initialiseDatabase(folder)
  opened.defer(() => rm(dirname(location), { recursive: true, force: true }))
  const { binaries, account } = await findPaths(await realpath(folder), folder)
  const log = await createUndoLog(folder, location)
  const all = [...listPostgresSettings(Number(new URL(url).port)), ...settings]
  let child = await startPostgres()
  opened.defer(() => killProcessFamily(child))

  async function startPostgres(): Promise<number> {
    const started = spawn(
      join(binaries.native, 'bin', 'postgres'),
      ['-D', location, ...all.flatMap((one) => ['-c', one])],
      { cwd: location, ...account, env: { LC_ALL: 'C', ...log.environment }, stdio: ['ignore', 'ignore', 'pipe'] },
    )
    let output = ''
    started.stderr.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-4000)))
    const deadline = performance.now() + START_LIMIT_MS
    while (started.exitCode === null && performance.now() < deadline) {
      const sql = await openSql(url).catch(() => undefined)
      await sql?.close()
      if (sql && started.pid !== undefined) return started.pid
      await sleep(50)
    }
    if (started.pid !== undefined) await killProcessFamily(started.pid)
    throw new Error(`PostgreSQL does not start:\n${output}`)
  }

  return {
    folder,
    databaseUrl: url,
    openSql: () => openSql(url),
    cutPower: async (alsoKill) => {
      await log.freeze()
      await Promise.all([killProcessFamily(child), alsoKill()])
      const result = await log.undo()
      // The pid file names an ended process. If it was not synced, it is empty and PostgreSQL would refuse to start.
      await rm(join(location, 'postmaster.pid'), { force: true })
      child = await startPostgres()
      return result
    },
  }
}

/** Creates the database files, then stops PostgreSQL. */
async function initialiseDatabase(folder: string): Promise<{ location: string; url: string }> {
  const embedded = await startEmbeddedPostgres({ dataDir: folder })
  try {
    await migrate(embedded.url)
  } finally {
    await embedded.stop()
  }
  return embedded
}

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import type { TestProject } from 'vitest/node'

import { startEmbeddedPostgres } from '@kundig/server/platform/database/embedded-postgres'
import { migrate } from '@kundig/server/platform/database/migrate'

import { createDatabase, TEMPLATE } from '../database/test-database.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Builds the web application where there is no build yet: some tests look at the pages that the server renders. */
function requireBuild(): void {
  if (existsSync(join(ROOT, 'web/dist/server/entry-server.js'))) return
  const { status, stderr } = spawnSync('npm', ['run', '-s', 'build'], { cwd: ROOT, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}

/** One PostgreSQL for the whole run, with one migrated database that every test app copies. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  requireBuild()
  const dataDir = await mkdtemp(join(tmpdir(), 'kundig-test-'))
  // PostgreSQL may run as another user, who must be able to pass through.
  await chmod(dataDir, 0o755)
  const settings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']
  const postgres = await startEmbeddedPostgres({ dataDir, settings })
  const stop = async (): Promise<void> => {
    await postgres.stop()
    await rm(dirname(postgres.location), { recursive: true, force: true })
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    await migrate(await createDatabase(postgres.url, TEMPLATE))
  } catch (error) {
    await stop()
    throw error
  }
  project.provide('postgresUrl', postgres.url)
  return stop
}

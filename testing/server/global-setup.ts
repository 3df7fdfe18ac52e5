import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import type { TestProject } from 'vitest/node'

import { startEmbeddedPostgres } from '@kundig/server/platform/database/embedded-postgres'
import { migrate } from '@kundig/server/platform/database/migrate'

import { createDatabase, TEMPLATE } from '../database/test-database.ts'
import { ensureWebBuild } from './web-build.ts'

/** One PostgreSQL for the whole run, with one migrated database that every test app copies. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Some tests look at the pages that the server renders.
  ensureWebBuild()
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

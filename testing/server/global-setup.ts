import type { TestProject } from 'vitest/node'

import { startTestPostgres } from '../database/test-postgres.ts'
import { ensureWebBuild } from './web-build.ts'

/** One PostgreSQL for the run, with a migrated database that every test app copies. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Some tests read server-rendered pages.
  ensureWebBuild()
  const { url, stop } = await startTestPostgres()
  project.provide('postgresUrl', url)
  return stop
}

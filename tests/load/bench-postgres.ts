import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { startEmbeddedPostgres } from '@kundig/server/platform/database/embedded-postgres'

/** Starts a benchmark's PostgreSQL in a new folder. @param opened stops PostgreSQL and removes the folder */
export async function openBenchPostgres(opened: AsyncDisposableStack): Promise<{ url: string; folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'kundig-bench-'))
  // PostgreSQL may run as another user, who must have access to the folder.
  await chmod(folder, 0o755)
  const postgres = await startEmbeddedPostgres({ dataDir: folder })
  opened.defer(async () => {
    await postgres.stop()
    await rm(postgres.location, { recursive: true, force: true })
    await rm(folder, { recursive: true, force: true })
  })
  return { url: postgres.url, folder }
}

import { rm } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'

import { readEnv } from '@kundig/server/env'
import { lockFolder } from '@kundig/server/platform/database/data-lock'
import { startEmbeddedPostgres } from '@kundig/server/platform/database/embedded-postgres'
import { dropDatabase } from '@kundig/testing/database/test-database'

/** `npm run db:reset`: deletes the embedded database and its files. The next start creates demo people. */

async function askConfirmation(what: string): Promise<boolean> {
  if (process.argv.includes('--yes')) return true
  if (!process.stdin.isTTY)
    throw new Error('No terminal to ask for confirmation: add --yes (npm run db:reset -- --yes).')
  using terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(`This removes everything in ${what}. Go on? (yes/no) `)
  return answer.trim().toLowerCase() === 'yes'
}

async function emptyDatabase(dataDir: string): Promise<void> {
  const postgres = await startEmbeddedPostgres({ dataDir })
  try {
    const { pathname } = new URL(postgres.url)
    await dropDatabase(new URL('/postgres', postgres.url).href, pathname.slice(1))
  } finally {
    await postgres.stop()
  }
}

async function resetDatabase(): Promise<string> {
  const { databaseUrl, dataDir, files } = readEnv()
  if (databaseUrl !== undefined) {
    throw new Error(
      'DATABASE_URL names a database of your own, which this does not touch: reset it with its own tools.',
    )
  }
  // The lock fails while a server or `npm run dev` uses the folder.
  const unlock = lockFolder(dataDir)
  try {
    if (!(await askConfirmation(`the database and the files in ${dataDir}`))) return 'Nothing was changed.'
    await emptyDatabase(dataDir)
    if ('folder' in files) await rm(files.folder, { recursive: true, force: true })
    return 'The database is empty: the next start fills it again.'
  } finally {
    unlock()
  }
}

try {
  console.log(await resetDatabase())
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

import { runner } from 'node-pg-migrate'

const MIGRATIONS = fileURLToPath(new URL('../../../migrations', import.meta.url))

/**
 * Brings the database up to date: forward only, in order, each file in a transaction. Several servers may
 * start at once: one migrates, the others wait.
 * @returns the names of the migrations that ran
 */
export async function migrate(url: string): Promise<string[]> {
  const ran = await runner({
    databaseUrl: url,
    dir: MIGRATIONS,
    direction: 'up',
    migrationsTable: 'migrations',
    advisoryLockMode: 'wait',
    checkOrder: true,
    log: () => undefined,
  })
  return ran.map(({ name }) => name)
}

/** The name of the last migration that this release has, as the table `migrations` names it once it ran. */
export async function newestMigration(): Promise<string> {
  const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).toSorted()
  return (names.at(-1) ?? '').replace(/\.sql$/u, '')
}

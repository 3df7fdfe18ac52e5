import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { runner } from 'node-pg-migrate'
import { Client, DatabaseError } from 'pg'

import { JOBS_SCHEMA } from '../jobs/jobs-schema.ts'
import { describeMigrationError } from './migration-error.ts'

const DUPLICATE_OBJECT = '42710'

/** Oldest PostgreSQL version with the features of the migrations, such as uuidv7(). */
const OLDEST_POSTGRES = 18

const MIGRATIONS = fileURLToPath(new URL('../../../migrations', import.meta.url))

/** Applies migrations forward only, in order, each file in a transaction. Other servers wait for the migrating one. */
export async function migrate(url: string): Promise<string[]> {
  requirePostgresVersion(await readPostgresVersion(url))
  let running: string | undefined
  const note = (message: string): void => {
    running = /^### MIGRATION (\S+) \(UP\) ###$/u.exec(message)?.[1] ?? running
  }
  const ran = await runner({
    databaseUrl: url,
    dir: MIGRATIONS,
    direction: 'up',
    migrationsTable: 'migrations',
    advisoryLockMode: 'wait',
    checkOrder: true,
    logger: { debug: () => undefined, info: note, warn: () => undefined, error: () => undefined },
  }).catch(async (error: unknown) => {
    const text = running === undefined ? '' : await readFile(join(MIGRATIONS, `${running}.sql`), 'utf8')
    throw describeMigrationError(error, running === undefined ? undefined : { name: running, text })
  })
  await makeJobTables(url)
  return ran.map(({ name }) => name)
}

async function readPostgresVersion(url: string): Promise<string> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ server_version: string }>('SHOW server_version')
    return rows[0]?.server_version ?? ''
  } finally {
    await client.end()
  }
}

export function requirePostgresVersion(version: string): void {
  if (Number.parseInt(version, 10) >= OLDEST_POSTGRES) return
  throw new Error(
    `Kundig needs PostgreSQL ${OLDEST_POSTGRES} or later; DATABASE_URL is PostgreSQL ${version}. Nothing was changed in it.`,
  )
}

/** Creates pg-boss's missing tables, so that copies are complete. pg-boss updates the tables when it starts. */
async function makeJobTables(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ known: string | null }>('SELECT to_regclass($1) AS known', [
      `${JOBS_SCHEMA}.version`,
    ])
    if (rows[0]?.known !== null) return
    const { getConstructionPlans } = await import('pg-boss')
    await client.query(getConstructionPlans(JOBS_SCHEMA))
  } catch (error) {
    // Another server created the tables first, in one transaction and under a lock.
    if (!(error instanceof DatabaseError) || error.code !== DUPLICATE_OBJECT) throw error
  } finally {
    await client.end()
  }
}

export async function findNewestMigration(): Promise<string> {
  const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).toSorted()
  return (names.at(-1) ?? '').replace(/\.sql$/u, '')
}

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { runner } from 'node-pg-migrate'
import { Client, DatabaseError } from 'pg'

import { JOBS_SCHEMA } from '../jobs/jobs-schema.ts'
import { describeMigrationError } from './migration-error.ts'

/** PostgreSQL's code for a type that already exists. */
const DUPLICATE_OBJECT = '42710'

/** Oldest PostgreSQL version with all features that the migrations use, such as uuidv7(). */
const OLDEST_POSTGRES = 18

const MIGRATIONS = fileURLToPath(new URL('../../../migrations', import.meta.url))

/**
 * Migrates the database: forward only, in order, each file in a transaction. Several servers may start at the same
 * time: one migrates, the others wait.
 * @returns names of the migrations that ran
 * @throws Error when PostgreSQL is too old; with the file and line of a failed migration
 */
export async function migrate(url: string): Promise<string[]> {
  requirePostgres(await readPostgresVersion(url))
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

/** @throws Error with both versions when this one is too old */
export function requirePostgres(version: string): void {
  if (Number.parseInt(version, 10) >= OLDEST_POSTGRES) return
  throw new Error(
    `Kundig needs PostgreSQL ${OLDEST_POSTGRES} or later, and DATABASE_URL leads to PostgreSQL ${version}. Nothing was changed in it.`,
  )
}

/**
 * Creates the tables of pg-boss when missing, so that a migrated database is complete, and so is each copy of it.
 * pg-boss updates them itself when it starts.
 */
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
    // Another server was faster: one of the two creates them, in one transaction and under a lock.
    if (!(error instanceof DatabaseError) || error.code !== DUPLICATE_OBJECT) throw error
  } finally {
    await client.end()
  }
}

/** Returns the name of this release's last migration, as the table `migrations` stores it. */
export async function newestMigration(): Promise<string> {
  const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).toSorted()
  return (names.at(-1) ?? '').replace(/\.sql$/u, '')
}

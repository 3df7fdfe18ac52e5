import { Client } from 'pg'

declare module 'vitest' {
  interface ProvidedContext {
    /** Connection string of the run's PostgreSQL; each test app makes its own database in it. */
    postgresUrl: string
  }
}

/** The migrated, empty database that every test copies. */
export const TEMPLATE = 'template_kundig'

/**
 * Makes a database.
 * @param url connection string of any database of the server
 * @param from the database to copy; without one it is empty
 * @returns its connection string
 */
export async function createDatabase(url: string, name: string, from?: string): Promise<string> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    // Copies of one template wait for each other: PostgreSQL refuses two at the same instant.
    await client.query('SELECT pg_advisory_lock(42)')
    await client.query(`CREATE DATABASE "${name}"${from === undefined ? '' : ` TEMPLATE "${from}"`}`)
  } finally {
    await client.end()
  }
  const made = new URL(url)
  made.pathname = `/${name}`
  return made.href
}

/** Removes a database, whoever is still connected to it. */
export async function dropDatabase(url: string, name: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`)
  } finally {
    await client.end()
  }
}

export interface Sql {
  /**
   * Runs a statement past the server, to arrange what time would bring or to look at what is really stored. All run on
   * one connection, one after the other in the order in which they were asked for.
   */
  query: <Row extends Record<string, unknown>>(text: string, values?: unknown[]) => Promise<Row[]>
  close: () => Promise<void>
}

/** A connection to a test's own database. */
export async function openSql(url: string): Promise<Sql> {
  const client = new Client({ connectionString: url })
  await client.connect()
  let before: Promise<unknown> = Promise.resolve()
  return {
    query: async <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) => {
      const running = before.then(() => client.query<Row>(text, values))
      before = running.catch(() => undefined)
      return (await running).rows
    },
    close: () => client.end(),
  }
}

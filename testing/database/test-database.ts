import { Client } from 'pg'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

/** Migrated, empty database that every test copies. */
export const TEMPLATE = 'template_kundig'

export async function createDatabase(url: string, name: string, from?: string): Promise<string> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    // PostgreSQL refuses simultaneous copies of a template, so copies wait for a lock.
    await client.query('SELECT pg_advisory_lock(42)')
    await client.query(`CREATE DATABASE "${name}"${from === undefined ? '' : ` TEMPLATE "${from}"`}`)
  } finally {
    await client.end()
  }
  const made = new URL(url)
  made.pathname = `/${name}`
  return made.href
}

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
  /** Runs a statement in the database itself. Statements share one connection, in the order of the calls. */
  query: <Row extends Record<string, unknown>>(text: string, values?: unknown[]) => Promise<Row[]>
  close: () => Promise<void>
}

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

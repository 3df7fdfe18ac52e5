import { Pool } from 'pg'

import { findNewestMigration } from './migrate.ts'

const ANSWER_LIMIT_MS = 1000

export type DatabaseLack = 'DATABASE_UNAVAILABLE' | 'MIGRATIONS_MISSING' | null

export interface DatabaseProbe {
  /** Checks the database within a second, and never throws. */
  ask: () => Promise<DatabaseLack>
  close: () => Promise<void>
}

/** Checks that the database has the newest migration, on its own connection: a busy server is slow, not unavailable. */
export async function openDatabaseProbe(url: string): Promise<DatabaseProbe> {
  const newest = await findNewestMigration()
  const pool = new Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: ANSWER_LIMIT_MS,
    query_timeout: ANSWER_LIMIT_MS,
    application_name: 'kundig probe',
  })
  // Without a listener, a closed idle connection would end the process.
  pool.on('error', () => undefined)
  let underWay: Promise<DatabaseLack> | undefined

  async function findDatabaseLack(): Promise<DatabaseLack> {
    try {
      const { rowCount } = await pool.query('SELECT FROM migrations WHERE name = $1', [newest])
      return rowCount === 0 ? 'MIGRATIONS_MISSING' : null
    } catch (error) {
      const isNoTable = error instanceof Error && (error as NodeJS.ErrnoException).code === '42P01'
      return isNoTable ? 'MIGRATIONS_MISSING' : 'DATABASE_UNAVAILABLE'
    } finally {
      underWay = undefined
    }
  }

  return {
    ask: async () => {
      underWay ??= findDatabaseLack()
      let timer: NodeJS.Timeout | undefined
      const tooLate = new Promise<DatabaseLack>((resolve) => {
        timer = setTimeout(() => resolve('DATABASE_UNAVAILABLE'), ANSWER_LIMIT_MS)
      })
      try {
        return await Promise.race([underWay, tooLate])
      } finally {
        clearTimeout(timer)
      }
    },
    close: () => pool.end(),
  }
}

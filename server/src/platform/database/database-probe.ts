import { Pool } from 'pg'

import { newestMigration } from './migrate.ts'

/** A database that has not answered by then is away (ms). */
const ANSWER_LIMIT_MS = 1000

/** What is missing for work to be done on the database; null when nothing is. */
export type DatabaseLack = 'DATABASE_UNAVAILABLE' | 'MIGRATIONS_MISSING' | null

export interface DatabaseProbe {
  /** Answers within a second, and never throws. */
  ask: () => Promise<DatabaseLack>
  close: () => Promise<void>
}

/**
 * Looks whether the database answers and knows the newest of our migrations. It has one connection of its own: a server
 * whose others are all busy is slow, not away, and must not be taken out of service for it. However many ask at once,
 * one question is under way.
 * @param url PostgreSQL connection string
 */
export async function openDatabaseProbe(url: string): Promise<DatabaseProbe> {
  const newest = await newestMigration()
  const pool = new Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: ANSWER_LIMIT_MS,
    // A connection that is dead without knowing it is given up, and the next question makes a new one.
    query_timeout: ANSWER_LIMIT_MS,
    application_name: 'kundig probe',
  })
  // Without a listener an idle connection that PostgreSQL closes would end the whole process.
  pool.on('error', () => undefined)
  let underWay: Promise<DatabaseLack> | undefined

  async function look(): Promise<DatabaseLack> {
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
      underWay ??= look()
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

import { expect } from 'vitest'

import { openSql, type Sql } from './test-database.ts'

export interface HeldTransaction {
  query: Sql['query']
  /** Waits until this many statements of other connections to the database wait for locks. */
  untilOthersWait: (count?: number) => Promise<void>
  /** Commits, and closes the connection. */
  commit: () => Promise<void>
}

/** Runs statements in a transaction that stays open, to prove what a concurrent request does before and after its commit. */
export async function holdTransaction(
  databaseUrl: string,
  ...statements: (readonly [text: string, ...values: unknown[]])[]
): Promise<HeldTransaction> {
  const { query, close } = await openSql(databaseUrl)
  await query('BEGIN')
  for (const [text, ...values] of statements) await query(text, values)
  return {
    query,
    untilOthersWait: async (count = 1) => {
      // Unlike `pg_stat_activity`, the list of locks changes within a transaction.
      const waiting = `SELECT FROM pg_locks WHERE NOT granted AND pid IN (
        SELECT pid FROM pg_locks JOIN pg_database d ON d.oid = database WHERE datname = current_database())`
      await expect.poll(() => query(waiting)).toHaveLength(count)
    },
    commit: async () => {
      await query('COMMIT')
      await close()
    },
  }
}

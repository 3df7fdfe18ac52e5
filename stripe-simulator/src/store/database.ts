import { Pool } from 'pg'
import type { PoolClient } from 'pg'

import type { Row, Sql, Transaction } from '../core/sql.ts'
import { TABLES } from './schema.ts'

/** Maximum connections of a process. A request uses at most one, so requests cannot block each other forever. */
const CONNECTIONS = 12
/** Advisory lock, with the same key in all processes: only one process at a time creates the tables. */
const SCHEMA_LOCK = 7_105_833_201
const TRIES = 5
/** PostgreSQL's codes of conflicting transactions, which can be retried. */
const TRY_AGAIN = new Set(['40001', '40P01'])

export interface Database extends Sql {
  /** Runs `work` in a transaction. Restarts `work` after a deadlock. */
  transaction: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>
  close: () => Promise<void>
}

/** Opens or creates the simulator's schema; several processes may do so concurrently. */
export async function openDatabase(url: string, schema: string): Promise<Database> {
  if (!/^[a-z_][a-z0-9_]*$/.test(schema)) throw new Error(`Not a schema's name: ${schema}`)
  const pool = new Pool({ connectionString: url, max: CONNECTIONS, options: `-c search_path=${schema}` })
  // The pool replaces a broken idle connection at its next use; an unhandled error would end the process.
  pool.on('error', () => undefined)
  // A connection can also break between two statements of a transaction. The next statement then fails.
  pool.on('connect', (client) => client.on('error', () => undefined))
  try {
    await makeTables(pool, schema)
  } catch (error) {
    await pool.end()
    throw error
  }
  return {
    query: async <R extends Row>(text: string, values: unknown[] = []) => (await pool.query<R>(text, values)).rows,
    transaction: (work) => runInTransaction(pool, work),
    close: () => pool.end(),
  }
}

async function makeTables(pool: Pool, schema: string): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    await client.query('SELECT pg_advisory_xact_lock($1)', [SCHEMA_LOCK])
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`)
    await client.query(TABLES)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}

async function runInTransaction<T>(pool: Pool, work: (tx: Transaction) => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    const client = await pool.connect()
    let broken: Error | undefined
    try {
      await client.query('BEGIN')
      const result = await work(await createTransaction(client))
      await client.query('COMMIT')
      return result
    } catch (error) {
      await client.query('ROLLBACK').catch((failure: unknown) => {
        broken = failure instanceof Error ? failure : new Error('rollback failed')
      })
      if (tried < TRIES && TRY_AGAIN.has(readErrorCode(error))) continue
      throw error
    } finally {
      client.release(broken)
    }
  }
}

async function createTransaction(client: PoolClient): Promise<Transaction> {
  const { rows } = await client.query<{ ahead: string; platform: string }>(
    'SELECT clock_ahead_ms AS ahead, platform_account AS platform FROM settings',
  )
  const nowMs = Date.now() + Number(rows[0]?.ahead ?? 0)
  return {
    nowMs,
    nowS: Math.floor(nowMs / 1000),
    platform: rows[0]?.platform ?? '',
    account: null,
    query: async <R extends Row>(text: string, values: unknown[] = []) => (await client.query<R>(text, values)).rows,
  }
}

function readErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

import { setTimeout as sleep } from 'node:timers/promises'

import { expect } from 'vitest'

import type { TestDatabase } from '../server/test-app.ts'

export const breakTable = ({ sql }: TestDatabase, name: string) =>
  sql.query(`ALTER TABLE ${name} ADD CONSTRAINT broken CHECK (false) NOT VALID`)

export const mendTable = ({ sql }: TestDatabase, name: string) =>
  sql.query(`ALTER TABLE ${name} DROP CONSTRAINT broken`)

/** Locks a table, and terminates all connections that wait for this table, until `work` ends. */
export async function terminateLockWaiters(
  { sql }: TestDatabase,
  table: string,
  work: () => Promise<unknown>,
): Promise<void> {
  let cuts = 0
  const over = new AbortController()
  await sql.query('BEGIN')
  await sql.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`)
  const working = work().finally(() => over.abort())
  while (!over.signal.aborted) {
    const ended = await sql.query(
      `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE relation = '${table}'::regclass AND NOT granted`,
    )
    cuts += ended.length
    await sleep(20)
  }
  await working
  await sql.query('ROLLBACK')
  expect(cuts).toBeGreaterThan(0)
}

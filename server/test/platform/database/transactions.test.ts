import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { type DatabaseProxy, openDatabaseProxy } from '@kundig/testing/database/database-line'
import { createTestDatabase, type TestDatabase } from '@kundig/testing/server/test-app'

import {
  type AfterCommit,
  type DatabaseConnection,
  type Executor,
  isDatabaseUnavailable,
  openDatabase,
} from '../../../src/platform/database/database.ts'

let database: TestDatabase
let line: DatabaseProxy
let connection: DatabaseConnection
let done: string[]
const logged: string[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  line = await openDatabaseProxy(database.url)
  const logger = pino({ level: 'error', base: null }, { write: (text: string) => void logged.push(text) })
  connection = openDatabase(line.url, 2, logger)
  await database.sql.query('CREATE TABLE changes (name text PRIMARY KEY)')
  await database.sql.query('CREATE TABLE late_keys (name text UNIQUE DEFERRABLE INITIALLY DEFERRED)')
})
afterAll(async () => {
  await connection.close()
  line.close()
  await database.drop()
})
beforeEach(async () => {
  done = []
  logged.length = 0
  await database.sql.query('TRUNCATE changes, late_keys')
})

const change = (tx: Executor, name: string): Promise<unknown> => tx.execute(sql`INSERT INTO changes VALUES (${name})`)
const publish = (afterCommit: AfterCommit, name: string): void => afterCommit(() => void done.push(name))

async function committed(): Promise<string[]> {
  const rows = await database.sql.query<{ name: string }>('SELECT name FROM changes ORDER BY name')
  return rows.map(({ name }) => name)
}

describe('work passed to afterCommit', () => {
  it('runs in order once the change is visible, before the transaction’s caller continues', async () => {
    const result = await connection.db.transaction(async (tx, afterCommit) => {
      await change(tx, 'a')
      afterCommit(async () => void done.push(`first: ${(await committed()).join()}`))
      publish(afterCommit, 'second')
      await change(tx, 'b')
      publish(afterCommit, 'third')
      expect(done).toEqual([])
      expect(await committed()).toEqual([])
      return 'result'
    })
    expect(result).toBe('result')
    expect(done).toEqual(['first: a,b', 'second', 'third'])
  })

  it('does not run when the transaction is rolled back', async () => {
    const failing = connection.db.transaction(async (tx, afterCommit) => {
      await change(tx, 'a')
      publish(afterCommit, 'published')
      throw new Error('It may not be after all')
    })
    await expect(failing).rejects.toThrow('It may not be after all')
    expect(await committed()).toEqual([])
    expect(done).toEqual([])
  })

  it('does not run after an ignored failed statement, because PostgreSQL rolls back', async () => {
    const failing = connection.db.transaction(async (tx, afterCommit) => {
      await change(tx, 'a')
      publish(afterCommit, 'published')
      await change(tx, 'a').catch(() => undefined)
    })
    await expect(failing).rejects.toThrow('rolled back')
    expect(await committed()).toEqual([])
    expect(done).toEqual([])
  })

  it('does not run when the commit is refused', async () => {
    const failing = connection.db.transaction(async (tx, afterCommit) => {
      await change(tx, 'a')
      await tx.execute(sql`INSERT INTO late_keys VALUES ('twice'), ('twice')`)
      publish(afterCommit, 'published')
    })
    await expect(failing).rejects.toMatchObject({ code: '23505' })
    expect(await committed()).toEqual([])
    expect(done).toEqual([])
  })

  it('does not run after a commit with an unknown result; the next transaction has a new connection', async () => {
    const lost = line.loseAnswer(/commit/iu, /INSERT INTO changes/u)
    const broken: unknown = await connection.db
      .transaction(async (tx, afterCommit) => {
        await change(tx, 'a')
        publish(afterCommit, 'published')
      })
      .catch((error: unknown) => error)
    await lost
    expect(isDatabaseUnavailable(broken)).toBe(true)
    await expect.poll(committed).toEqual(['a'])
    expect(done).toEqual([])
    await connection.db.transaction(async (tx, afterCommit) => {
      await change(tx, 'b')
      publish(afterCommit, 'published')
    })
    expect(await committed()).toEqual(['a', 'b'])
    expect(done).toEqual(['published'])
  })

  it('affects neither other work nor the caller when it fails, and is logged without data', async () => {
    const result = await connection.db.transaction(async (tx, afterCommit) => {
      await change(tx, 'a')
      publish(afterCommit, 'before')
      afterCommit(() => {
        throw new TypeError('In a person’s words')
      })
      afterCommit(() => Promise.reject(new RangeError('In a person’s words')))
      publish(afterCommit, 'after')
      return 'result'
    })
    expect(result).toBe('result')
    expect(done).toEqual(['before', 'after'])
    expect(logged.map((text) => (JSON.parse(text) as { reason: string }).reason)).toEqual(['TypeError', 'RangeError'])
    expect(logged.join()).not.toContain('words')
  })

  it('is refused after the end of the transaction', async () => {
    let late: AfterCommit | undefined
    await connection.db.transaction(async (_tx, afterCommit) => {
      late = afterCommit
    })
    expect(() => late?.(() => undefined)).toThrow('after the end of the transaction')
  })
})

describe('a nested transaction', () => {
  it('runs its afterCommit work after the outer commit, in order with the outer work', async () => {
    await connection.db.transaction(async (tx, afterCommit) => {
      publish(afterCommit, 'outer, before')
      await tx.transaction(async (inner, afterInner) => {
        await change(inner, 'inner')
        publish(afterInner, 'inner')
        await inner.transaction(async (innermost, afterInnermost) => {
          await change(innermost, 'innermost')
          publish(afterInnermost, 'innermost')
        })
      })
      expect(done).toEqual([])
      publish(afterCommit, 'outer, after')
    })
    expect(done).toEqual(['outer, before', 'inner', 'innermost', 'outer, after'])
    expect(await committed()).toEqual(['inner', 'innermost'])
  })

  it('drops its afterCommit work when only the nested transaction is rolled back', async () => {
    await connection.db.transaction(async (tx, afterCommit) => {
      await change(tx, 'outer')
      publish(afterCommit, 'outer')
      for (const name of ['one', 'two']) {
        const failing = tx.transaction(async (inner, afterInner) => {
          await change(inner, name)
          publish(afterInner, name)
          await inner.transaction(async (_innermost, afterInnermost) => publish(afterInnermost, 'innermost'))
          await change(inner, 'outer')
        })
        await expect(failing).rejects.toMatchObject({ cause: { code: '23505' } })
      }
      await tx.transaction(async (inner, afterInner) => {
        await change(inner, 'three')
        publish(afterInner, 'three')
      })
    })
    expect(done).toEqual(['outer', 'three'])
    expect(await committed()).toEqual(['outer', 'three'])
  })

  it('publishes nothing when the outer transaction is rolled back', async () => {
    const failing = connection.db.transaction(async (tx) => {
      await tx.transaction(async (inner, afterInner) => {
        await change(inner, 'inner')
        publish(afterInner, 'inner')
      })
      throw new Error('It may not be after all')
    })
    await expect(failing).rejects.toThrow('It may not be after all')
    expect(done).toEqual([])
    expect(await committed()).toEqual([])
  })
})

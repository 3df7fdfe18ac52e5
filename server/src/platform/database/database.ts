import { type SQL, sql } from 'drizzle-orm'
import { drizzle, type NodePgClient, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { PgDialect } from 'drizzle-orm/pg-core'
import { DatabaseError, Pool, type PoolClient } from 'pg'

import { describeError, type Logger } from '../logging/logger.ts'

/** Maximum wait of a request for a free connection, before the answer 503 (ms). */
const CONNECT_TIMEOUT_MS = 2000
const STATEMENT_TIMEOUT_MS = 15_000
const LOCK_TIMEOUT_MS = 2000
/** Idle timeout of a transaction (ms): releases the locks of a frozen or cut-off server. */
const IDLE_IN_TRANSACTION_MS = 5000
/** Time for PostgreSQL to end a statement after its timeout (ms); after that, the connection counts as dead. */
const ANSWER_GRACE_MS = 1000

export type Executor = Pick<NodePgDatabase, 'select' | 'insert' | 'update' | 'delete' | 'execute' | '_'>
export type Fragment = SQL

/**
 * Registers work that runs after the commit, in order, before the caller continues. After a rollback, or a commit with
 * an unknown result, no work runs (decision 40). Failed work is logged, because the change is committed. Throws after
 * the transaction's end.
 */
export type AfterCommit = (work: AfterCommitWork) => void
type AfterCommitWork = () => void | Promise<void>

/** Runs `work` in one transaction, or in a savepoint of an outer one. Throws when `work` ignored a failed statement. */
type RunTransaction = <T>(
  work: (tx: Transaction, afterCommit: AfterCommit) => Promise<T>,
  options?: { isReadOnly: boolean },
) => Promise<T>

export type Transaction = Executor & { transaction: RunTransaction }
/** Database whose `transaction` is the only way to begin a transaction, so that each transaction has `afterCommit`. */
export type Database = Omit<NodePgDatabase, 'transaction'> & { $client: NodePgClient; transaction: RunTransaction }

export interface DatabaseConnection {
  db: Database
  /** Runs a statement as given, for packages that write their own SQL. */
  query: (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>
  close: () => Promise<void>
}

/** Opens a pool (times in ms). `readsByIndex` forbids whole-table reads, which plans cached for a small table use. */
export function openDatabase(
  url: string,
  max: number,
  logger: Logger,
  {
    statementTimeoutMs = STATEMENT_TIMEOUT_MS,
    lockTimeoutMs = LOCK_TIMEOUT_MS,
    connectTimeoutMs = CONNECT_TIMEOUT_MS,
    keptOpen = 0,
    readsByIndex = false,
  }: {
    statementTimeoutMs?: number
    lockTimeoutMs?: number | undefined
    connectTimeoutMs?: number
    keptOpen?: number
    readsByIndex?: boolean
  } = {},
): DatabaseConnection {
  const pool = new Pool({
    connectionString: url,
    max,
    min: keptOpen,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    lock_timeout: lockTimeoutMs,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    query_timeout: statementTimeoutMs + ANSWER_GRACE_MS,
    keepAlive: true,
    ...(readsByIndex ? { options: '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off' } : {}),
    application_name: 'kundig',
  })
  // Without a listener, a closed idle connection would end the process.
  pool.on('error', (error) => logger.warn({ reason: error.message }, 'database connection lost'))
  // Without a listener, a connection lost between statements would end the process. The next statement fails instead.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db = Object.assign(drizzle(pool), { transaction: createTransactionRunner(pool, logger) })
  return { db, query: (text, values) => pool.query(text, values), close: () => pool.end() }
}

function createTransactionRunner(pool: Pool, logger: Logger): RunTransaction {
  return async (work, options) => {
    const afterwards: AfterCommitWork[] = []
    const result = await runAndCommit(pool, options?.isReadOnly === true, (client) =>
      runTransactionWork(client, work, afterwards),
    )
    for (const one of afterwards) {
      try {
        await one()
      } catch (error) {
        logger.error({ reason: describeError(error) }, 'work after a commit failed')
      }
    }
    return result
  }
}

/** Replaces Drizzle's transaction, which leaks the connection when BEGIN fails, and ignores the answer to COMMIT. */
async function runAndCommit<T>(pool: Pool, isReadOnly: boolean, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let isBroken = false
  try {
    await client.query(isReadOnly ? 'BEGIN READ ONLY' : 'BEGIN')
    let result: T
    try {
      result = await work(client)
    } catch (error) {
      await client.query('ROLLBACK').catch(() => {
        isBroken = true
      })
      throw error
    }
    const { command } = await client.query('COMMIT')
    // For a transaction with a failed statement, PostgreSQL answers COMMIT with ROLLBACK, without an error.
    if (command !== 'COMMIT') throw new Error('transaction rolled back after a failed statement')
    return result
  } catch (error) {
    // A broken connection is ended, because a late answer would be taken for the answer to the next statement.
    isBroken ||= isDatabaseUnavailable(error)
    throw error
  } finally {
    client.release(isBroken)
  }
}

async function runTransactionWork<T>(
  client: PoolClient,
  work: (tx: Transaction, afterCommit: AfterCommit) => Promise<T>,
  afterwards: AfterCommitWork[],
  depth = 0,
): Promise<T> {
  let isOver = false
  const transaction: RunTransaction = async (nested) => {
    const followsNested: AfterCommitWork[] = []
    await client.query(`SAVEPOINT depth_${depth}`)
    try {
      const result = await runTransactionWork(client, nested, followsNested, depth + 1)
      await client.query(`RELEASE SAVEPOINT depth_${depth}`)
      afterwards.push(...followsNested)
      return result
    } catch (error) {
      // If the rollback to the savepoint fails, the transaction is unusable.
      await client.query(`ROLLBACK TO SAVEPOINT depth_${depth}`).catch(() => undefined)
      throw error
    }
  }
  try {
    return await work(Object.assign(drizzle(client), { transaction }), (one) => {
      if (isOver) throw new Error('afterCommit called after the end of the transaction')
      afterwards.push(one)
    })
  } finally {
    isOver = true
  }
}

/** Prepares a statement to be planned once per connection. For frequent statements whose plan suits all values. */
export function prepareStatement<Row>(
  name: string,
  statement: SQL,
): (db: Executor, values: Readonly<Record<string, unknown>>) => Promise<Row[]> {
  const query = new PgDialect().sqlToQuery(statement)
  return async (db, values) => {
    const prepared = db._.session.prepareQuery<{ execute: { rows: Row[] }; all: unknown; values: unknown }>(
      query,
      undefined,
      name,
      false,
    )
    return (await prepared.execute({ ...values })).rows
  }
}

export function prepareExistsQuery(
  name: string,
  query: SQL,
): (db: Executor, values: Readonly<Record<string, unknown>>) => Promise<boolean> {
  const ask = prepareStatement<{ is: boolean }>(name, sql`SELECT EXISTS (${query}) AS is`)
  return async (db, values) => {
    const [answer] = await ask(db, values)
    return answer?.is === true
  }
}

/** Waits for other transactions that hold the lock `name`, on all servers, and holds it until the transaction ends. */
export async function lockUntilCommit(tx: Executor, name: string): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}

function findPostgresError(error: unknown): DatabaseError | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current instanceof DatabaseError) return current
  }
  return undefined
}

function violates(error: unknown, code: string, constraint: string): boolean {
  const found = findPostgresError(error)
  return found?.code === code && found.constraint === constraint
}

export const isUniqueViolation = (error: unknown, constraint: string): boolean => violates(error, '23505', constraint)
export const isCheckViolation = (error: unknown, constraint: string): boolean => violates(error, '23514', constraint)

/** Driver messages for a lost connection. After a break at COMMIT, ROLLBACK fails with "not queryable". */
const CONNECTION_LOST =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|connection error and is not queryable/u

/** True when the database is unreachable, shutting down or too busy: a retry may succeed (503). */
export function isDatabaseUnavailable(error: unknown): boolean {
  const postgres = findPostgresError(error)
  const code = postgres?.code
  // A newer release changed a table of a prepared statement; a new connection prepares the statement again.
  if (code === '0A000') return /cached plan/u.test(postgres?.message ?? '')
  // The codes include timeouts of statements and idle transactions, unavailable locks and deadlocks.
  if (code !== undefined) return /^(?:08|53|57P|57014$|25P03$|55P03$|40P01$)/u.test(code)
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code: system } = current as NodeJS.ErrnoException
    if (system === 'ECONNREFUSED' || system === 'ECONNRESET' || system === 'EPIPE') return true
    if (CONNECTION_LOST.test(current.message)) return true
  }
  return false
}

/** Returns the innermost connection error for the log, never the statement or its values. */
export function describeUnavailability(error: unknown): string {
  let innermost = error
  while (innermost instanceof Error && innermost.cause instanceof Error) innermost = innermost.cause
  if (!(innermost instanceof Error)) return 'unknown'
  // An error about several failed addresses has no message.
  return (innermost.message || ((innermost as NodeJS.ErrnoException).code ?? innermost.name)).slice(0, 200)
}

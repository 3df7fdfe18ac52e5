import { type SQL, sql } from 'drizzle-orm'
import { drizzle, type NodePgClient, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import { PgDialect } from 'drizzle-orm/pg-core'
import { DatabaseError, Pool, type PoolClient } from 'pg'

import { describeError, type Logger } from '../logging/logger.ts'

/** How long a request waits for a free connection before it is answered 503 (ms). */
const CONNECT_TIMEOUT_MS = 2000
/** No statement of ours takes this long (ms); one that does must not hold its connection for ever. */
const STATEMENT_TIMEOUT_MS = 15_000
/** Nothing waits longer than this for somebody else's lock (ms). */
const LOCK_TIMEOUT_MS = 2000
/** A transaction in which nothing happens for so long lets go of what it has locked (ms): its server is frozen or cut off. */
const IDLE_IN_TRANSACTION_MS = 5000
/** PostgreSQL ends such a statement by itself; when it has not said so by then (ms), nobody is there to say it. */
const ANSWER_GRACE_MS = 1000

/** The database, or a transaction on it: repositories take either. */
export type Executor = Pick<NodePgDatabase, 'select' | 'insert' | 'update' | 'delete' | 'execute' | '_'>
/** A piece of a statement, for another repository to put into its own. */
export type Fragment = SQL

/**
 * Hands a transaction what is to be done once it is committed, such as publishing what it changed. All of it is done in
 * the order in which it was handed over, before whoever ran the transaction goes on; none of it when the transaction was
 * rolled back, or nobody knows whether it was committed (decision 40). What fails is logged, and keeps neither the rest
 * from being done nor the caller from going on: the change is made.
 * @throws Error after the end of the transaction, where it would be lost
 */
export type AfterCommit = (work: AfterCommitWork) => void
type AfterCommitWork = () => void | Promise<void>

/**
 * Runs `work` in one transaction: it is committed when that returns, and rolled back when it throws. Inside another
 * transaction it is a savepoint, and what it hands to `afterCommit` waits for the commit of the whole; a savepoint that is
 * rolled back takes that along.
 * @throws Error when a statement failed and `work` passed over it: then nothing was committed
 */
type RunTransaction = <T>(
  work: (tx: Transaction, afterCommit: AfterCommit) => Promise<T>,
  options?: { isReadOnly: boolean },
) => Promise<T>

export type Transaction = Executor & { transaction: RunTransaction }
/** There is one way to begin a transaction, so that none goes without `afterCommit`. */
export type Database = Omit<NodePgDatabase, 'transaction'> & { $client: NodePgClient; transaction: RunTransaction }

export interface DatabaseConnection {
  db: Database
  /** Runs a statement as it is, for packages that bring their own SQL. */
  query: (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>
  close: () => Promise<void>
}

/**
 * Opens a pool of connections. A connection on which nothing comes back is given up, and what waits for it fails as
 * with a database that is away.
 * @param url PostgreSQL connection string
 * @param max most connections at a time
 * @param statementTimeoutMs how long a statement may take (ms)
 * @param lockTimeoutMs how long a statement may wait for somebody else's lock (ms)
 * @param connectTimeoutMs how long a connection is waited for (ms)
 * @param readsByIndex whether tables are never read as a whole: a plan that is kept may be older than what is in them
 * @param keptOpen so many connections stay open, however long they are idle
 */
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
  // Without a listener an idle connection that PostgreSQL closes would end the whole process.
  pool.on('error', (error) => logger.warn({ reason: error.message }, 'database connection lost'))
  // The same for one that a transaction holds, between two of its statements: the next of them fails by itself.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db = Object.assign(drizzle(pool), { transaction: transactionsOn(pool, logger) })
  return { db, query: (text, values) => pool.query(text, values), close: () => pool.end() }
}

function transactionsOn(pool: Pool, logger: Logger): RunTransaction {
  return async (work, options) => {
    const afterwards: AfterCommitWork[] = []
    const result = await commit(pool, options?.isReadOnly === true, (client) => runOn(client, work, afterwards))
    for (const one of afterwards) {
      try {
        await one()
      } catch (error) {
        logger.error({ reason: describeError(error) }, 'something that follows a commit failed')
      }
    }
    return result
  }
}

/**
 * Runs `work` between BEGIN and COMMIT. Its connection is given back whatever fails; drizzle's own transactions keep it
 * for ever when BEGIN fails, as when nothing comes back on the connection, and do not look at what COMMIT answers.
 */
async function commit<T>(pool: Pool, isReadOnly: boolean, work: (client: PoolClient) => Promise<T>): Promise<T> {
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
    // PostgreSQL ends a transaction in which a statement failed like this, and calls that no error.
    if (command !== 'COMMIT') throw new Error('A statement of a transaction failed, and all of it was rolled back')
    return result
  } catch (error) {
    // What was answered too late would be taken for the answer to what is asked next.
    isBroken ||= isDatabaseUnavailable(error)
    throw error
  } finally {
    client.release(isBroken)
  }
}

/** @param afterwards where everything goes that is to follow the commit */
async function runOn<T>(
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
      const result = await runOn(client, nested, followsNested, depth + 1)
      await client.query(`RELEASE SAVEPOINT depth_${depth}`)
      afterwards.push(...followsNested)
      return result
    } catch (error) {
      // Where that cannot be done, nothing else can be done in this transaction either.
      await client.query(`ROLLBACK TO SAVEPOINT depth_${depth}`).catch(() => undefined)
      throw error
    }
  }
  try {
    return await work(Object.assign(drizzle(client), { transaction }), (one) => {
      if (isOver) throw new Error('What is to follow a commit was handed over after the end of the transaction')
      afterwards.push(one)
    })
  } finally {
    isOver = true
  }
}

/**
 * A statement that PostgreSQL plans once for each connection instead of every time. For the few that are short, run all
 * the time, and are planned alike whatever their values are: for others the one plan may be a bad one.
 * @param name of its own
 * @param statement with `sql.placeholder` where its values go
 */
export function prepare<Row>(
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

/**
 * Whether a query finds anything, as a statement that `prepare` makes.
 * @param name of its own
 * @param query such as `SELECT FROM owed_pushes WHERE due_at <= now()`
 */
export function prepareQuestion(
  name: string,
  query: SQL,
): (db: Executor, values: Readonly<Record<string, unknown>>) => Promise<boolean> {
  const ask = prepare<{ is: boolean }>(name, sql`SELECT EXISTS (${query}) AS is`)
  return async (db, values) => {
    const [answer] = await ask(db, values)
    return answer?.is === true
  }
}

/** The PostgreSQL error inside whatever a query threw, if there is one. */
function postgresError(error: unknown): DatabaseError | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current instanceof DatabaseError) return current
  }
  return undefined
}

/** Whether a query failed on the named UNIQUE constraint or index. */
export function violatesUnique(error: unknown, constraint: string): boolean {
  const found = postgresError(error)
  return found?.code === '23505' && found.constraint === constraint
}

/** How the driver words it. A connection that broke at COMMIT is found broken by the ROLLBACK that follows: "not queryable". */
const CONNECTION_LOST =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|connection error and is not queryable/u

/** Whether the database could not be reached, is going down or is too busy: worth trying again later, so a 503. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const postgres = postgresError(error)
  const code = postgres?.code
  // A newer release changed a table under a statement that this connection has prepared; a fresh one prepares it anew.
  if (code === '0A000') return /cached plan/u.test(postgres?.message ?? '')
  // Besides: a statement or an idle transaction that took too long, a lock that was not to be had, a deadlock.
  if (code !== undefined) return /^(?:08|53|57P|57014$|25P03$|55P03$|40P01$)/u.test(code)
  for (let current = error; current instanceof Error; current = current.cause) {
    const { code: system } = current as NodeJS.ErrnoException
    if (system === 'ECONNREFUSED' || system === 'ECONNRESET' || system === 'EPIPE') return true
    if (CONNECTION_LOST.test(current.message)) return true
  }
  return false
}

/** Why the database is away, for the log: what was last told of the connection, never the statement or its values. */
export function describeUnavailability(error: unknown): string {
  let innermost = error
  while (innermost instanceof Error && innermost.cause instanceof Error) innermost = innermost.cause
  if (!(innermost instanceof Error)) return 'unknown'
  // Several addresses that were all tried in vain make an error without a message.
  return (innermost.message || ((innermost as NodeJS.ErrnoException).code ?? innermost.name)).slice(0, 200)
}

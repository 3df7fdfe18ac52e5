import { setTimeout as sleep } from 'node:timers/promises'

import { type SQL, sql } from 'drizzle-orm'

import { shareNextCall } from '../jobs/single-flight.ts'
import { describeError, type Logger } from '../logging/logger.ts'
import {
  type Database,
  type DatabaseConnection,
  type Executor,
  isDatabaseUnavailable,
  openDatabase,
  describeUnavailability,
} from './database.ts'

/** Maximum wait of a read for the replica (ms); then the primary answers. */
const CATCH_UP_MS = 100
const CATCH_UP_STEP_MS = 5
/** Statement timeout on the replica (ms); then the primary answers. */
const STATEMENT_TIMEOUT_MS = 3000
/** Interval between checks of the replica's state and position (ms). */
const CHECK_MS = 1000
/** Timeout of such a check (ms); then the server counts as unavailable. */
const CHECK_TIMEOUT_MS = 1000

/** Reads for lists, searches and old pages: displayed data that decides nothing. */
export interface Reads {
  /**
   * Reads from a replica that can answer, else from the primary. In both cases the read sees everything that any server
   * committed before the call of `run`.
   * @param read runs its queries in sequence, changes nothing, and may run a second time
   */
  run: <T>(read: (db: Executor) => Promise<T>) => Promise<T>
}

/**
 * - `used`: reads go to it.
 * - `behind`: it lacks data that the primary had a second ago. Reads go to the primary.
 * - `away`: it does not answer, or is no replica of this primary. Reads go to the primary.
 */
export type ReplicaStatus = 'used' | 'behind' | 'away'

export interface Replica {
  reads: Reads
  /** Returns the result of the last check. */
  status: () => ReplicaStatus
  close: () => Promise<void>
}

/** Reads for a server without a replica. */
export function createPrimaryReads(db: Database): Reads {
  return { run: (read) => read(db) }
}

/**
 * Position up to which the primary's log is on its disk, in bytes: 2^53 of them are more than any database writes.
 * Everything acknowledged lies before it, unless `synchronous_commit` is off.
 */
const WRITTEN = sql`SELECT pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::float8 AS place`
/** Position up to which a replica has replayed that log; null when it is not a replica. */
const REPLAYED = sql`SELECT CASE WHEN pg_is_in_recovery()
  THEN pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::float8 END AS place`

async function readPosition(db: Executor, statement: SQL): Promise<number | null> {
  const { rows } = await db.execute<{ place: number | null }>(statement)
  return rows[0]?.place ?? null
}

/**
 * Uses a replica for reads. Each read first gets the primary's log position, and then waits until the replica has
 * replayed it, so that no server has to remember writes. Concurrent reads share one such query. After any failure of
 * the replica, the primary answers.
 * @param options.url PostgreSQL connection string of the replica; several may share the address
 * @param options.primaryUrl that of the primary
 * @param options.max maximum connections to the replica
 */
export async function openReplica({
  url,
  primaryUrl,
  db: primary,
  max,
  logger,
}: {
  url: string
  primaryUrl: string
  db: Database
  max: number
  logger: Logger
}): Promise<Replica> {
  const replica = openDatabase(url, max, logger, { statementTimeoutMs: STATEMENT_TIMEOUT_MS })
  // Separate connections: a server whose other connections are all busy is slow, and its replica is not unavailable.
  const watch = { primary: openWatch(primaryUrl, logger), replica: openWatch(url, logger) }
  let status: ReplicaStatus = 'away'
  let logged: ReplicaStatus | undefined
  /** True when a read has found, since the last check, that the replica cannot be used now. */
  let isPassedOver = false
  let writtenBefore = 0
  const written = shareNextCall(() => readPosition(watch.primary.db, WRITTEN))

  async function find(): Promise<{ found: ReplicaStatus; reason?: string }> {
    const replayed = await readPosition(watch.replica.db, REPLAYED)
    if (replayed === null) return { found: 'away', reason: 'it is no replica' }
    const now = await written().catch(() => null)
    const isBehind = replayed < writtenBefore
    if (now !== null && replayed > now) return { found: 'away', reason: 'it is no replica of this primary' }
    writtenBefore = now ?? writtenBefore
    return { found: isBehind ? 'behind' : 'used' }
  }

  async function look(): Promise<void> {
    const { found, reason } = await find().catch((error: unknown) => ({
      found: 'away' as const,
      reason: describeUnavailability(error),
    }))
    isPassedOver = false
    status = found
    if (found === logged) return
    logged = found
    if (found === 'used') logger.info('reads go to the replica')
    else logger.warn({ status, reason }, 'the replica cannot be used: reads go to the primary')
  }

  /** True when the replica replays the log up to a position in time. */
  async function isReplayed(tx: Executor, place: number): Promise<boolean> {
    const deadline = performance.now() + CATCH_UP_MS
    for (;;) {
      if (((await readPosition(tx, REPLAYED)) ?? -1) >= place) return true
      if (performance.now() > deadline) return false
      await sleep(CATCH_UP_STEP_MS)
    }
  }

  /** Returns undefined when the replica cannot answer. */
  async function readFromReplica<T>(read: (db: Executor) => Promise<T>): Promise<{ answer: T } | undefined> {
    const place = await written().catch(() => null)
    if (place === null) return undefined
    try {
      // A transaction stays on one replica, also when several share the address.
      const found = await replica.db.transaction(
        async (tx) => ((await isReplayed(tx, place)) ? { answer: await read(tx) } : undefined),
        { isReadOnly: true },
      )
      isPassedOver ||= found === undefined
      return found
    } catch (error) {
      isPassedOver ||= isDatabaseUnavailable(error)
      // Such as a conflict with its replay. A failure with another cause repeats on the primary.
      logger.info({ reason: describeError(error) }, 'a read of the replica failed')
      return undefined
    }
  }

  const leaving = new AbortController()
  await look()
  const looking = (async () => {
    for (;;) {
      await sleep(CHECK_MS, undefined, { signal: leaving.signal, ref: false }).catch(() => undefined)
      if (leaving.signal.aborted) return
      await look()
    }
  })()

  return {
    reads: {
      run: async (read) => {
        const found = status === 'used' && !isPassedOver ? await readFromReplica(read) : undefined
        return found ? found.answer : read(primary)
      },
    },
    status: () => status,
    close: async () => {
      leaving.abort()
      await looking
      await Promise.all([replica, watch.primary, watch.replica].map(({ close }) => close()))
    },
  }
}

function openWatch(url: string, logger: Logger): DatabaseConnection {
  return openDatabase(url, 1, logger, { statementTimeoutMs: CHECK_TIMEOUT_MS, connectTimeoutMs: CHECK_TIMEOUT_MS })
}

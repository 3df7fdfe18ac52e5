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
const STATEMENT_TIMEOUT_MS = 3000
const CHECK_MS = 1000
const CHECK_TIMEOUT_MS = 1000

/** Reads of displayed data that decides nothing. */
export interface Reads {
  /** Sees everything committed before this call. `read` must query in sequence and change nothing; it may run twice. */
  run: <T>(read: (db: Executor) => Promise<T>) => Promise<T>
}

/** `behind`: lacks data of a second ago. `away`: silent, or no replica of this primary. Both are passed over. */
export type ReplicaStatus = 'used' | 'behind' | 'away'

export interface Replica {
  reads: Reads
  status: () => ReplicaStatus
  close: () => Promise<void>
}

export function createPrimaryReads(db: Database): Reads {
  return { run: (read) => read(db) }
}

/** Flushed log position (bytes, below 2^53), after everything acknowledged unless `synchronous_commit` is off. */
const WRITTEN = sql`SELECT pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::float8 AS place`
/** Replayed position; null when it is no replica. */
const REPLAYED = sql`SELECT CASE WHEN pg_is_in_recovery()
  THEN pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::float8 END AS place`

async function readPosition(db: Executor, statement: SQL): Promise<number | null> {
  const { rows } = await db.execute<{ place: number | null }>(statement)
  return rows[0]?.place ?? null
}

/** Each read waits until the replica has replayed the primary's log position; concurrent reads share its query. */
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
  // Separate connections: a server with busy connections is slow, not unavailable.
  const watch = { primary: openWatch(primaryUrl, logger), replica: openWatch(url, logger) }
  let status: ReplicaStatus = 'away'
  let logged: ReplicaStatus | undefined
  /** True when a read since the last check found the replica unusable. */
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
    if (found === 'used') logger.info('replica is usable: reads go to it')
    else logger.warn({ status, reason }, 'replica is not usable: reads go to the primary')
  }

  async function isReplayed(tx: Executor, place: number): Promise<boolean> {
    const deadline = performance.now() + CATCH_UP_MS
    for (;;) {
      if (((await readPosition(tx, REPLAYED)) ?? -1) >= place) return true
      if (performance.now() > deadline) return false
      await sleep(CATCH_UP_STEP_MS)
    }
  }

  async function readFromReplica<T>(read: (db: Executor) => Promise<T>): Promise<{ answer: T } | undefined> {
    const place = await written().catch(() => null)
    if (place === null) return undefined
    try {
      // A transaction stays on one replica, even when several share the address.
      const found = await replica.db.transaction(
        async (tx) => ((await isReplayed(tx, place)) ? { answer: await read(tx) } : undefined),
        { isReadOnly: true },
      )
      isPassedOver ||= found === undefined
      return found
    } catch (error) {
      isPassedOver ||= isDatabaseUnavailable(error)
      // Failures such as a conflict with the replay. A read with another failure would fail on the primary, too.
      logger.info({ reason: describeError(error) }, 'reading from the replica failed')
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

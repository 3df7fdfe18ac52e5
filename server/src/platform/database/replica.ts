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

/** How long a read waits for the replica to have what it must see (ms); after that the primary answers. */
const CATCH_UP_MS = 100
const CATCH_UP_STEP_MS = 5
/** A replica that takes longer for a statement (ms) is given up for it: the primary answers after that. */
const STATEMENT_TIMEOUT_MS = 3000
/** How often it is looked at whether the replica is there, and how far it is (ms). */
const LOOK_MS = 1000
/** What has not answered such a look by then is away (ms). */
const LOOK_TIMEOUT_MS = 1000

/** Lists, searches and old pages: what is shown and decides nothing. */
export interface Reads {
  /**
   * Reads from a replica where there is one that can answer, else from the primary. Either way the read sees everything
   * that was committed before `run` was called, by whomever and on whichever server.
   * @param read asks one thing after another, changes nothing, and may be done a second time
   */
  run: <T>(read: (db: Executor) => Promise<T>) => Promise<T>
}

/**
 * - `used`: reads go to it.
 * - `behind`: it lacks what the primary had a second ago. Reads go to the primary.
 * - `away`: it does not answer, or is no replica of this primary. Reads go to the primary.
 */
export type ReplicaStatus = 'used' | 'behind' | 'away'

export interface Replica {
  reads: Reads
  /** As it was found when it was last looked at. */
  status: () => ReplicaStatus
  close: () => Promise<void>
}

/** For a server without a replica. */
export function createPrimaryReads(db: Database): Reads {
  return { run: (read) => read(db) }
}

/**
 * How far the log of the primary is written to its disk. What it has acknowledged lies before that, unless
 * `synchronous_commit` is off. In bytes: 2^53 of them are more than any database writes.
 */
const WRITTEN = sql`SELECT pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::float8 AS place`
/** How far a replica has replayed that log; null for what is no replica. */
const REPLAYED = sql`SELECT CASE WHEN pg_is_in_recovery()
  THEN pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::float8 END AS place`

async function placeOf(db: Executor, statement: SQL): Promise<number | null> {
  const { rows } = await db.execute<{ place: number | null }>(statement)
  return rows[0]?.place ?? null
}

/**
 * Uses a replica for reads. Each read first asks the primary how far its log is written, and then waits until the replica
 * has replayed that much: so nobody needs to remember who wrote what. All reads of a moment share one such question.
 * Whatever goes wrong with the replica, the primary answers instead.
 * @param options.url PostgreSQL connection string of the replica; several may share the address
 * @param options.primaryUrl that of the primary
 * @param options.max most connections to the replica at a time
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
  // Connections of their own: a server whose others are all busy is slow, and its replica is not away.
  const watch = { primary: openWatch(primaryUrl, logger), replica: openWatch(url, logger) }
  let status: ReplicaStatus = 'away'
  let logged: ReplicaStatus | undefined
  /** Whether a read has found, since the last look, that the replica cannot be used now. */
  let isPassedOver = false
  let writtenBefore = 0
  const written = shareNextCall(() => placeOf(watch.primary.db, WRITTEN))

  async function find(): Promise<{ found: ReplicaStatus; reason?: string }> {
    const replayed = await placeOf(watch.replica.db, REPLAYED)
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

  /** Whether the replica has replayed the log up to a place, soon enough. */
  async function isReplayed(tx: Executor, place: number): Promise<boolean> {
    const deadline = performance.now() + CATCH_UP_MS
    for (;;) {
      if (((await placeOf(tx, REPLAYED)) ?? -1) >= place) return true
      if (performance.now() > deadline) return false
      await sleep(CATCH_UP_STEP_MS)
    }
  }

  /** Undefined when the replica cannot answer. */
  async function readFromReplica<T>(read: (db: Executor) => Promise<T>): Promise<{ answer: T } | undefined> {
    const place = await written().catch(() => null)
    if (place === null) return undefined
    try {
      // A transaction keeps to one replica, also where several share the address.
      const found = await replica.db.transaction(
        async (tx) => ((await isReplayed(tx, place)) ? { answer: await read(tx) } : undefined),
        { isReadOnly: true },
      )
      isPassedOver ||= found === undefined
      return found
    } catch (error) {
      isPassedOver ||= isDatabaseUnavailable(error)
      // Such as a conflict with what it replays. What is not the replica's doing fails at the primary in the same way.
      logger.info({ reason: describeError(error) }, 'a read of the replica failed')
      return undefined
    }
  }

  const leaving = new AbortController()
  await look()
  const looking = (async () => {
    for (;;) {
      await sleep(LOOK_MS, undefined, { signal: leaving.signal, ref: false }).catch(() => undefined)
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
  return openDatabase(url, 1, logger, { statementTimeoutMs: LOOK_TIMEOUT_MS, connectTimeoutMs: LOOK_TIMEOUT_MS })
}

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

/** Reads of data that is only displayed, never used for decisions. */
export interface Reads {
  /** Reads everything committed before this call. `read` queries in sequence, changes nothing, and may run twice. */
  run: <T>(read: (db: Executor) => Promise<T>) => Promise<T>
}

/** A replica without data of a second ago is `behind`; a silent or unrelated replica is `away`. Reads use neither. */
export type ReplicaStatus = 'used' | 'behind' | 'away'

export interface Replica {
  reads: Reads
  status: () => ReplicaStatus
  close: () => Promise<void>
}

export function createPrimaryReads(db: Database): Reads {
  return { run: (read) => read(db) }
}

/** Primary's flushed log position (bytes, below 2^53), after all acknowledged writes if `synchronous_commit` is on. */
const WRITTEN = sql`SELECT pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::float8 AS place`
/** Replica's replayed log position; null when the server is not a replica. */
const REPLAYED = sql`SELECT CASE WHEN pg_is_in_recovery()
  THEN pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::float8 END AS place`

async function readLogPosition(db: Executor, statement: SQL): Promise<number | null> {
  const { rows } = await db.execute<{ place: number | null }>(statement)
  return rows[0]?.place ?? null
}

export interface ReplicaOptions {
  url: string
  primaryUrl: string
  db: Database
  max: number
  logger: Logger
}

/** A read waits until the replica has reached the primary's log position. Concurrent reads query that position once. */
export async function openReplica(options: ReplicaOptions): Promise<Replica> {
  const replica = new CheckedReplica(options)
  await replica.start()
  return replica
}

class CheckedReplica implements Replica {
  readonly #primary: Database
  readonly #logger: Logger
  readonly #replica: DatabaseConnection
  /** Checks use separate connections, because a server with busy connections is slow, not unavailable. */
  readonly #watch: { primary: DatabaseConnection; replica: DatabaseConnection }
  readonly #readWritten = shareNextCall(() => readLogPosition(this.#watch.primary.db, WRITTEN))
  readonly #leaving = new AbortController()
  #checking: Promise<void> | undefined
  #status: ReplicaStatus = 'away'
  #logged: ReplicaStatus | undefined
  /** True when a read since the last check found the replica unusable. */
  #isPassedOver = false
  #writtenBefore = 0

  readonly reads: Reads = {
    run: async (read) => {
      const found = this.#status === 'used' && !this.#isPassedOver ? await this.#readFromReplica(read) : undefined
      return found ? found.answer : read(this.#primary)
    },
  }

  constructor({ url, primaryUrl, db, max, logger }: ReplicaOptions) {
    this.#primary = db
    this.#logger = logger
    this.#replica = openDatabase(url, max, logger, { statementTimeoutMs: STATEMENT_TIMEOUT_MS })
    this.#watch = { primary: openMonitorConnection(primaryUrl, logger), replica: openMonitorConnection(url, logger) }
  }

  async start(): Promise<void> {
    await this.#updateStatus()
    this.#checking = this.#keepChecking()
  }

  readonly status = (): ReplicaStatus => this.#status

  readonly close = async (): Promise<void> => {
    this.#leaving.abort()
    await this.#checking
    await Promise.all([this.#replica, this.#watch.primary, this.#watch.replica].map(({ close }) => close()))
  }

  async #keepChecking(): Promise<void> {
    const { signal } = this.#leaving
    for (;;) {
      await sleep(CHECK_MS, undefined, { signal, ref: false }).catch(() => undefined)
      if (signal.aborted) return
      await this.#updateStatus()
    }
  }

  async #updateStatus(): Promise<void> {
    const { found, reason } = await this.#readStatus().catch((error: unknown) => ({
      found: 'away' as const,
      reason: describeUnavailability(error),
    }))
    this.#isPassedOver = false
    this.#status = found
    if (found === this.#logged) return
    this.#logged = found
    if (found === 'used') this.#logger.info('replica is usable: reads go to it')
    else this.#logger.warn({ status: found, reason }, 'replica is not usable: reads go to the primary')
  }

  async #readStatus(): Promise<{ found: ReplicaStatus; reason?: string }> {
    const replayed = await readLogPosition(this.#watch.replica.db, REPLAYED)
    if (replayed === null) return { found: 'away', reason: 'it is no replica' }
    const written = await this.#readWritten().catch(() => null)
    const isBehind = replayed < this.#writtenBefore
    if (written !== null && replayed > written) return { found: 'away', reason: 'it is no replica of this primary' }
    this.#writtenBefore = written ?? this.#writtenBefore
    return { found: isBehind ? 'behind' : 'used' }
  }

  async #readFromReplica<T>(read: (db: Executor) => Promise<T>): Promise<{ answer: T } | undefined> {
    const written = await this.#readWritten().catch(() => null)
    if (written === null) return undefined
    try {
      // A transaction stays on one replica, even when several replicas share the address.
      const found = await this.#replica.db.transaction(
        async (tx) => ((await waitForLogPosition(tx, written)) ? { answer: await read(tx) } : undefined),
        { isReadOnly: true },
      )
      this.#isPassedOver ||= found === undefined
      return found
    } catch (error) {
      this.#isPassedOver ||= isDatabaseUnavailable(error)
      // After any failure, the primary answers. A conflict with the replay cannot occur there; other failures can.
      this.#logger.info({ reason: describeError(error) }, 'reading from the replica failed')
      return undefined
    }
  }
}

async function waitForLogPosition(tx: Executor, position: number): Promise<boolean> {
  const deadline = performance.now() + CATCH_UP_MS
  for (;;) {
    if (((await readLogPosition(tx, REPLAYED)) ?? -1) >= position) return true
    if (performance.now() > deadline) return false
    await sleep(CATCH_UP_STEP_MS)
  }
}

function openMonitorConnection(url: string, logger: Logger): DatabaseConnection {
  return openDatabase(url, 1, logger, { statementTimeoutMs: CHECK_TIMEOUT_MS, connectTimeoutMs: CHECK_TIMEOUT_MS })
}

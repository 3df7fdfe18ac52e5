import type { Executor } from '../database/database.ts'
import { describeError, type Logger } from '../logging/logger.ts'

/** A table with rows of work, such as a `WorkQueue`. */
export interface Queue<Row> {
  /** For logs. */
  name: string
  /** Maximum rows of a claim; fewer mean that nothing else is due. */
  atATime: number
  claim: (db: Executor) => Promise<Row[]>
  /** Names a row in logs. */
  toIds: (row: Row) => Record<string, unknown>
}

export interface DrainDeps<Failure> {
  db: Executor
  logger: Logger
  recordFailure: (kind: Failure) => void
}

export interface DrainOptions<Row, Failure> {
  /** Counts each failed row. */
  failure: Failure
  /** Begins no further claim once aborted. */
  leaving?: AbortSignal
  /** Does the rows of a claim one after the other, in their order; otherwise side by side. */
  inOrder?: boolean
  /** Maximum claims. */
  rounds?: number
  /** Does more about a failed row than leaving it until it is due again; what this throws is dropped. */
  onFailed?: (row: Row) => Promise<void>
}

/**
 * Does all due work of a queue. A row whose work throws delays no other row, and is due again by its claim.
 * @throws what claiming throws
 */
export async function drain<Row, Failure>(
  { db, logger, recordFailure }: DrainDeps<Failure>,
  queue: Queue<Row>,
  work: (row: Row) => Promise<unknown>,
  { failure, leaving, inOrder = false, rounds = Infinity, onFailed }: DrainOptions<Row, Failure>,
): Promise<void> {
  const attempt = async (row: Row): Promise<void> => {
    try {
      await work(row)
    } catch (error) {
      logger.warn({ queue: queue.name, ...queue.toIds(row), reason: describeError(error) }, 'work failed')
      recordFailure(failure)
      await onFailed?.(row).catch(() => undefined)
    }
  }
  for (let round = 0; round < rounds; round++) {
    if (leaving?.aborted === true) return
    const rows = await queue.claim(db)
    if (inOrder) for (const row of rows) await attempt(row)
    else await Promise.all(rows.map(attempt))
    if (rows.length < queue.atATime) return
  }
}

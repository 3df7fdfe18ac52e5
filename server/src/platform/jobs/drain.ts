import type { Executor } from '../database/database.ts'
import { describeError, type Logger } from '../logging/logger.ts'

export interface Queue<Row> {
  name: string
  /** Maximum rows of a claim. A claim with fewer rows means that no other row is due. */
  atATime: number
  claim: (db: Executor) => Promise<Row[]>
  toIds: (row: Row) => Record<string, unknown>
}

export interface DrainDeps<Failure> {
  db: Executor
  logger: Logger
  recordFailure: (kind: Failure) => void
}

export interface DrainOptions<Row, Failure> {
  failure: Failure
  /** An abort ends the drain before the next claim. */
  leaving?: AbortSignal
  /** If true, the rows of a claim are processed in sequence instead of in parallel. */
  inOrder?: boolean
  rounds?: number
  /** Called for a failed row. Its errors are ignored, because the row is due again anyway. */
  onFailed?: (row: Row) => Promise<void>
}

/** Processes all due rows. A failed row delays no other row, and is due again later. Throws the errors of claiming. */
export async function drainQueue<Row, Failure>(
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

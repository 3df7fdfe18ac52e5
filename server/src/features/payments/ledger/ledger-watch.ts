import type { NoteFailure } from '../../../failures.ts'
import type { Database } from '../../../platform/database/database.ts'
import { repeat } from '../../../platform/jobs/repeated-work.ts'
import { describeError, type Logger } from '../../../platform/logging/logger.ts'
import * as checks from './ledger-check.repository.ts'
import type { LedgerCheckService } from './ledger-check.service.ts'
import type { LedgerService } from './ledger.service.ts'

/** How often is asked whether the books are to be filled (ms). */
const EVERY_MS = 60_000
/** Whoever does it has so long (ms); after that another server may. */
const LEASE_MS = 10 * 60_000

export interface LedgerWatchOptions {
  db: Database
  ledger: Pick<LedgerService, 'close'>
  check: LedgerCheckService
  logger: Logger
  noteFailure: NoteFailure
  /** How often it asks (ms). */
  everyMs: number | undefined
}

/** Fills the books and compares them every hour, on one server at a time. @returns ends it */
export function startLedgerWatch(options: LedgerWatchOptions): () => Promise<void> {
  const { db, ledger, check, logger, noteFailure, everyMs } = options
  const work = async (): Promise<void> => {
    try {
      if (await checks.takeWork(db, LEASE_MS)) await checks.rest(db, await check.look())
    } catch (error) {
      logger.warn({ reason: describeError(error) }, 'the books were not compared with stripe')
      noteFailure('books')
    }
  }
  const stop = repeat(work, everyMs ?? EVERY_MS)
  return async () => {
    await stop()
    await ledger.close()
  }
}

import type { RecordFailure } from '../../../failure-metrics.ts'
import type { Database } from '../../../platform/database/database.ts'
import { repeatWork } from '../../../platform/jobs/repeated-work.ts'
import { describeError, type Logger } from '../../../platform/logging/logger.ts'
import type { MissedEventService } from '../../payments/stripe-events/missed-event.service.ts'
import * as checks from './ledger-check.repository.ts'
import type { LedgerCheckService } from './ledger-check.service.ts'
import type { LedgerService } from './ledger.service.ts'

const EVERY_MS = 60_000
/** Lease of the server that does the check (ms). Afterwards another server may take over. */
const LEASE_MS = 10 * 60_000

export interface LedgerWatchOptions {
  db: Database
  ledger: Pick<LedgerService, 'close'>
  check: LedgerCheckService
  missedEvents: MissedEventService
  logger: Logger
  recordFailure: RecordFailure
  everyMs: number | undefined
}

/** Every hour, on one server at a time, handles Stripe's missed events, then fills the books and checks the balance. */
export function startLedgerWatch(options: LedgerWatchOptions): () => Promise<void> {
  const { db, ledger, check, missedEvents, logger, recordFailure, everyMs } = options

  /** A failed read of events does not stop the balance check: a restricted key may allow only one of the two. */
  const takeInMissed = (): Promise<boolean> =>
    missedEvents.recover().then(
      () => true,
      (error: unknown) => {
        logger.warn({ reason: describeError(error) }, 'listing Stripe events failed')
        recordFailure('stripe_event')
        return false
      },
    )

  const work = async (): Promise<void> => {
    try {
      if (!(await checks.claimLedgerCheck(db, LEASE_MS))) return
      const isTakenIn = await takeInMissed()
      const lookAgainMs = await check.runCheck()
      // After a failure, the check is due again when the lease ends.
      if (isTakenIn) await checks.postponeLedgerCheck(db, lookAgainMs)
    } catch (error) {
      logger.warn({ reason: describeError(error) }, 'checking the ledger against Stripe failed')
      recordFailure('books')
    }
  }
  const stop = repeatWork(work, everyMs ?? EVERY_MS)
  return async () => {
    await stop()
    await ledger.close()
  }
}

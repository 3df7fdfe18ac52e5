import type { Database } from '../../../platform/database/database.ts'
import { repeat } from '../../../platform/jobs/repeated-work.ts'
import { describeError, type Logger } from '../../../platform/logging/logger.ts'
import { forgetEndedSessions } from '../auth.repository.ts'

const HOUR_MS = 3_600_000
/** Servers ask every few seconds; one that could not for an hour looks all its sessions up. */
const REMEMBERED_MS = 24 * HOUR_MS

/**
 * Forgets, at the start and every hour, which sessions ended more than a day ago.
 * @returns ends it
 */
export function startSessionSweep({ db, logger }: { db: Database; logger: Logger }): () => Promise<void> {
  return repeat(
    () =>
      forgetEndedSessions(db, REMEMBERED_MS).catch((error: unknown) =>
        logger.warn({ part: 'auth', reason: describeError(error) }, 'ended sessions could not be forgotten'),
      ),
    HOUR_MS,
  )
}

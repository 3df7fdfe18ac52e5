import type { Database } from '../../../platform/database/database.ts'
import { repeatWork } from '../../../platform/jobs/repeated-work.ts'
import { describeError, type Logger } from '../../../platform/logging/logger.ts'
import { eraseExpiredMessages } from './removed-message.repository.ts'

const EVERY_MS = 600_000

/** Erases the content of messages 30 days after their senders deleted them. Several servers may sweep. */
export function startDeletedMessageSweep({ db, logger }: { db: Database; logger: Logger }): () => Promise<void> {
  const sweep = (): Promise<void> =>
    eraseExpiredMessages(db).catch((error: unknown) => {
      logger.warn({ reason: describeError(error) }, 'erasing deleted messages failed')
    })
  return repeatWork(sweep, EVERY_MS)
}

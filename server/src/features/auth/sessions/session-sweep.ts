import type { Database } from '../../../platform/database/database.ts'
import { repeatWork } from '../../../platform/jobs/repeated-work.ts'
import { describeError, type Logger } from '../../../platform/logging/logger.ts'
import { forgetEndedSessions } from '../auth.repository.ts'
import { deleteSessionsAwaitingFactor } from '../second-factor/second-factor.repository.ts'
import { deleteExpiredSignInCodes } from '../sign-in-codes/sign-in-code.repository.ts'
import { WAITING_MS } from './session.service.ts'

const HOUR_MS = 3_600_000
/** Time for which the ends of sessions are recorded (ms). Servers read these records every few seconds. */
const REMEMBERED_MS = 24 * HOUR_MS

export function startSessionSweep({ db, logger }: { db: Database; logger: Logger }): () => Promise<void> {
  return repeatWork(
    () =>
      Promise.all([
        forgetEndedSessions(db, REMEMBERED_MS),
        deleteSessionsAwaitingFactor(db, new Date(Date.now() - WAITING_MS)),
        deleteExpiredSignInCodes(db),
      ]).then(
        () => undefined,
        (error: unknown) =>
          logger.warn({ part: 'auth', reason: describeError(error) }, 'deleting ended sessions failed'),
      ),
    HOUR_MS,
  )
}

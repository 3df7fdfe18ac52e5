import type { Database } from '../../../platform/database/database.ts'
import type { LiveServer } from '../../../platform/live/live-server.ts'
import { describeError, type Logger } from '../../../platform/logging/logger.ts'
import { list } from './operator.repository.ts'

export interface OperatorNewsOptions {
  db: Database
  live: Pick<LiveServer, 'emitToUsers'>
  logger: Logger
}

/** What operators are told live: nothing but that something is another now, so that nobody learns of a case of their own. */
export function createOperatorNews({ db, live, logger }: OperatorNewsOptions) {
  return {
    /** A report came, or a case was taken, given back or decided. Never throws: tabs ask from time to time, too. */
    queueChanged: async (): Promise<void> => {
      try {
        const operators = await list(db)
        if (operators.length > 0)
          live.emitToUsers(
            operators.map(({ userId }) => userId),
            'operations.changed',
          )
      } catch (error) {
        logger.warn({ reason: describeError(error) }, 'operators were not told that the queue changed')
      }
    },
  }
}

export type OperatorNews = ReturnType<typeof createOperatorNews>

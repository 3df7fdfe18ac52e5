import type { Database } from '../../../platform/database/database.ts'
import type { LiveServer } from '../../../platform/live/live-server.ts'
import { describeError, type Logger } from '../../../platform/logging/logger.ts'
import { findOperators } from './operator.repository.ts'

export interface OperatorEventsOptions {
  db: Database
  live: Pick<LiveServer, 'emitToUsers'>
  logger: Logger
}

/** Live events contain no details, so that no operator learns of a case about them. */
export function createOperatorEvents({ db, live, logger }: OperatorEventsOptions) {
  return {
    /** Announces a new report, or a claimed, returned or decided case. Never throws, because tabs also poll. */
    queueChanged: async (): Promise<void> => {
      try {
        const operators = await findOperators(db)
        if (operators.length > 0)
          live.emitToUsers(
            operators.map(({ userId }) => userId),
            'operations.changed',
          )
      } catch (error) {
        logger.warn({ reason: describeError(error) }, 'sending queue changes to operators failed')
      }
    },
  }
}

export type OperatorEvents = ReturnType<typeof createOperatorEvents>

import type { DomainEvents } from '../../domain-events.ts'
import type { RecordFailure } from '../../failure-metrics.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Reads } from '../../platform/database/replica.ts'
import { repeatWork } from '../../platform/jobs/repeated-work.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import type { LiveServer } from '../../platform/live/live-server.ts'
import { describeError, type Logger } from '../../platform/logging/logger.ts'
import type { RoomService } from '../chat/rooms/room.service.ts'
import type { ProfileService } from '../profiles/profile.service.ts'
import type { ContactService } from '../safety/blocks/contact.service.ts'
import { createRequestBacklogs } from './backlog.service.ts'
import { createConnectionRequestProcedures } from './connection-requests.routes.ts'
import { ownDataOfRequests } from './own-data.repository.ts'
import { QuestionService } from './questions/question.service.ts'
import { createReportedRequestFinder } from './reported-request.service.ts'
import { createRequestEvents } from './request.events.ts'
import { findUsersWithRequestChanges } from './request.repository.ts'
import { RequestService } from './request.service.ts'

export interface ConnectionRequestsModuleOptions {
  db: Database
  reads: Reads
  live: LiveServer
  limits: Limits
  logger: Logger
  profiles: ProfileService
  rooms: RoomService
  contact: ContactService
  domainEvents: DomainEvents
  recordFailure: RecordFailure
}

/** Interval between checks for due requests (ms). */
const DUE_MS = 10_000

/** Spec 4. */
export function createConnectionRequestsModule({
  db,
  reads,
  live,
  limits,
  logger,
  profiles,
  rooms,
  contact,
  domainEvents,
  recordFailure,
}: ConnectionRequestsModuleOptions) {
  const requests = new RequestService({
    db,
    reads,
    profiles,
    rooms,
    contact,
    events: createRequestEvents(live),
    domainEvents,
    times: limits.times,
  })

  const questions = new QuestionService({ db, profiles, requests })

  return {
    ownData: ownDataOfRequests,
    backlogs: createRequestBacklogs({ db }),
    services: { requests, questions, findReported: createReportedRequestFinder({ db }) },
    procedures: createConnectionRequestProcedures({ requests, questions }),
    /** Starts checks, which several servers share. @returns a function that stops the checks */
    start: (): (() => Promise<void>) =>
      repeatWork(
        (leaving) =>
          Promise.all([requests.advanceDue(leaving), questions.deleteExpired()]).then(
            () => undefined,
            (error: unknown) => {
              recordFailure('request_end')
              logger.warn({ reason: describeError(error) }, 'expiring or reminding of connection requests failed')
            },
          ),
        DUE_MS,
      ),
    findChangedFor: (userIds: readonly string[], withinMs: number): Promise<string[]> =>
      findUsersWithRequestChanges(db, userIds, withinMs),
  }
}

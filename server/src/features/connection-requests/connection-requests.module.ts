import type { DomainEvents } from '../../domain-events.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Reads } from '../../platform/database/replica.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import type { LiveServer } from '../../platform/live/live-server.ts'
import type { RoomService } from '../chat/room.service.ts'
import type { ProfileService } from '../profiles/profile.service.ts'
import type { ContactService } from '../safety/contact.service.ts'
import { createRequestLimits } from './connection-requests.limits.ts'
import { connectionRequestProcedures } from './connection-requests.routes.ts'
import { createRequestEvents } from './request.events.ts'
import { findChangedFor } from './request.repository.ts'
import { createRequestService } from './request.service.ts'

export interface ConnectionRequestsModuleOptions {
  db: Database
  reads: Reads
  live: LiveServer
  limits: Limits
  profiles: ProfileService
  rooms: RoomService
  contact: ContactService
  domainEvents: DomainEvents
}

/** Connection requests (spec 4). */
export function createConnectionRequestsModule({
  db,
  reads,
  live,
  limits,
  profiles,
  rooms,
  contact,
  domainEvents,
}: ConnectionRequestsModuleOptions) {
  const requests = createRequestService({
    db,
    reads,
    profiles,
    rooms,
    contact,
    events: createRequestEvents(live),
    domainEvents,
  })
  const { introduction: countIntroduction } = createRequestLimits(limits)

  return {
    services: { requests },
    procedures: connectionRequestProcedures({ requests, countIntroduction }),
    /** Of some people, those with a request that changed within so long (ms). */
    findChangedFor: (userIds: readonly string[], withinMs: number): Promise<string[]> =>
      findChangedFor(db, userIds, withinMs),
  }
}

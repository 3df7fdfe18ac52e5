import type { Database } from '../../platform/database/database.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import type { LiveServer } from '../../platform/live/live-server.ts'
import { createBlockService } from './block.service.ts'
import type { EndContact, People } from './ports.ts'
import { createSafetyEvents } from './safety.events.ts'
import { createSafetyLimits } from './safety.limits.ts'
import { safetyProcedures } from './safety.routes.ts'

export interface SafetyModuleOptions {
  db: Database
  live: LiveServer
  limits: Limits
  profiles: People
  /** Ends what each of the other features has between two people. */
  endings: readonly EndContact[]
}

/** Keeping others away. What the other features ask of it is `contact.service.ts`, which is there before them. */
export function createSafetyModule({ db, live, limits, profiles, endings }: SafetyModuleOptions) {
  const blocks = createBlockService({ db, people: profiles, endings, events: createSafetyEvents(live) })
  const { block: countBlock } = createSafetyLimits(limits)
  return { procedures: safetyProcedures({ blocks, countBlock }) }
}

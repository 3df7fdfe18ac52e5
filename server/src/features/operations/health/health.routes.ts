import type { GuardedProcedures } from '../guarded-procedures.ts'
import type { HealthService } from './health.service.ts'

/** How the site is, for everybody who runs it. */
export function healthProcedures(operations: GuardedProcedures, health: HealthService) {
  return { health: operations.health.handler(() => health.read()) }
}

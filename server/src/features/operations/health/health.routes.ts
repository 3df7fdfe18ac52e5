import type { GuardedProcedures } from '../guarded-procedures.ts'
import type { HealthService } from './health.service.ts'

/** Health of the site, for all operators. */
export function healthProcedures(operations: GuardedProcedures, health: HealthService) {
  return { health: operations.health.handler(() => health.read()) }
}

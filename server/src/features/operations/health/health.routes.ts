import type { GuardedProcedures } from '../guarded-procedures.ts'
import type { HealthService } from './health.service.ts'

export function createHealthProcedures(operations: GuardedProcedures, health: HealthService) {
  return { health: operations.health.handler(() => health.read()) }
}

import type { ErrorCode } from '@kundig/contract/errors'
import { OPERATIONS_LIMITS } from '@kundig/contract/operations/operations-limits'

const TAKEN_MS = OPERATIONS_LIMITS.takenHours * 3_600_000

export interface CaseState {
  decidedAt: Date | null
  assignedTo: string | null
  assignedAt: Date | null
}

export function findCaseRefusal(found: CaseState | undefined, operatorId: string, now: Date): ErrorCode | null {
  if (!found) return 'CASE_NOT_FOUND'
  if (found.decidedAt) return 'CASE_DECIDED'
  const { assignedTo, assignedAt } = found
  if (assignedTo === null || assignedTo === operatorId || assignedAt === null) return null
  return now.getTime() - assignedAt.getTime() < TAKEN_MS ? 'CASE_TAKEN' : null
}

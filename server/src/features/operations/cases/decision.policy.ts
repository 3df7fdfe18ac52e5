import type { ErrorCode } from '@kundig/contract/errors'
import type { OperatorRole } from '@kundig/contract/operations/operator-roles'

import { findOperationRefusal } from '../operations.policy.ts'

export interface AnsweredDecision {
  kind: string
  decidedBy: string
  isUndone: boolean
}

export function findUndoRefusal(decision: AnsweredDecision | undefined): ErrorCode | null {
  if (!decision) return 'DECISION_NOT_FOUND'
  if (decision.isUndone) return 'DECISION_UNDONE'
  return ['nothing', 'undo', 'uphold'].includes(decision.kind) ? 'MEASURE_UNSUITED' : null
}

export function findUpholdRefusal(
  decision: AnsweredDecision | undefined,
  {
    operatorId,
    isObjectedTo,
    hasAnother,
  }: {
    operatorId: string
    isObjectedTo: boolean
    /** True when another operator, who is not part of the case, could answer the objection. */
    hasAnother: boolean
  },
): ErrorCode | null {
  if (!decision) return 'DECISION_NOT_FOUND'
  if (decision.isUndone) return 'DECISION_UNDONE'
  if (!isObjectedTo) return 'NO_OBJECTION'
  return decision.decidedBy === operatorId && hasAnother ? 'OBJECTION_FOR_ANOTHER' : null
}

/** Only owners may suspend an owner, and operators cannot suspend themselves. */
export function findSuspendRefusal(
  operator: { id: string; role: OperatorRole },
  person: { id: string; role: OperatorRole | null },
): ErrorCode | null {
  if (operator.id === person.id) return 'OWN_ACCOUNT'
  return findOperationRefusal(operator.role, person.role === 'owner' ? 'owner' : 'moderator')
}

export function toRestriction(
  decisions: readonly { kind: string; until: Date | null }[],
  now: Date,
): { state: 'good' } | { state: 'banned' } | { state: 'suspended'; until: Date } {
  if (decisions.some(({ kind }) => kind === 'ban')) return { state: 'banned' }
  const ends = decisions.flatMap(({ kind, until }) => (kind === 'suspend' && until && until > now ? [until] : []))
  const [last] = ends.toSorted((one, other) => other.getTime() - one.getTime())
  return last ? { state: 'suspended', until: last } : { state: 'good' }
}

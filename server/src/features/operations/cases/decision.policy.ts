import type { ErrorCode } from '@kundig/contract/errors'
import type { OperatorRole } from '@kundig/contract/operations/operator-roles'

import { operationRefusal } from '../operations.policy.ts'

/** A decision, for who would answer it. */
export interface AnsweredDecision {
  kind: string
  decidedBy: string
  isUndone: boolean
}

/** May a decision be taken back? Null: yes. What restricts nobody, and what answers another one, is not. */
export function undoRefusal(decision: AnsweredDecision | undefined): ErrorCode | null {
  if (!decision) return 'DECISION_NOT_FOUND'
  if (decision.isUndone) return 'DECISION_UNDONE'
  return ['nothing', 'undo', 'uphold'].includes(decision.kind) ? 'MEASURE_UNSUITED' : null
}

/** May this operator keep a decision to which somebody objected? Null: yes. */
export function upholdRefusal(
  decision: AnsweredDecision | undefined,
  {
    operatorId,
    isObjectedTo,
    hasAnother,
  }: {
    operatorId: string
    isObjectedTo: boolean
    /** Whether somebody else could, who is no part of it. */
    hasAnother: boolean
  },
): ErrorCode | null {
  if (!decision) return 'DECISION_NOT_FOUND'
  if (decision.isUndone) return 'DECISION_UNDONE'
  if (!isObjectedTo) return 'NO_OBJECTION'
  return decision.decidedBy === operatorId && hasAnother ? 'OBJECTION_FOR_ANOTHER' : null
}

/** May an operator suspend this person? Null: yes. Nobody decides about themselves, and owners alone about an owner. */
export function suspendRefusal(
  operator: { id: string; role: OperatorRole },
  person: { id: string; role: OperatorRole | null },
): ErrorCode | null {
  if (operator.id === person.id) return 'OWN_ACCOUNT'
  return operationRefusal(operator.role, person.role === 'owner' ? 'owner' : 'moderator')
}

/** What a person may do after all decisions about them that stand. */
export function standingOf(
  decisions: readonly { kind: string; until: Date | null }[],
  now: Date,
): { state: 'good' } | { state: 'banned' } | { state: 'suspended'; until: Date } {
  if (decisions.some(({ kind }) => kind === 'ban')) return { state: 'banned' }
  const ends = decisions.flatMap(({ kind, until }) => (kind === 'suspend' && until && until > now ? [until] : []))
  const [last] = ends.toSorted((one, other) => other.getTime() - one.getTime())
  return last ? { state: 'suspended', until: last } : { state: 'good' }
}

import type { Decision } from '@kundig/contract/operations/decisions.contract'

import type { DecisionState } from './decision.repository.ts'

export interface DecisionReader {
  /** The address of who decided, for as long as they have a role. */
  decidedBy: string | null
  /** When somebody objected, where that is not answered. */
  objectedAt: Date | null
  mayUndo: boolean
  mayUphold: boolean
}

export function presentDecision(
  row: DecisionState,
  { decidedBy, objectedAt, mayUndo, mayUphold }: DecisionReader,
): Decision {
  return {
    id: row.id,
    case_id: row.caseId,
    kind: row.kind,
    ground: row.ground,
    until: row.until?.toISOString() ?? null,
    answers: row.answers,
    decided_at: row.decidedAt.toISOString(),
    decided_by: decidedBy,
    is_undone: row.isUndone,
    objected_at: objectedAt?.toISOString() ?? null,
    may_undo: mayUndo,
    may_uphold: mayUphold,
  }
}

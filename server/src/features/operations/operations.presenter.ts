import type { AuditEntry, Operator } from '@kundig/contract/operations/operations.contract'

import type { AuditRow } from './team/audit-log.repository.ts'
import type { Operator as OperatorRow } from './team/operator.repository.ts'

export function presentOperator({ userId, email, role, since }: OperatorRow): Operator {
  return { user_id: userId, email, role, since: since.toISOString() }
}

export function presentAuditEntry(row: AuditRow): AuditEntry {
  return {
    id: row.id,
    created_at: row.createdAt.toISOString(),
    actor_id: row.actorId,
    actor_email: row.actorEmail,
    action: row.action,
    subject_kind: row.subjectKind,
    subject_id: row.subjectId,
    subject_slug: row.subjectSlug,
    state_before: row.stateBefore,
    state_after: row.stateAfter,
  }
}

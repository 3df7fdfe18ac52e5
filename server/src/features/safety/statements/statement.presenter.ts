import type { Statement } from '@kundig/contract/safety/statements.contract'

import { objectionRefusal } from './statement.policy.ts'
import type { StatementWithObjection } from './statement.repository.ts'

/** A statement, for whom it is about. */
export function presentStatement({ statement, objection, isUndone }: StatementWithObjection, now: Date): Statement {
  const asked = { ...statement, isUndone, hasObjection: objection !== null }
  return {
    decision_id: statement.decisionId,
    kind: statement.kind,
    facts: statement.facts,
    ground: statement.ground,
    automated: statement.automated,
    until: statement.until?.toISOString() ?? null,
    answers: statement.answers,
    created_at: statement.createdAt.toISOString(),
    objection: objection && {
      text: objection.content,
      created_at: objection.createdAt.toISOString(),
      answered_at: objection.answeredAt?.toISOString() ?? null,
    },
    may_object: objectionRefusal(asked, now) === null,
  }
}

import { type Statement, statement as schema } from '@kundig/contract/safety/statements.contract'

import { toWire } from '../../../platform/wire/to-wire.ts'
import { findObjectionRefusal } from './statement.policy.ts'
import type { StatementWithObjection } from './statement.repository.ts'

const toStatement = toWire(schema)

export function presentStatement({ statement, objection, isUndone }: StatementWithObjection, now: Date): Statement {
  const asked = { ...statement, isUndone, hasObjection: objection !== null }
  return {
    ...toStatement(statement),
    objection: objection && {
      text: objection.content,
      created_at: objection.createdAt.toISOString(),
      answered_at: objection.answeredAt?.toISOString() ?? null,
    },
    may_object: findObjectionRefusal(asked, now) === null,
  }
}

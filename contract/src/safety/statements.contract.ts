import { oc } from '@orpc/contract'
import { z } from 'zod'

import { declareErrors } from '../errors/declared-errors.ts'
import { RAW_LIMITS } from '../raw-limits.ts'
import { id, instant, createTextField } from '../schemas.ts'
import { cleanText } from '../texts/sanitising.ts'
import { checkObjection, STATEMENT_KINDS } from './statement-rules.ts'

export const STATEMENTS_SHOWN = 50

export const statement = z.object({
  decision_id: id,
  kind: z.enum(STATEMENT_KINDS),
  facts: z.string(),
  /** Broken law or rule; empty when the decision answers an earlier decision. */
  ground: z.string(),
  automated: z.boolean(),
  until: instant.nullable(),
  /** Earlier decision that this decision reverses or upholds. */
  answers: id.nullable(),
  created_at: instant,
  objection: z.object({ text: z.string(), created_at: instant, answered_at: instant.nullable() }).nullable(),
  may_object: z.boolean(),
})
export type Statement = z.infer<typeof statement>

export const statementsContract = {
  statements: oc
    .route({
      method: 'GET',
      path: '/statements',
      tags: ['Safety'],
      summary: 'Decisions about you with their reasons, newest first',
    })
    .output(z.object({ items: z.array(statement) }))
    .errors(declareErrors('NO_SESSION')),

  object: oc
    .route({
      method: 'POST',
      path: '/statements/{decision_id}/object',
      tags: ['Safety'],
      summary: 'Object to a decision about you',
      description: 'Once, within six months. Another operator reviews the decision, if one exists.',
    })
    .input(
      z.strictObject({
        decision_id: id,
        text: createTextField(checkObjection, cleanText, { rawMax: RAW_LIMITS.reportText, tooLong: 'TEXT_TOO_LONG' }),
      }),
    )
    .output(statement)
    .errors(
      declareErrors(
        'NO_SESSION',
        'INVALID_INPUT',
        'FIELD_REQUIRED',
        'TEXT_INVALID',
        'TEXT_TOO_LONG',
        'ONLY_MARKUP',
        'STATEMENT_NOT_FOUND',
        'OBJECTED_ALREADY',
        'OBJECTION_TOO_LATE',
      ),
    ),
}

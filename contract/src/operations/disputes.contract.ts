import { oc } from '@orpc/contract'
import { z } from 'zod'

import { declareErrors } from '../errors/declared-errors.ts'
import { DISPUTE_STATUSES } from '../refunds/dispute-life-cycle.ts'
import { id, instant, createStorableTextSchema } from '../schemas.ts'
import { OPERATIONS_LIMITS } from './operations-limits.ts'

const person = z.object({
  id,
  name: z.string().nullable(),
})

export const listedDispute = z.object({
  id,
  stripe_id: z.string(),
  /** `payment_id`, `seller` and `buyer` are null for an unmatched charge. */
  payment_id: id.nullable(),
  seller: person.nullable(),
  buyer: person.nullable(),
  /** In cents. */
  amount: z.int(),
  currency: z.string(),
  reason: z.string(),
  status: z.enum(DISPUTE_STATUSES),
  due_by: instant.nullable(),
  submitted_at: instant.nullable(),
  created_at: instant,
})
export type ListedDispute = z.infer<typeof listedDispute>

/** Evidence for the bank, in Stripe's field names. */
const evidence = {
  product_description: createStorableTextSchema(OPERATIONS_LIMITS.evidenceMax),
  access_activity_log: createStorableTextSchema(OPERATIONS_LIMITS.evidenceMax),
  uncategorized_text: createStorableTextSchema(OPERATIONS_LIMITS.evidenceMax),
}

export const disputePack = z.object({
  dispute: listedDispute,
  evidence: z.object(evidence),
})
export type DisputePack = z.infer<typeof disputePack>

const tags = ['Operations']
const COMMON = ['NOT_FOUND', 'SECOND_FACTOR_NEEDED', 'SECOND_FACTOR_OFF', 'INVALID_INPUT'] as const

export const disputesContract = {
  disputes: oc
    .route({
      method: 'GET',
      path: '/operations/disputes',
      tags,
      summary: 'Open disputes by deadline',
      description: 'At most 100. Excludes payments of the operator.',
    })
    .input(z.strictObject({}))
    .output(z.object({ items: z.array(listedDispute) }))
    .errors(declareErrors(...COMMON)),

  lookAtDispute: oc
    .route({
      method: 'POST',
      path: '/operations/disputes/{id}/look',
      tags,
      summary: 'Proposed evidence for a dispute',
      description:
        'For moderators and owners. The introduction, the messages around the payment, hashes of the files, the payment ' +
        "and its refunds, and the networks of the buyer's sessions. Recorded in the audit log.",
    })
    .input(z.strictObject({ id }))
    .output(disputePack)
    .errors(declareErrors(...COMMON, 'ROLE_NEEDED', 'DISPUTE_NOT_FOUND')),

  submitEvidence: oc
    .route({
      method: 'POST',
      path: '/operations/disputes/{id}/evidence',
      tags,
      summary: 'Submit evidence for a dispute',
      description:
        'For moderators and owners. Once: the bank accepts no more unless it asks again. Recorded in the audit log.',
    })
    .input(
      z.strictObject({
        id,
        product_description: evidence.product_description.optional(),
        access_activity_log: evidence.access_activity_log.optional(),
        uncategorized_text: evidence.uncategorized_text.min(1),
      }),
    )
    .output(listedDispute)
    .errors(declareErrors(...COMMON, 'ROLE_NEEDED', 'DISPUTE_NOT_FOUND', 'DISPUTE_CLOSED')),
}

import { z } from 'zod'

import { defineEndpoint } from '../../core/call.ts'
import { createListAnswer } from '../../core/list-answer.ts'
import { boolean, mergeMetadata, metadata, page, range, text } from '../../core/parameters.ts'
import type { Transaction } from '../../core/sql.ts'
import { findObject, getObject, listObjects } from '../../store/object-store.ts'
import { toChargeOwnerId } from './charge-owner.ts'
import { endDispute, updateEvidence } from './dispute-flow.ts'

/** Text evidence only; files are not supported. */
const evidence = z.strictObject(
  Object.fromEntries(
    [
      'access_activity_log',
      'customer_email_address',
      'customer_name',
      'customer_purchase_ip',
      'duplicate_charge_explanation',
      'product_description',
      'refund_policy_disclosure',
      'refund_refusal_explanation',
      'service_date',
      'uncategorized_text',
    ].map((name) => [name, z.string().max(20_000).optional()]),
  ),
)

const filters = { ...page, charge: text.optional(), created: range.optional(), payment_intent: text.optional() }

/** Finds the payment that owns the listed objects; null lists all objects. */
async function findOwningPayment(
  tx: Transaction,
  { charge, payment_intent: intent }: { charge?: string | undefined; payment_intent?: string | undefined },
): Promise<string | null> {
  if (intent !== undefined || charge === undefined) return intent ?? null
  const found = await findObject(tx, 'charge', charge)
  return found === undefined ? charge : toChargeOwnerId(found.data)
}

/** https://docs.stripe.com/api/disputes and https://docs.stripe.com/api/radar/early_fraud_warnings */
export const disputeEndpoints = [
  defineEndpoint(
    'GET /v1/disputes/:id',
    'secret',
    z.strictObject({}),
    async ({ tx, id }) => (await getObject(tx, 'dispute', id)).data,
  ),
  defineEndpoint('GET /v1/disputes', 'secret', z.strictObject(filters), async ({ tx }, params) =>
    createListAnswer(
      '/v1/disputes',
      await listObjects(tx, 'dispute', await findOwningPayment(tx, params), params, {
        within: { created: params.created },
      }),
    ),
  ),
  defineEndpoint(
    'POST /v1/disputes/:id',
    'secret',
    z.strictObject({
      evidence: evidence.default({}),
      metadata: metadata.optional(),
      // Stripe submits evidence by default.
      submit: boolean.optional(),
    }),
    async (work, params) => {
      const { data } = await getObject(work.tx, 'dispute', work.id)
      const given = Object.fromEntries(
        Object.entries(params.evidence).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
      )
      return updateEvidence(work, work.id, {
        evidence: given,
        submits: params.submit ?? Object.keys(given).length > 0,
        metadata: mergeMetadata(data.metadata, params.metadata),
      })
    },
  ),
  defineEndpoint('POST /v1/disputes/:id/close', 'secret', z.strictObject({}), (work) =>
    endDispute(work, work.id, 'lose'),
  ),
  defineEndpoint(
    'GET /v1/radar/early_fraud_warnings/:id',
    'secret',
    z.strictObject({}),
    async ({ tx, id }) => (await getObject(tx, 'radar.early_fraud_warning', id)).data,
  ),
  defineEndpoint('GET /v1/radar/early_fraud_warnings', 'secret', z.strictObject(filters), async ({ tx }, params) =>
    createListAnswer(
      '/v1/radar/early_fraud_warnings',
      await listObjects(tx, 'radar.early_fraud_warning', await findOwningPayment(tx, params), params, {
        within: { created: params.created },
      }),
    ),
  ),
]

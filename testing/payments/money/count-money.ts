import type { Sql } from '../../database/test-database.ts'
import type { Acknowledged } from './acts.ts'

/** Name of a violated rule, with the ids of the violations. */
export type Finding = readonly [name: string, ids: readonly string[]]

/** Queries that return the ids of violations. The table `objects` has Stripe's data of the platform. */
const CHECKS: readonly (readonly [name: string, query: string])[] = [
  [
    'charged more than once',
    `SELECT data->'metadata'->>'payment_request_id' AS id FROM objects
     WHERE kind = 'charge' AND data->>'status' = 'succeeded' GROUP BY 1 HAVING count(*) > 1`,
  ],
  [
    'charged more or less than was asked for',
    `SELECT p.id FROM objects o JOIN payment_requests p ON p.id::text = data->'metadata'->>'payment_request_id'
     WHERE kind = 'charge' AND data->>'status' = 'succeeded' AND (data->>'amount')::int <> p.amount`,
  ],
  [
    'with more than one intent',
    `SELECT data->'metadata'->>'payment_request_id' AS id FROM objects
     WHERE kind = 'payment_intent' GROUP BY 1 HAVING count(*) > 1`,
  ],
  [
    'refunded more than once for one refund',
    `SELECT data->'metadata'->>'refund_id' AS id FROM objects
     WHERE kind = 'refund' AND data->'metadata'->>'refund_id' IS NOT NULL GROUP BY 1 HAVING count(*) > 1`,
  ],
  [
    'reversed more than once for one dispute',
    `SELECT data->'metadata'->>'dispute_id' AS id FROM objects
     WHERE kind = 'transfer_reversal' AND data->'metadata'->>'dispute_id' IS NOT NULL GROUP BY 1 HAVING count(*) > 1`,
  ],
  [
    'sent again more than once for one dispute',
    `SELECT data->'metadata'->>'dispute_id' AS id FROM objects
     WHERE kind = 'transfer' AND data->'metadata'->>'dispute_id' IS NOT NULL GROUP BY 1 HAVING count(*) > 1`,
  ],
  [
    'reversed more than the seller was sent',
    `SELECT id FROM objects WHERE kind = 'transfer' AND (data->>'amount_reversed')::int > (data->>'amount')::int`,
  ],
  [
    'refunded over what was paid, in our rows',
    `SELECT p.id FROM payment_requests p JOIN refunds r ON r.payment_request_id = p.id
     WHERE r.status IN ('pending', 'succeeded') GROUP BY p.id, p.amount, p.status
     HAVING sum(r.amount) > CASE WHEN p.status = 'completed' THEN p.amount ELSE 0 END`,
  ],
  [
    'refunded over what was paid, at Stripe',
    `SELECT c.id FROM objects c JOIN objects r ON r.kind = 'refund' AND r.data->>'charge' = c.id
     WHERE c.kind = 'charge' AND r.data->>'status' IN ('pending', 'succeeded') GROUP BY c.id, c.data->>'amount'
     HAVING sum((r.data->>'amount')::int) > (c.data->>'amount')::int`,
  ],
  [
    'paid and not shown',
    `SELECT o.id FROM objects o LEFT JOIN payment_requests p ON p.stripe_payment_intent_id = o.id
     WHERE kind = 'payment_intent' AND data->>'status' = 'succeeded' AND p.status IS DISTINCT FROM 'completed'`,
  ],
  [
    'shown and not paid',
    `SELECT p.id FROM payment_requests p LEFT JOIN objects o ON o.id = p.stripe_payment_intent_id AND kind = 'payment_intent'
     WHERE p.status = 'completed'
       AND (data->>'status' IS DISTINCT FROM 'succeeded' OR (data->>'amount_received')::int IS DISTINCT FROM p.amount)`,
  ],
  [
    'ended here and still to be paid at Stripe',
    `SELECT p.id FROM payment_requests p JOIN objects o ON o.id = p.stripe_payment_intent_id
     WHERE p.status = 'rejected' AND data->>'status' <> 'canceled'`,
  ],
  [
    'refunds that differ from Stripe’s',
    `SELECT coalesce(ours.stripe_refund_id, theirs.id, ours.id::text) AS id FROM (
       SELECT r.*, p.stripe_payment_intent_id AS intent FROM refunds r JOIN payment_requests p ON p.id = r.payment_request_id
       WHERE r.stripe_refund_id IS NOT NULL OR r.status = 'pending'
     ) ours
     FULL JOIN (SELECT * FROM objects WHERE kind = 'refund') theirs ON theirs.id = ours.stripe_refund_id
     WHERE (ours.amount, ours.status, ours.intent)
       IS DISTINCT FROM ((data->>'amount')::int, data->>'status', data->>'payment_intent')`,
  ],
  [
    'disputes that differ from Stripe’s',
    `SELECT coalesce(ours.stripe_dispute_id, theirs.id) AS id FROM (
       SELECT d.*, p.stripe_payment_intent_id AS intent FROM disputes d LEFT JOIN payment_requests p ON p.id = d.payment_request_id
     ) ours
     FULL JOIN (SELECT * FROM objects WHERE kind = 'dispute') theirs ON theirs.id = ours.stripe_dispute_id
     WHERE (ours.amount, ours.status, ours.intent)
       IS DISTINCT FROM ((data->>'amount')::int, data->>'status', data->>'payment_intent')`,
  ],
  [
    'warnings of fraud that differ from Stripe’s',
    `SELECT coalesce(ours.stripe_warning_id, theirs.id) AS id FROM (
       SELECT w.*, p.stripe_payment_intent_id AS intent FROM early_fraud_warnings w
       LEFT JOIN payment_requests p ON p.id = w.payment_request_id
     ) ours
     FULL JOIN (SELECT * FROM objects WHERE kind = 'radar.early_fraud_warning') theirs ON theirs.id = ours.stripe_warning_id
     WHERE (ours.fraud_type, ours.intent) IS DISTINCT FROM (data->>'fraud_type', data->>'payment_intent')`,
  ],
  [
    'disputes of which the seller’s share is where it was',
    `SELECT id::text FROM disputes
     WHERE status IN ('needs_response', 'under_review', 'lost') AND stripe_reversal_id IS NULL
       AND reversal_amount IS DISTINCT FROM 0
     OR status = 'won' AND stripe_reversal_id IS NOT NULL AND stripe_resend_id IS NULL AND reversal_amount > fee_returned`,
  ],
  [
    'paid or refunded without a receipt',
    `SELECT p.id FROM payment_requests p WHERE status = 'completed'
       AND NOT EXISTS (SELECT FROM receipts c WHERE c.payment_request_id = p.id AND kind = 'payment' AND c.amount = p.amount)
     UNION ALL
     SELECT r.id FROM refunds r WHERE status = 'succeeded'
       AND NOT EXISTS (SELECT FROM receipts c WHERE c.refund_id = r.id AND c.amount = r.amount)`,
  ],
  ['events of Stripe’s of which nothing followed', 'SELECT id FROM stripe_events WHERE handled_at IS NULL'],
]

const OBJECTS = `WITH objects AS MATERIALIZED (
  SELECT id, kind, data::jsonb AS data FROM stripe_simulator.objects WHERE account IS NULL
)`

export async function findMoneyMismatches(sql: Sql['query']): Promise<Finding[]> {
  const found: Finding[] = []
  for (const [name, query] of CHECKS) {
    const rows = await sql<{ id: string }>(`${OBJECTS} ${query}`)
    found.push([name, rows.map(({ id }) => id)])
  }
  return found
}

/** Finds acknowledged rows that are missing or duplicated. */
export async function findMissingOrDuplicateRows(
  sql: Sql['query'],
  acknowledged: readonly Acknowledged[],
): Promise<Finding> {
  const missing: string[] = []
  for (const { table, paymentId, clientId } of acknowledged) {
    const rows = await sql(`SELECT 1 FROM ${table} WHERE payment_request_id = $1 AND client_id = $2`, [
      paymentId,
      clientId,
    ])
    if (rows.length !== 1) missing.push(clientId)
  }
  return ['acknowledged and not stored', missing]
}

export async function countFaults(sql: Sql['query']): Promise<Record<string, number>> {
  const countUndelivered = (types: string) => `
    SELECT count(DISTINCT e.object_id)::int AS count FROM stripe_simulator.events e
    WHERE e.type LIKE '${types}' AND NOT EXISTS (
      SELECT FROM stripe_simulator.events o JOIN stripe_simulator.deliveries d ON d.event_id = o.id
      WHERE o.object_id = e.object_id AND o.type LIKE '${types}' AND d.state = 'delivered'
    )`
  const counted = {
    'payments without a delivered event': countUndelivered('payment_intent.succeeded'),
    'refunds without a delivered event': countUndelivered('refund.%'),
    'disputes without a delivered event': countUndelivered('charge.dispute.%'),
    'warnings without a delivered event': countUndelivered('radar.%'),
    'events delivered ten times': `SELECT count(*)::int AS count FROM (
      SELECT FROM stripe_simulator.deliveries WHERE state = 'delivered' GROUP BY event_id HAVING count(*) >= 10) often`,
  }
  const counts: Record<string, number> = {}
  for (const [name, query] of Object.entries(counted)) {
    const [row] = await sql<{ count: number }>(query)
    counts[name] = row?.count ?? 0
  }
  return counts
}

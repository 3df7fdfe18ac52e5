import type { WebhookEndpoint, Work } from '../core/call.ts'

/** The name under which deliveries wait for an endpoint. It stays the same when the endpoint's address changes. */
export function endpointNames(webhooks: readonly WebhookEndpoint[]): Map<string, WebhookEndpoint> {
  const counts = { snapshot: 0, thin: 0 }
  return new Map(
    webhooks.map((webhook) => {
      const name = `${webhook.payload}-${counts[webhook.payload]}`
      counts[webhook.payload] += 1
      return [name, webhook]
    }),
  )
}

/** What the control API asks to be done with the next events of a type. */
interface Rule extends Record<string, unknown> {
  action: 'delay' | 'drop' | 'duplicate'
  ms: string
  copies: number
}

/** Plans the sending of an event to every endpoint of its kind, in the transaction that the event is stored in. */
export async function planDeliveries(
  { tx, settings }: Work,
  payload: 'snapshot' | 'thin',
  event: { id: string; type: string },
): Promise<void> {
  const names = [...endpointNames(settings.webhooks)].filter(([, webhook]) => webhook.payload === payload)
  if (names.length === 0) return
  const [rule] = await tx.query<Rule>(
    `UPDATE delivery_rules SET remaining = remaining - 1 WHERE id = (
       SELECT id FROM delivery_rules WHERE remaining > 0 AND starts_with($1, type_prefix) ORDER BY id LIMIT 1 FOR UPDATE
     ) RETURNING action, ms, copies`,
    [event.type],
  )
  const due = tx.nowMs + (rule?.action === 'delay' ? Number(rule.ms) : 0)
  const copies = rule?.action === 'duplicate' ? rule.copies : 1
  const state = rule?.action === 'drop' ? 'dropped' : 'due'
  for (const [name] of names) {
    await tx.query(
      `INSERT INTO deliveries (event_id, endpoint, state, due_ms)
       SELECT $1, $2, $3, $4 FROM generate_series(1, $5)`,
      [event.id, name, state, due, copies],
    )
  }
}

import type { WebhookEndpoint, Work } from '../core/call.ts'

/** Names endpoints by kind and position, so that stored deliveries follow an endpoint to a new address. */
export function mapEndpointsByName(webhooks: readonly WebhookEndpoint[]): Map<string, WebhookEndpoint> {
  const counts = new Map<string, number>()
  return new Map(
    webhooks.map((webhook) => {
      const kind = webhook.connect === true ? `connect-${webhook.payload}` : webhook.payload
      const place = counts.get(kind) ?? 0
      counts.set(kind, place + 1)
      return [`${kind}-${place}`, webhook]
    }),
  )
}

interface DeliveredEvent {
  payload: 'snapshot' | 'thin'
  type: string
  account?: string | undefined
}

/** Finds an event's endpoints. The platform's endpoint gets `account.updated` if none is for connected accounts. */
export function findEndpoints(
  webhooks: readonly WebhookEndpoint[],
  { payload, type, account }: DeliveredEvent,
): readonly WebhookEndpoint[] {
  const ofPayload = webhooks.filter((webhook) => webhook.payload === payload)
  const [connected, own] = [true, false].map((is) => ofPayload.filter(({ connect = false }) => connect === is))
  if (account === undefined) return own ?? []
  return connected?.length === 0 && type === 'account.updated' ? (own ?? []) : (connected ?? [])
}

interface Rule extends Record<string, unknown> {
  action: 'delay' | 'drop' | 'duplicate'
  ms: string
  copies: number
}

/** Plans the deliveries of an event, in the transaction that stores it. */
export async function planDeliveries({ tx, settings }: Work, event: DeliveredEvent & { id: string }): Promise<void> {
  const listening = findEndpoints(settings.webhooks, event)
  const names = [...mapEndpointsByName(settings.webhooks)].filter(([, webhook]) => listening.includes(webhook))
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

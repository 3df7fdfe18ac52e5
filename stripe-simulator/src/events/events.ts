import type { Stripe } from 'stripe'

import type { Work } from '../core/call.ts'
import { API_VERSION } from '../core/version.ts'
import { createId } from '../store/object-store.ts'
import { findEndpoints, planDeliveries } from './delivery-plan.ts'

export type SnapshotType =
  | 'account.application.deauthorized'
  | 'account.updated'
  | `charge.${'failed' | 'refunded' | 'succeeded' | 'updated'}`
  | `charge.dispute.${'closed' | 'created' | 'funds_reinstated' | 'funds_withdrawn' | 'updated'}`
  | `application_fee.${'created' | 'refunded'}`
  | `customer.${'created' | 'deleted' | 'updated'}`
  | `payment_intent.${'canceled' | 'created' | 'payment_failed' | 'processing' | 'requires_action' | 'succeeded'}`
  | `payout.${'canceled' | 'created' | 'failed' | 'paid' | 'updated'}`
  | `payment_method.${'attached' | 'detached' | 'updated'}`
  | `setup_intent.${'canceled' | 'created' | 'requires_action' | 'setup_failed' | 'succeeded'}`
  | 'radar.early_fraud_warning.created'
  | `refund.${'created' | 'failed' | 'updated'}`
  | `transfer.${'created' | 'reversed'}`

/** Stores an event with its object in the transaction of the change. The event is sent after commit. */
export async function emitEvent(
  work: Work,
  type: SnapshotType,
  object: { id: string },
  account = work.tx.account ?? undefined,
): Promise<void> {
  const event = {
    id: createId('evt'),
    object: 'event',
    ...(account === undefined ? {} : { account }),
    api_version: API_VERSION,
    created: work.tx.nowS,
    data: { object },
    livemode: false,
    pending_webhooks: findEndpoints(work.settings.webhooks, { payload: 'snapshot', type, account }).length,
    request: { id: work.request?.id ?? null, idempotency_key: work.request?.idempotencyKey ?? null },
    type,
  } satisfies Stripe.EventBase
  await storeEvent(work, 'snapshot', event, object.id, account)
}

/** Thin events of the v2 API, with the fields that `GET /v2/core/events/:id` adds. */
export type ThinChange =
  | {
      type: 'v2.core.account[configuration.recipient].capability_status_updated'
      data: { updated_capability: string }
    }
  | { type: 'v2.core.account[requirements].updated' | 'v2.core.account.closed'; data?: never }
  | {
      type: 'v2.core.account_link.returned'
      data: { account_id: string; configurations: string[]; use_case: string }
    }

/** Stores a thin event of a connected account. Receivers fetch the new state of the account. */
export async function emitThinEvent(work: Work, accountId: string, change: ThinChange): Promise<void> {
  const event = {
    id: createId('evt_test'),
    object: 'v2.core.event',
    type: change.type,
    created: toIso(work.tx.nowMs),
    livemode: false,
    ...(change.type === 'v2.core.account_link.returned'
      ? {}
      : { related_object: { id: accountId, type: 'v2.core.account', url: `/v2/core/accounts/${accountId}` } }),
    ...(work.request === null
      ? {}
      : {
          reason: {
            type: 'request',
            request: { id: work.request.id, idempotency_key: work.request.idempotencyKey ?? '' },
          },
        }),
    ...(change.data === undefined ? {} : { data: change.data }),
  } satisfies Stripe.V2.Core.EventBase & { related_object?: object; data?: object }
  await storeEvent(work, 'thin', event, accountId)
}

export function toIso(ms: number): string {
  return new Date(ms).toISOString()
}

async function storeEvent(
  work: Work,
  payload: 'snapshot' | 'thin',
  event: { id: string; type: string },
  objectId: string,
  account?: string,
): Promise<void> {
  await work.tx.query(
    'INSERT INTO events (id, payload, type, object_id, created_s, body, platform, account) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)',
    [event.id, payload, event.type, objectId, work.tx.nowS, JSON.stringify(event), work.tx.platform, account ?? null],
  )
  await planDeliveries(work, { payload, account, ...event })
}

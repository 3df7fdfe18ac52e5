import { Refusal } from '@kundig/contract/errors'
import type { PushSubscriptionInput } from '@kundig/contract/notifications/notifications.contract'
import type { PushPayload } from '@kundig/contract/notifications/push-payload'

import type { Viewer } from '../../../viewer.ts'

/** How a push is sent. */
export interface PushTerms {
  /** What push services replace a waiting copy by: the same at every try, at most 32 characters of base64url. */
  topic: string
  urgency: 'low' | 'normal' | 'high'
  /** For how long a push service keeps it for a browser that is away (s). */
  ttlS: number
}

/** What became of a push to all browsers of a person; `retry` when none took it and it is worth trying again. */
export type PushOutcome =
  | { outcome: 'sent' | 'no_subscription' }
  | { outcome: 'retry'; /** As the push service asked (s). */ afterS?: number | undefined }

/** The browsers of people, and pushes to them. */
export interface PushService {
  /** What browsers subscribe with; null while this server sends no pushes. */
  publicKey: string | null
  /** @throws Refusal PUSH_UNAVAILABLE, PUSH_ENDPOINT_REFUSED, TOO_MANY_ATTEMPTS */
  subscribe: (viewer: Viewer, subscription: PushSubscriptionInput) => Promise<void>
  /** Forgets one's own subscription; one that is not there, or somebody else's, changes nothing. */
  unsubscribe: (viewer: Viewer, endpoint: string) => Promise<void>
  /** Never throws for what a push service answers. */
  send: (userId: string, payload: PushPayload, terms: PushTerms) => Promise<PushOutcome>
}

/** Of a server that sends no pushes. */
export function createPushOff(): PushService {
  return {
    publicKey: null,
    subscribe: async () => {
      throw new Refusal('PUSH_UNAVAILABLE')
    },
    unsubscribe: async () => undefined,
    send: async () => ({ outcome: 'no_subscription' }),
  }
}

import { z } from 'zod'

import type { NewEvent } from './stripe-event.repository.ts'

export const ABOUT_ACCOUNT = /^(?:account\.|capability\.|v2\.core\.account)/u

const eventId = z.string().regex(/^evt_[A-Za-z0-9_]{1,200}$/u)
const type = z.string().min(1).max(200)
const objectId = z.string().min(1).max(255)

const snapshot = z.object({
  id: eventId,
  type,
  created: z.int().min(0).max(4_102_444_800),
  livemode: z.boolean().optional(),
  account: objectId.optional().catch(undefined),
  data: z.object({
    object: z.object({ id: objectId.optional().catch(undefined), account: objectId.optional().catch(undefined) }),
  }),
})
const thin = z.object({
  id: eventId,
  type,
  created: z.iso.datetime({ offset: true }),
  livemode: z.boolean().optional(),
  related_object: z.object({ id: objectId }).nullish().catch(undefined),
})

export type SentEvent = NewEvent & { livemode: boolean | undefined }

/** Reads a snapshot event, which contains a past state of its object. @throws ZodError for other input */
export function parseSnapshotEvent(event: unknown): SentEvent {
  const { id, type: name, created, livemode, account, data } = snapshot.parse(event)
  const { object } = data
  // For an object of a connected account, such as a capability, the event or the object names the account.
  const about = ABOUT_ACCOUNT.test(name) ? (account ?? object.account ?? object.id) : object.id
  const createdAt = new Date(created * 1000)
  return { id, type: name, objectId: about ?? null, account: account ?? null, livemode, createdAt }
}

/** Reads a thin event, which only names its object. @throws ZodError for other input */
export function parseThinEvent(event: unknown): SentEvent {
  const { id, type: name, created, livemode, related_object: about } = thin.parse(event)
  return { id, type: name, objectId: about?.id ?? null, account: null, livemode, createdAt: new Date(created) }
}

import { oc } from '@orpc/contract'
import { z } from 'zod'

import { declareErrors } from '../errors/declared-errors.ts'
import { LANGUAGES } from '../languages.ts'
import { profile } from '../profiles/profiles.contract.ts'
import { cursor, id, instant, createStorableTextSchema, timeZone } from '../schemas.ts'
import { MUTE_TIMES, NOTIFICATION_KINDS, NOTIFICATION_TOPICS } from './notification-kinds.ts'

export const NOTIFICATIONS_PAGE_SIZE = 20

export const notification = z.object({
  id,
  kind: z.enum(NOTIFICATION_KINDS),
  /** Id of the connection request, room or payment request. For an event of a seller's account, an id of that event. */
  subject_id: id,
  room_id: id.nullable(),
  /** Person who caused the event; null without such a person, or after the account was deleted. */
  actor: profile.nullable(),
  /** Amount of a payment (cents). */
  amount: z.int().nullable(),
  currency: z.string().nullable(),
  /** True once the notification was on a visible screen. */
  seen: z.boolean(),
  read: z.boolean(),
  created_at: instant,
})
export type Notification = z.infer<typeof notification>

const unread = z.int().min(0)

const switches = z.strictObject(
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- fromEntries forgets which keys it was given
  Object.fromEntries(NOTIFICATION_TOPICS.map((topic) => [topic, z.boolean()])) as Record<
    (typeof NOTIFICATION_TOPICS)[number],
    z.ZodBoolean
  >,
)

const timeOfDay = z
  .string()
  .max(5)
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/u)

/** Daily quiet hours in the person's time zone. If they end before they begin, they span midnight. */
const quietHours = z
  .strictObject({ from: timeOfDay, until: timeOfDay })
  .refine(({ from, until }) => from !== until, { error: 'QUIET_HOURS_ALL_DAY' })

export const notificationSettings = z.object({
  language: z.enum(LANGUAGES),
  time_zone: z.string().nullable(),
  quiet_hours: quietHours.nullable(),
  /** True when pushes may quote messages. */
  previews: z.boolean(),
  /** True when mails may quote messages; missing in answers of earlier releases. */
  mail_quotes: z.boolean().optional(),
  mail: switches,
  push: switches,
  /** `unconfirmed`: the address receives security mails only. `bounced`: the address rejected a mail. */
  mail_state: z.enum(['on', 'unconfirmed', 'bounced']),
  /** VAPID key for the browser's push service; null while this server sends no pushes. */
  push_key: z.string().nullable(),
})
export type NotificationSettings = z.infer<typeof notificationSettings>

/** Push subscription of a browser, as returned by `PushSubscription.toJSON()`. */
const pushSubscription = z.strictObject({
  // Endpoints contain no control characters, which the database would refuse.
  endpoint: createStorableTextSchema(1000).regex(/^\P{Cc}+$/u),
  keys: z.strictObject({ p256dh: createStorableTextSchema(200).min(1), auth: createStorableTextSchema(100).min(1) }),
})
export type PushSubscriptionInput = z.infer<typeof pushSubscription>

/** Muted room. Without `until`, the room stays muted until the person unmutes it. */
const mutedRoom = z.object({ room_id: id, until: instant.nullable() })
export type MutedRoom = z.infer<typeof mutedRoom>

const tags = ['Notifications']

export const notificationsContract = {
  list: oc
    .route({ method: 'GET', path: '/notifications', tags, summary: 'Your notifications, newest first' })
    .input(z.strictObject({ cursor: cursor.optional() }))
    .output(z.object({ items: z.array(notification), next_cursor: z.string().nullable(), unread }))
    .errors(declareErrors('NO_SESSION', 'INVALID_INPUT')),

  markSeen: oc
    .route({
      method: 'POST',
      path: '/notifications/seen',
      tags,
      summary: 'Mark notifications as seen',
      description: 'Seen notifications are neither emailed nor pushed.',
    })
    .input(z.strictObject({ ids: z.array(id).min(1).max(100) }))
    .output(z.object({ unread }))
    .errors(declareErrors('NO_SESSION', 'INVALID_INPUT')),

  markRead: oc
    .route({
      method: 'POST',
      path: '/notifications/read',
      tags,
      summary: 'Mark notifications as read',
      description: 'Marks all if `ids` is omitted.',
    })
    .input(z.strictObject({ ids: z.array(id).min(1).max(100).optional() }))
    .output(z.object({ unread }))
    .errors(declareErrors('NO_SESSION', 'INVALID_INPUT')),

  settings: oc
    .route({ method: 'GET', path: '/notifications/settings', tags, summary: 'Your notification settings' })
    .output(notificationSettings)
    .errors(declareErrors('NO_SESSION')),

  changeSettings: oc
    .route({
      method: 'PATCH',
      path: '/notifications/settings',
      tags,
      summary: 'Update your notification settings',
      description: 'Omitted settings stay.',
    })
    .input(
      z.strictObject({
        language: z.enum(LANGUAGES).optional(),
        time_zone: timeZone.optional(),
        quiet_hours: quietHours.nullable().optional(),
        previews: z.boolean().optional(),
        mail_quotes: z.boolean().optional(),
        mail: switches.partial().optional(),
        push: switches.partial().optional(),
      }),
    )
    .output(notificationSettings)
    .errors(
      declareErrors('NO_SESSION', 'INVALID_INPUT', 'TIME_ZONE_UNKNOWN', 'QUIET_HOURS_ALL_DAY', 'TIME_ZONE_REQUIRED'),
    ),

  subscribe: oc
    .route({
      method: 'POST',
      path: '/notifications/subscriptions',
      tags,
      summary: 'Subscribe this browser to push notifications',
      description: 'A browser has one subscription, which ends with the session that created it.',
    })
    .input(pushSubscription)
    .output(z.object({ subscribed: z.literal(true) }))
    .errors(
      declareErrors('NO_SESSION', 'INVALID_INPUT', 'PUSH_UNAVAILABLE', 'PUSH_ENDPOINT_REFUSED', 'TOO_MANY_ATTEMPTS'),
    ),

  unsubscribe: oc
    .route({
      method: 'POST',
      path: '/notifications/subscriptions/remove',
      tags,
      summary: 'Unsubscribe this browser from push notifications',
    })
    .input(pushSubscription.pick({ endpoint: true }))
    .output(z.object({ subscribed: z.literal(false) }))
    .errors(declareErrors('NO_SESSION', 'INVALID_INPUT')),

  mutedRooms: oc
    .route({ method: 'GET', path: '/notifications/muted-rooms', tags, summary: 'Your muted rooms' })
    .output(z.object({ items: z.array(mutedRoom) }))
    .errors(declareErrors('NO_SESSION')),

  muteRoom: oc
    .route({
      method: 'POST',
      path: '/notifications/muted-rooms',
      tags,
      summary: 'Mute or unmute a room',
      description: 'Null unmutes.',
    })
    .input(z.strictObject({ room_id: id, time: z.enum(MUTE_TIMES).nullable() }))
    .output(z.object({ muted: mutedRoom.nullable() }))
    .errors(declareErrors('NO_SESSION', 'INVALID_INPUT', 'ROOM_NOT_FOUND')),
}

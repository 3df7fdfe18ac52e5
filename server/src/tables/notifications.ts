import { sql } from 'drizzle-orm'
import { bigint, boolean, integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'

import type { Language } from '@kundig/contract/languages'
import type {
  DeliveredKind,
  NotificationKind,
  NotificationTopic,
} from '@kundig/contract/notifications/notification-kinds'

import { instant, madeId } from './columns.ts'

export const domainEvents = pgTable('domain_events', {
  id: madeId(),
  kind: text('kind').$type<NotificationKind>().notNull(),
  subjectId: uuid('subject_id').notNull(),
  roomId: uuid('room_id'),
  actorId: uuid('actor_id'),
  recipientId: uuid('recipient_id').notNull(),
  amount: integer('amount'),
  currency: text('currency'),
  createdAt: instant('created_at').notNull().defaultNow(),
  handledAt: instant('handled_at'),
})

export const notifications = pgTable('notifications', {
  id: uuid('id').primaryKey(),
  userId: uuid('user_id').notNull(),
  kind: text('kind').$type<NotificationKind>().notNull(),
  subjectId: uuid('subject_id').notNull(),
  roomId: uuid('room_id'),
  actorId: uuid('actor_id'),
  amount: integer('amount'),
  currency: text('currency'),
  createdAt: instant('created_at').notNull(),
  seenAt: instant('seen_at'),
  readAt: instant('read_at'),
})

export const notificationSettings = pgTable('notification_settings', {
  userId: uuid('user_id').primaryKey(),
  language: text('language').$type<Language>().notNull(),
  timeZone: text('time_zone'),
  quietFrom: smallint('quiet_from'),
  quietUntil: smallint('quiet_until'),
  previews: boolean('previews').notNull().default(false),
  mailQuotes: boolean('mail_quotes').notNull().default(true),
  mailOff: text('mail_off')
    .array()
    .$type<NotificationTopic[]>()
    .notNull()
    .default(sql`'{}'`),
  pushOff: text('push_off')
    .array()
    .$type<NotificationTopic[]>()
    .notNull()
    .default(sql`'{}'`),
  bouncedEmail: text('bounced_email'),
  updatedAt: instant('updated_at').notNull().defaultNow(),
})

export type DeliveryChannel = 'mail' | 'push'
/** Kind of a delivery: one entry of the bell, unread messages, or a digest. */
export type DeliveryKind = DeliveredKind | 'messages' | 'digest'
export type DeliveryOutcome =
  | 'sent'
  | 'seen'
  | 'switched_off'
  | 'unconfirmed'
  | 'bounced'
  | 'no_subscription'
  | 'given_up'

export const notificationDeliveries = pgTable('notification_deliveries', {
  id: madeId(),
  userId: uuid('user_id').notNull(),
  channel: text('channel').$type<DeliveryChannel>().notNull(),
  kind: text('kind').$type<DeliveryKind>().notNull(),
  subjectId: uuid('subject_id').notNull(),
  upTo: bigint('up_to', { mode: 'number' }).notNull().default(0),
  dueAt: instant('due_at').notNull(),
  tries: integer('tries').notNull().default(0),
  claimedUntil: instant('claimed_until'),
  endedAt: instant('ended_at'),
  outcome: text('outcome').$type<DeliveryOutcome>(),
  createdAt: instant('created_at').notNull().defaultNow(),
})

export const roomNotifications = pgTable(
  'room_notifications',
  {
    roomId: uuid('room_id').notNull(),
    userId: uuid('user_id').notNull(),
    pushedSeq: integer('pushed_seq').notNull().default(0),
    pushedAt: instant('pushed_at'),
    mailedSeq: integer('mailed_seq').notNull().default(0),
    mailedAt: instant('mailed_at'),
    mails: integer('mails').notNull().default(0),
    mutedUntil: instant('muted_until'),
  },
  (table) => [primaryKey({ columns: [table.roomId, table.userId] })],
)

export const pushSubscriptions = pgTable('push_subscriptions', {
  id: madeId(),
  userId: uuid('user_id').notNull(),
  sessionId: uuid('session_id').notNull(),
  endpoint: text('endpoint').notNull(),
  p256dh: text('p256dh').notNull(),
  auth: text('auth').notNull(),
  failures: integer('failures').notNull().default(0),
  pausedUntil: instant('paused_until'),
  createdAt: instant('created_at').notNull().defaultNow(),
})

export const owedPushes = pgTable(
  'owed_pushes',
  {
    subscriptionId: uuid('subscription_id').notNull(),
    deliveryId: uuid('delivery_id').notNull(),
    dueAt: instant('due_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.subscriptionId, table.deliveryId] })],
)

export const pushKeys = pgTable('push_keys', {
  onlyRow: boolean('only_row').primaryKey().default(true),
  publicKey: text('public_key').notNull(),
  privateKey: text('private_key').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
})

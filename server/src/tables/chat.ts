import { sql } from 'drizzle-orm'
import { bigint, boolean, date, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'

import type { Appointment } from '@kundig/contract/appointments/appointment'
import type { FileType } from '@kundig/contract/chat/file-rules'
import type { Reaction } from '@kundig/contract/chat/reactions'
import type { RoomStatus } from '@kundig/contract/chat/room-life-cycle'
import type { RefundEvent } from '@kundig/contract/refunds/refund-event'

import { instant, madeId, stamps } from './columns.ts'

export const chatRooms = pgTable('chat_rooms', {
  id: madeId(),
  participantIds: uuid('participant_ids').array().notNull(),
  requestId: uuid('request_id'),
  requestMessage: text('request_message'),
  requesterId: uuid('requester_id'),
  status: text('status').$type<RoomStatus>().notNull().default('open'),
  closedAt: instant('closed_at'),
  lastSeq: integer('last_seq').notNull().default(0),
  changeSeq: integer('change_seq').notNull().default(0),
  ...stamps,
  /** Day of the latest change (UTC). */
  activeOn: date('active_on').generatedAlwaysAs(sql`((updated_at AT TIME ZONE 'UTC')::date)`),
})

export const roomMembers = pgTable(
  'room_members',
  {
    roomId: uuid('room_id').notNull(),
    userId: uuid('user_id').notNull(),
    lastReadSeq: integer('last_read_seq').notNull().default(0),
    readAt: instant('read_at'),
    unreadCount: integer('unread_count').notNull().default(0),
    /** Number of deletions that lowered `unreadCount`. */
    unreadDeletions: integer('unread_deletions').notNull().default(0),
    /** Time of the next check of unread messages for notifications. */
    notifyAt: instant('notify_at'),
  },
  (table) => [primaryKey({ columns: [table.roomId, table.userId] })],
)

export const presence = pgTable('presence', {
  userId: uuid('user_id').primaryKey(),
  /** Time of the last activity, rounded to a few minutes; null for people who hide their activity. */
  activeAt: instant('active_at'),
  hidesActivity: boolean('hides_activity').notNull().default(false),
  hidesReads: boolean('hides_reads').notNull().default(false),
})

export const chatMessages = pgTable(
  'chat_messages',
  {
    roomId: uuid('room_id').notNull(),
    seq: integer('seq').notNull(),
    senderId: uuid('sender_id').notNull(),
    clientId: uuid('client_id').notNull(),
    content: text('content').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    changedSeq: integer('changed_seq'),
    edited: boolean('edited').notNull().default(false),
    /** True for a message deleted by its sender, whose `content` is then a space. */
    deleted: boolean('deleted').notNull().default(false),
    /** Position (`seq`) of the answered message. */
    replyTo: integer('reply_to'),
    /** Reactions by the person's id. */
    reactions: jsonb('reactions').$type<Record<string, Reaction>>(),
    /** Event of a refund; present only in messages that the server creates about refunds. */
    refundEvent: jsonb('refund_event').$type<RefundEvent>(),
    appointment: jsonb('appointment').$type<Appointment>(),
  },
  (table) => [primaryKey({ columns: [table.roomId, table.seq] })],
)

export const messageVersions = pgTable(
  'message_versions',
  {
    roomId: uuid('room_id').notNull(),
    seq: integer('seq').notNull(),
    /** Number of the edit that replaced the text. */
    changedSeq: integer('changed_seq').notNull(),
    content: text('content').notNull(),
    replacedAt: instant('replaced_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.roomId, table.seq, table.changedSeq] })],
)

export const removedMessages = pgTable(
  'removed_messages',
  {
    roomId: uuid('room_id').notNull(),
    seq: integer('seq').notNull(),
    content: text('content').notNull(),
    file: jsonb('file'),
    removedAt: instant('removed_at').notNull().defaultNow(),
    /** True if the sender deleted the message, false if a moderator removed it. */
    bySender: boolean('by_sender').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.roomId, table.seq] })],
)

export const chatFiles = pgTable(
  'chat_files',
  {
    roomId: uuid('room_id').notNull(),
    seq: integer('seq').notNull(),
    storedName: text('stored_name').notNull(),
    name: text('name').notNull(),
    type: text('type').$type<FileType>().notNull(),
    size: integer('size').notNull(),
    contentHash: text('content_hash').notNull(),
    width: integer('width'),
    height: integer('height'),
    senderId: uuid('sender_id').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.roomId, table.seq] })],
)

/** Search index of messages: blocks of positions by word (migration 0085). */
export const messageWords = pgTable(
  'message_words',
  {
    roomId: uuid('room_id').notNull(),
    block: integer('block').notNull(),
    times: instant('times').array().notNull(),
    words: text('words').notNull(),
    masks: bigint('masks', { mode: 'bigint' }).array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.roomId, table.block] })],
)

/** Rooms, with the position and the change up to which `messageWords` is complete. */
export const searchedRooms = pgTable('searched_rooms', {
  roomId: uuid('room_id').primaryKey(),
  lastSeq: integer('last_seq').notNull().default(0),
  changeSeq: integer('change_seq').notNull().default(0),
})

export const appointmentReminders = pgTable(
  'appointment_reminders',
  {
    roomId: uuid('room_id').notNull(),
    seq: integer('seq').notNull(),
    remindAt: instant('remind_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.roomId, table.seq] })],
)

export const pendingUploads = pgTable(
  'pending_uploads',
  {
    roomId: uuid('room_id').notNull(),
    storedName: text('stored_name').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    removing: boolean('removing').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.roomId, table.storedName] })],
)

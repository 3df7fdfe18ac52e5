import { sql } from 'drizzle-orm'
import { boolean, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'

import type {
  RejectionReason,
  RequestEnd,
  RequestStatus,
} from '@kundig/contract/connection-requests/request-life-cycle'

import { instant, madeId, stamps } from './columns.ts'

export const unsentQuestions = pgTable('unsent_questions', {
  id: uuid('id').primaryKey(),
  receiverId: uuid('receiver_id').notNull(),
  senderName: text('sender_name').notNull(),
  message: text('message').notNull(),
  senderId: uuid('sender_id'),
  expiresAt: instant('expires_at').notNull(),
})

export const connectionRequests = pgTable('connection_requests', {
  id: madeId(),
  senderId: uuid('sender_id').notNull(),
  receiverId: uuid('receiver_id').notNull(),
  message: text('message').notNull(),
  status: text('status').$type<RequestStatus>().notNull().default('pending'),
  /** True if the receiver did not end the request: derived from `endedBy`, for servers of the previous release. */
  withdrawn: boolean('withdrawn').notNull().default(false),
  endedBy: text('ended_by').$type<RequestEnd>(),
  rejectionReason: text('rejection_reason').$type<RejectionReason>(),
  expiresAt: instant('expires_at')
    .notNull()
    .default(sql`now() + interval '14 days'`),
  /** End of the request, set by the database. */
  endedAt: instant('ended_at'),
  reminders: smallint('reminders').notNull().default(0),
  ...stamps,
})

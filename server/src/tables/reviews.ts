import { pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'

import { instant, madeId } from './columns.ts'

/** Rights to write a review, which a trigger on completed payments inserts. */
export const reviewRights = pgTable('review_rights', {
  buyerId: uuid('buyer_id').notNull(),
  expertId: uuid('expert_id').notNull(),
  paymentRequestId: uuid('payment_request_id').notNull(),
  paidAt: instant('paid_at').notNull(),
  mailDueAt: instant('mail_due_at'),
  dismissedAt: instant('dismissed_at'),
})

export const reviews = pgTable('reviews', {
  id: madeId(),
  buyerId: uuid('buyer_id').notNull(),
  expertId: uuid('expert_id').notNull(),
  rating: smallint('rating').notNull(),
  content: text('content'),
  writtenAt: instant('written_at').notNull().defaultNow(),
  removedAt: instant('removed_at'),
  answer: text('answer'),
  answeredAt: instant('answered_at'),
  answerRemovedAt: instant('answer_removed_at'),
})

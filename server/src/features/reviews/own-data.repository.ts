import { sql } from 'drizzle-orm'

import type { Executor } from '../../platform/database/database.ts'
import { readJsonRows } from '../../platform/database/json-rows.ts'

/** Reviews that the person wrote, without the answers of others. */
export const findOwnReviews = (db: Executor, userId: string): Promise<unknown[]> =>
  readJsonRows(
    db,
    sql`SELECT id, expert_id, rating, content AS text, written_at, removed_at
        FROM reviews WHERE buyer_id = ${userId} ORDER BY id`,
  )

/** Answers that the person wrote to reviews, without the reviews. */
export const findOwnAnswers = (db: Executor, userId: string): Promise<unknown[]> =>
  readJsonRows(
    db,
    sql`SELECT id AS review_id, answer AS text, answered_at, answer_removed_at AS removed_at
        FROM reviews WHERE expert_id = ${userId} AND answered_at IS NOT NULL ORDER BY id`,
  )

/** Questions for a review: when the person paid, and closed the question. */
export const findOwnRights = (db: Executor, userId: string): Promise<unknown[]> =>
  readJsonRows(
    db,
    sql`SELECT expert_id, payment_request_id, paid_at, mail_due_at, dismissed_at FROM review_rights WHERE buyer_id = ${userId}
        ORDER BY expert_id`,
  )

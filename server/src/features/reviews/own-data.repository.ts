import { sql } from 'drizzle-orm'

import type { OwnData } from '../../own-data.ts'
import { readJsonRows } from '../../platform/database/json-rows.ts'

export const ownDataOfReviews: OwnData = {
  /** Reviews that the person wrote, without the answers of others. */
  reviews_written: (db, userId) =>
    readJsonRows(
      db,
      sql`SELECT id, expert_id, rating, content AS text, written_at, removed_at
        FROM reviews WHERE buyer_id = ${userId} ORDER BY id`,
    ),
  /** Answers that the person wrote to reviews, without the reviews. */
  review_answers: (db, userId) =>
    readJsonRows(
      db,
      sql`SELECT id AS review_id, answer AS text, answered_at, answer_removed_at AS removed_at
        FROM reviews WHERE expert_id = ${userId} AND answered_at IS NOT NULL ORDER BY id`,
    ),
  /** The person's rights to review, with the times when the person paid and when the person dismissed the prompt. */
  review_rights: (db, userId) =>
    readJsonRows(
      db,
      sql`SELECT expert_id, payment_request_id, paid_at, mail_due_at, dismissed_at FROM review_rights WHERE buyer_id = ${userId}
        ORDER BY expert_id`,
    ),
}

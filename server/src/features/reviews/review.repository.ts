import { and, desc, eq, getTableColumns, isNull, sql } from 'drizzle-orm'

import type { CursorPosition } from '../../platform/database/cursor.ts'
import type { Executor } from '../../platform/database/database.ts'
import { profiles } from '../../tables/profiles.ts'
import { reviewRights, reviews } from '../../tables/reviews.ts'

export type ReviewRow = typeof reviews.$inferSelect
export type RightRow = Pick<typeof reviewRights.$inferSelect, 'paymentRequestId' | 'paidAt' | 'dismissedAt'>

export type ShownReview = ReviewRow & {
  /** Null if the reviewer's profile is private. */
  reviewerName: string | null
  isRefunded: boolean
}

const IS_REFUNDED = sql<boolean>`NOT EXISTS (
  SELECT FROM payment_requests p
  WHERE p.buyer_id = ${reviews.buyerId} AND p.seller_id = ${reviews.expertId} AND p.status = 'completed' AND p.amount > (
    SELECT coalesce(sum(r.amount), 0) FROM refunds r WHERE r.payment_request_id = p.id AND r.status = 'succeeded'
  )
)`

const selectShown = (db: Executor) =>
  db
    .select({
      ...getTableColumns(reviews),
      reviewerName: sql<string | null>`CASE WHEN ${profiles.isPublic} THEN ${profiles.fullName} END`,
      isRefunded: IS_REFUNDED,
    })
    .from(reviews)
    .leftJoin(profiles, eq(profiles.id, reviews.buyerId))

export function findReviewPage(
  db: Executor,
  expertId: string,
  after: CursorPosition | null,
  limit: number,
): Promise<ShownReview[]> {
  const isAfter =
    after && sql`(${reviews.writtenAt}, ${reviews.id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`
  return selectShown(db)
    .where(and(eq(reviews.expertId, expertId), isNull(reviews.removedAt), isAfter ?? undefined))
    .orderBy(desc(reviews.writtenAt), desc(reviews.id))
    .limit(limit)
}

export async function findShownReview(db: Executor, id: string): Promise<ShownReview | undefined> {
  const [row] = await selectShown(db).where(eq(reviews.id, id))
  return row
}

const isOfPair = (table: typeof reviews | typeof reviewRights, buyerId: string, expertId: string) =>
  and(eq(table.buyerId, buyerId), eq(table.expertId, expertId))

export async function findReviewAndRight(
  db: Executor,
  buyerId: string,
  expertId: string,
): Promise<{ right: RightRow | undefined; review: ReviewRow | undefined }> {
  const [right] = await db
    .select()
    .from(reviewRights)
    .where(isOfPair(reviewRights, buyerId, expertId))
  const [review] = await db
    .select()
    .from(reviews)
    .where(isOfPair(reviews, buyerId, expertId))
  return { right, review }
}

/** Locks the buyer's right to review, if it exists, until commit. Reviews are written under this lock. */
export async function lockReviewRight(tx: Executor, buyerId: string, expertId: string): Promise<void> {
  await tx
    .select({ one: sql`1` })
    .from(reviewRights)
    .where(isOfPair(reviewRights, buyerId, expertId))
    .for('update')
}

export async function findForUpdate(tx: Executor, id: string): Promise<ReviewRow | undefined> {
  const [row] = await tx.select().from(reviews).where(eq(reviews.id, id)).for('update')
  return row
}

/** @returns false when the review was removed */
export async function saveReview(
  tx: Executor,
  review: Pick<ReviewRow, 'buyerId' | 'expertId' | 'rating' | 'content'>,
): Promise<boolean> {
  const { rating, content } = review
  const { rowCount } = await tx
    .insert(reviews)
    .values(review)
    .onConflictDoUpdate({
      target: [reviews.buyerId, reviews.expertId],
      set: { rating, content, writtenAt: sql`clock_timestamp()` },
      setWhere: isNull(reviews.removedAt),
    })
  return rowCount === 1
}

export async function saveAnswer(tx: Executor, id: string, answer: string): Promise<void> {
  await tx
    .update(reviews)
    .set({ answer, answeredAt: sql`clock_timestamp()`, answerRemovedAt: null })
    .where(eq(reviews.id, id))
}

export async function dismissReviewPrompt(db: Executor, buyerId: string, expertId: string): Promise<void> {
  await db
    .update(reviewRights)
    .set({ dismissedAt: sql`clock_timestamp()` })
    .where(and(isOfPair(reviewRights, buyerId, expertId), isNull(reviewRights.dismissedAt)))
}

/** Claims due mails permanently. A crash before a mail is queued loses the mail. */
export async function claimDueMails(db: Executor, limit: number): Promise<{ buyerId: string; expertId: string }[]> {
  const { rows } = await db.execute<{ buyerId: string; expertId: string }>(sql`
    WITH due AS MATERIALIZED (
      SELECT buyer_id, expert_id FROM review_rights WHERE mail_due_at <= now()
      ORDER BY mail_due_at LIMIT ${limit}::int FOR UPDATE SKIP LOCKED
    )
    UPDATE review_rights r SET mail_due_at = NULL FROM due
    WHERE r.buyer_id = due.buyer_id AND r.expert_id = due.expert_id
    RETURNING r.buyer_id AS "buyerId", r.expert_id AS "expertId"`)
  return rows
}

export async function postponeMail(db: Executor, buyerId: string, expertId: string, until: Date): Promise<void> {
  await db
    .update(reviewRights)
    .set({ mailDueAt: until })
    .where(isOfPair(reviewRights, buyerId, expertId))
}

export type ReviewPart = 'review' | 'review_answer'

export async function setReviewPartRemoved(
  tx: Executor,
  part: ReviewPart,
  id: string,
  isRemoved: boolean,
): Promise<boolean> {
  const column = part === 'review' ? reviews.removedAt : reviews.answerRemovedAt
  const at = isRemoved ? sql`clock_timestamp()` : null
  const rows = await tx
    .update(reviews)
    .set(part === 'review' ? { removedAt: at } : { answerRemovedAt: at })
    .where(and(eq(reviews.id, id), sql`(${column} IS NULL) = ${isRemoved}::boolean`))
    .returning({ id: reviews.id })
  return rows.length > 0
}

/** Erases a person's removed reviews and answers, except those in undecided cases. */
export async function eraseRemovedReviews(tx: Executor, userId: string): Promise<void> {
  const isDecided = (part: ReviewPart) => sql`NOT EXISTS (
    SELECT FROM report_cases c
    WHERE c.subject_kind = ${part} AND c.subject_id = ${reviews.id} AND c.decided_at IS NULL
  )`
  await tx
    .update(reviews)
    .set({ content: null })
    .where(and(eq(reviews.buyerId, userId), sql`${reviews.removedAt} IS NOT NULL`, isDecided('review')))
  await tx
    .update(reviews)
    .set({ answer: null })
    .where(and(eq(reviews.expertId, userId), sql`${reviews.answerRemovedAt} IS NOT NULL`, isDecided('review_answer')))
}

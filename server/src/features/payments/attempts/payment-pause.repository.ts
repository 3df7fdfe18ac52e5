import { and, eq, sql } from 'drizzle-orm'

import type { Executor } from '../../../platform/database/database.ts'
import { fromNow, TAKEN_MS } from '../../../platform/database/due-work.ts'
import { WorkQueue } from '../../../platform/database/work-queue.ts'
import { paymentPauses, paymentRequests } from '../../../tables/payments.ts'
import { isPublished, type PublishedRow } from '../settlement/payment-request.repository.ts'

export type PaymentPauseRow = typeof paymentPauses.$inferSelect

const later = fromNow(TAKEN_MS)

/** Has what a person could pay, or be paid by, cancelled. @returns what it is taken with, as its queue does */
export async function begin(tx: Executor, personId: string): Promise<PaymentPauseRow> {
  const [row] = await tx.insert(paymentPauses).values({ personId, dueAt: later }).returning()
  if (!row) throw new Error('An insert returns its row')
  return row
}

/** Suspensions of which something is left to cancel. */
export const pauseQueue = new WorkQueue(paymentPauses, { key: 'id', due: 'dueAt' })

/** Nothing is left to cancel. */
export async function remove(db: Executor, id: string): Promise<void> {
  await db.delete(paymentPauses).where(eq(paymentPauses.id, id))
}

/**
 * Pending requests whose intent somebody may still pay: what the person is asked for, and asks for. Those are left out whose intent
 * was made for this pause, and those that are being cancelled anyhow.
 */
export async function findToReplace(db: Executor, { id, personId }: PaymentPauseRow): Promise<PublishedRow[]> {
  const rows = await db
    .select()
    .from(paymentRequests)
    .where(
      and(
        eq(paymentRequests.status, 'pending'),
        sql`(buyer_id = ${personId}::uuid OR seller_id = ${personId}::uuid)`,
        sql`cancelled_as IS NULL AND paused_for IS DISTINCT FROM ${id}::uuid`,
      ),
    )
  return rows.filter(isPublished)
}

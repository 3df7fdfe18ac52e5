import { and, eq, sql } from 'drizzle-orm'

import type { Executor } from '../../../platform/database/database.ts'
import { fromNow, CLAIM_MS } from '../../../platform/database/due-work.ts'
import { WorkQueue } from '../../../platform/database/work-queue.ts'
import { paymentPauses, paymentRequests } from '../../../tables/payments.ts'
import { isPublished, type PublishedRow } from '../settlement/payment-request.repository.ts'

export type PaymentHoldRow = typeof paymentPauses.$inferSelect

const later = fromNow(CLAIM_MS)

export async function insertHold(tx: Executor, personId: string): Promise<PaymentHoldRow> {
  const [row] = await tx.insert(paymentPauses).values({ personId, dueAt: later }).returning()
  if (!row) throw new Error('INSERT returned no row')
  return row
}

export const holdQueue = new WorkQueue(paymentPauses, { key: 'id', due: 'dueAt' })

export async function removeHold(db: Executor, id: string): Promise<void> {
  await db.delete(paymentPauses).where(eq(paymentPauses.id, id))
}

/** Omits requests whose intent was made for this hold, and requests that are being cancelled. */
export async function findRequestsAffectedByHold(
  db: Executor,
  { id, personId }: PaymentHoldRow,
): Promise<PublishedRow[]> {
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

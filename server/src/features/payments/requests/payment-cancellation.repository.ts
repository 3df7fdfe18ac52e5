import { and, eq } from 'drizzle-orm'

import type { Executor } from '../../../platform/database/database.ts'
import { fromNow, CLAIM_MS } from '../../../platform/database/due-work.ts'
import { WorkQueue } from '../../../platform/database/work-queue.ts'
import { paymentCancellations, paymentCancellationsOfPeople } from '../../../tables/payments.ts'

export type CancellationRow = typeof paymentCancellations.$inferSelect

const later = fromNow(CLAIM_MS)

export async function insertCancellation(tx: Executor, oneId: string, otherId: string): Promise<CancellationRow> {
  const [one = oneId, other = otherId] = [oneId, otherId].toSorted()
  const [row] = await tx
    .insert(paymentCancellations)
    .values({ oneId: one, otherId: other, dueAt: later })
    .onConflictDoUpdate({ target: [paymentCancellations.oneId, paymentCancellations.otherId], set: { dueAt: later } })
    .returning()
  if (!row) throw new Error('UPSERT returned no row')
  return row
}

export const pairQueue = new WorkQueue(paymentCancellations, { key: ['oneId', 'otherId'], due: 'dueAt' })

/** Removes a completed cancellation, unless it was queued or claimed again. */
export async function removeCancellation(db: Executor, { oneId, otherId, dueAt }: CancellationRow): Promise<void> {
  await db
    .delete(paymentCancellations)
    .where(
      and(
        eq(paymentCancellations.oneId, oneId),
        eq(paymentCancellations.otherId, otherId),
        eq(paymentCancellations.dueAt, dueAt),
      ),
    )
}

export type PersonCancellationRow = typeof paymentCancellationsOfPeople.$inferSelect

export async function insertPersonCancellation(tx: Executor, personId: string): Promise<PersonCancellationRow> {
  const [row] = await tx
    .insert(paymentCancellationsOfPeople)
    .values({ personId, dueAt: later })
    .onConflictDoUpdate({ target: paymentCancellationsOfPeople.personId, set: { dueAt: later } })
    .returning()
  if (!row) throw new Error('UPSERT returned no row')
  return row
}

export const personQueue = new WorkQueue(paymentCancellationsOfPeople, { key: 'personId', due: 'dueAt' })

/** Removes a completed cancellation, unless it was queued or claimed again. */
export async function removePersonCancellation(
  db: Executor,
  { personId, dueAt }: PersonCancellationRow,
): Promise<void> {
  await db
    .delete(paymentCancellationsOfPeople)
    .where(and(eq(paymentCancellationsOfPeople.personId, personId), eq(paymentCancellationsOfPeople.dueAt, dueAt)))
}

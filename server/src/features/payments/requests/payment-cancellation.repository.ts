import { and, eq } from 'drizzle-orm'

import type { Executor } from '../../../platform/database/database.ts'
import { fromNow, TAKEN_MS } from '../../../platform/database/due-work.ts'
import { WorkQueue } from '../../../platform/database/work-queue.ts'
import { paymentCancellations, paymentCancellationsOfPeople } from '../../../tables/payments.ts'

export type CancellationRow = typeof paymentCancellations.$inferSelect

const later = fromNow(TAKEN_MS)

/** Has what is pending between two people cancelled. @returns what it is taken with, as its queue does */
export async function begin(tx: Executor, oneId: string, otherId: string): Promise<CancellationRow> {
  const [one = oneId, other = otherId] = [oneId, otherId].toSorted()
  const [row] = await tx
    .insert(paymentCancellations)
    .values({ oneId: one, otherId: other, dueAt: later })
    .onConflictDoUpdate({ target: [paymentCancellations.oneId, paymentCancellations.otherId], set: { dueAt: later } })
    .returning()
  if (!row) throw new Error('An upsert returns its row')
  return row
}

/** Pairs of which something is left to cancel. */
export const pairQueue = new WorkQueue(paymentCancellations, { key: ['oneId', 'otherId'], due: 'dueAt' })

/** Removes one that is done, unless it was begun or taken anew meanwhile. */
export async function remove(db: Executor, { oneId, otherId, dueAt }: CancellationRow): Promise<void> {
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

/** Has what is pending of a person cancelled. @returns what it is taken with, as its queue does */
export async function beginOf(tx: Executor, personId: string): Promise<PersonCancellationRow> {
  const [row] = await tx
    .insert(paymentCancellationsOfPeople)
    .values({ personId, dueAt: later })
    .onConflictDoUpdate({ target: paymentCancellationsOfPeople.personId, set: { dueAt: later } })
    .returning()
  if (!row) throw new Error('An upsert returns its row')
  return row
}

/** People of whom something is left to cancel. */
export const personQueue = new WorkQueue(paymentCancellationsOfPeople, { key: 'personId', due: 'dueAt' })

/** Removes one that is done, unless it was begun or taken anew meanwhile. */
export async function removeOf(db: Executor, { personId, dueAt }: PersonCancellationRow): Promise<void> {
  await db
    .delete(paymentCancellationsOfPeople)
    .where(and(eq(paymentCancellationsOfPeople.personId, personId), eq(paymentCancellationsOfPeople.dueAt, dueAt)))
}

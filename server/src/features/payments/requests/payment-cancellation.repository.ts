import { and, eq, sql } from 'drizzle-orm'

import type { Executor } from '../../../platform/database/database.ts'
import { fromNow, isTaken, TAKEN_MS } from '../../../platform/database/due-work.ts'
import { paymentCancellations, paymentCancellationsOfPeople } from '../../../tables/payments.ts'

export type CancellationRow = typeof paymentCancellations.$inferSelect

const later = fromNow(TAKEN_MS)

/** Has what is pending between two people cancelled. @returns what it is taken with, as `takeDue` does */
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

/** Takes those that are due, each for a minute: of several servers one has it. */
export async function takeDue(db: Executor, limit: number): Promise<CancellationRow[]> {
  const due = sql`(
    SELECT one_id, other_id FROM payment_cancellations
    WHERE due_at <= now() ORDER BY due_at LIMIT ${limit}::int FOR UPDATE SKIP LOCKED
  )`
  return db
    .update(paymentCancellations)
    .set({ dueAt: later })
    .where(sql`(${paymentCancellations.oneId}, ${paymentCancellations.otherId}) IN ${due}`)
    .returning()
}

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

/** Has what is pending of a person cancelled. @returns what it is taken with, as `takeDueOfPeople` does */
export async function beginOf(tx: Executor, personId: string): Promise<PersonCancellationRow> {
  const [row] = await tx
    .insert(paymentCancellationsOfPeople)
    .values({ personId, dueAt: later })
    .onConflictDoUpdate({ target: paymentCancellationsOfPeople.personId, set: { dueAt: later } })
    .returning()
  if (!row) throw new Error('An upsert returns its row')
  return row
}

/** The same as `takeDue`, of people. */
export async function takeDueOfPeople(db: Executor, limit: number): Promise<PersonCancellationRow[]> {
  const { personId: key, dueAt: due } = paymentCancellationsOfPeople
  return db.update(paymentCancellationsOfPeople).set({ dueAt: later }).where(isTaken({ key, due }, limit)).returning()
}

/** Removes one that is done, unless it was begun or taken anew meanwhile. */
export async function removeOf(db: Executor, { personId, dueAt }: PersonCancellationRow): Promise<void> {
  await db
    .delete(paymentCancellationsOfPeople)
    .where(and(eq(paymentCancellationsOfPeople.personId, personId), eq(paymentCancellationsOfPeople.dueAt, dueAt)))
}

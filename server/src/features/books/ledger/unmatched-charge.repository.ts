import { and, desc, eq, sql } from 'drizzle-orm'

import type { UnmatchedChargeOutcome } from '@kundig/contract/books/ledger-kinds'

import type { Executor, Transaction } from '../../../platform/database/database.ts'
import { chatRooms } from '../../../tables/chat.ts'
import { unknownPayments } from '../../../tables/ledger.ts'
import { stripeLinks } from '../../../tables/payments.ts'
import type { UnmatchedCharge } from './unmatched-charge.policy.ts'

export type UnmatchedChargeRow = typeof unknownPayments.$inferSelect

export async function insertUnmatchedCharge(
  tx: Transaction,
  came: UnmatchedCharge & { livemode: boolean },
): Promise<boolean> {
  const rows = await tx
    .insert(unknownPayments)
    .values(came)
    .onConflictDoNothing({ target: unknownPayments.stripeChargeId })
    .returning({ id: unknownPayments.id })
  return rows.length > 0
}

export async function findById(db: Executor, id: string): Promise<UnmatchedChargeRow | undefined> {
  const [row] = await db.select().from(unknownPayments).where(eq(unknownPayments.id, id))
  return row
}

/** Returns open charges, the latest first, then decided charges. */
export const findLatest = (db: Executor, livemode: boolean, limit: number): Promise<UnmatchedChargeRow[]> =>
  db
    .select()
    .from(unknownPayments)
    .where(eq(unknownPayments.livemode, livemode))
    .orderBy(sql`(${unknownPayments.state} = 'open') DESC`, desc(unknownPayments.createdAt), desc(unknownPayments.id))
    .limit(limit)

export async function countOpenUnmatchedCharges(db: Executor, livemode: boolean, limit: number): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM (
      SELECT FROM unknown_payments WHERE state = 'open' AND livemode = ${livemode} LIMIT ${limit}::int
    ) open`)
  return rows[0]?.count ?? 0
}

export async function recordChargeDecision(
  tx: Transaction,
  id: string,
  decision: { state: 'taken_in'; outcome: UnmatchedChargeOutcome } | { state: 'ignored'; outcome: null },
  decidedBy: string,
): Promise<boolean> {
  const rows = await tx
    .update(unknownPayments)
    .set({ ...decision, decidedBy, decidedAt: sql`clock_timestamp()` })
    .where(and(eq(unknownPayments.id, id), eq(unknownPayments.state, 'open')))
    .returning({ id: unknownPayments.id })
  return rows.length > 0
}

export async function findSellerAndBuyer(
  db: Executor,
  { roomId, account, customer }: { roomId: string; account: string; customer: string | null },
): Promise<{ sellerId: string; buyerId: string } | null> {
  const [row] = await db
    .select({
      people: chatRooms.participantIds,
      sellerId: stripeLinks.userId,
    })
    .from(chatRooms)
    .innerJoin(
      stripeLinks,
      and(eq(stripeLinks.stripeId, account), sql`${stripeLinks.userId} = ANY (${chatRooms.participantIds})`),
    )
    .where(eq(chatRooms.id, roomId))
  const buyerId = row?.people.find((id) => id !== row.sellerId)
  if (!row || buyerId === undefined) return null
  if (customer === null) return { sellerId: row.sellerId, buyerId }
  // Also finds buyers whose Stripe customers were deleted in the meantime.
  const [buyer] = await db
    .select({ id: stripeLinks.userId })
    .from(stripeLinks)
    .where(and(eq(stripeLinks.stripeId, customer), eq(stripeLinks.userId, buyerId)))
  return buyer ? { sellerId: row.sellerId, buyerId } : null
}

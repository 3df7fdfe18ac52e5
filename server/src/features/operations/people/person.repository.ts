import { and, asc, count, desc, eq, gt, inArray, or, type SQL, sql } from 'drizzle-orm'

import type { Executor } from '../../../platform/database/database.ts'
import { account, session, twoFactor, user } from '../../../tables/auth.ts'
import { roomMembers } from '../../../tables/chat.ts'
import { connectionRequests } from '../../../tables/connection-requests.ts'
import { notifications, notificationSettings } from '../../../tables/notifications.ts'
import { operatorRoles } from '../../../tables/operations.ts'
import { paymentRequests, sellerStates, stripeLinks } from '../../../tables/payments.ts'
import { profiles } from '../../../tables/profiles.ts'
import { reportCases, reports, standings } from '../../../tables/safety.ts'

const found = {
  id: user.id,
  name: profiles.fullName,
  email: user.email,
  isClosed: sql<boolean>`(${user.email} = 'removed-' || ${user.id} || '@invalid')`,
  createdAt: user.createdAt,
  // A suspension ends when it expires, even before a job has recorded the end.
  state: sql<
    'suspended' | 'banned' | null
  >`CASE WHEN ${standings.until} IS NULL OR ${standings.until} > now() THEN ${standings.state} END`,
}

const findPeople = (db: Executor, which: SQL | undefined) =>
  db
    .select(found)
    .from(user)
    .leftJoin(profiles, eq(profiles.id, user.id))
    .leftJoin(standings, eq(standings.accountId, user.id))
    .where(which)
    .orderBy(asc(profiles.searchNames), asc(user.id))

export type FoundRow = Awaited<ReturnType<typeof findPeople>>[number]

export const findByEmail = (db: Executor, email: string): Promise<FoundRow[]> => findPeople(db, eq(user.email, email))
export const findById = (db: Executor, id: string): Promise<FoundRow[]> => findPeople(db, eq(user.id, id))

/** Finds people whose normalised name contains a text. Takes the first `limit` matches, and sorts them by name. */
export async function findByName(db: Executor, text: string, limit: number): Promise<FoundRow[]> {
  // Uses MATERIALIZED. Otherwise, the limit would make a full table scan seem cheap to the planner.
  const holding = (whom: SQL, keys: SQL): SQL => sql`SELECT id FROM profiles
    WHERE ${whom} AND ${keys} @> (SELECT search_trigrams(${text})) AND strpos(search_names, ${text}) > 0`
  const { rows } = await db.execute<{ id: string }>(sql`
    WITH everyone AS MATERIALIZED (${holding(sql`is_public`, sql`search_keys(search_names, created_at, expertise_category)`)}),
      hidden AS MATERIALIZED (${holding(sql`NOT is_public`, sql`search_trigrams(search_names)`)})
    SELECT id FROM everyone UNION ALL SELECT id FROM hidden LIMIT ${sql.raw(String(limit))}`)
  if (rows.length === 0) return []
  return findPeople(
    db,
    inArray(
      user.id,
      rows.map(({ id }) => id),
    ),
  )
}

export async function findAccountAccess(db: Executor, userId: string) {
  const [row] = await db
    .select({
      isConfirmed: user.emailVerified,
      language: notificationSettings.language,
      role: operatorRoles.role,
      hasSecondFactor: sql<boolean>`coalesce(${twoFactor.verified}, false)`,
      standingSince: standings.since,
      standingUntil: standings.until,
    })
    .from(user)
    .leftJoin(notificationSettings, eq(notificationSettings.userId, user.id))
    .leftJoin(operatorRoles, eq(operatorRoles.userId, user.id))
    .leftJoin(twoFactor, eq(twoFactor.userId, user.id))
    .leftJoin(standings, eq(standings.accountId, user.id))
    .where(eq(user.id, userId))
  const ways = await db.select({ provider: account.providerId }).from(account).where(eq(account.userId, userId))
  return row && { ...row, providers: ways.map(({ provider }) => provider) }
}

export const findSessions = (db: Executor, userId: string, limit: number) =>
  db
    .select({ id: session.id, userAgent: session.userAgent, createdAt: session.createdAt, seenAt: session.updatedAt })
    .from(session)
    .where(and(eq(session.userId, userId), gt(session.expiresAt, sql`now()`)))
    .orderBy(desc(session.updatedAt))
    .limit(limit)

export const countRequests = (db: Executor, userId: string, side: 'sent' | 'received') =>
  db
    .select({ status: connectionRequests.status, count: count() })
    .from(connectionRequests)
    .where(eq(side === 'sent' ? connectionRequests.senderId : connectionRequests.receiverId, userId))
    .groupBy(connectionRequests.status)
    .orderBy(asc(connectionRequests.status))

export const findRequests = (db: Executor, userId: string, side: 'sent' | 'received', limit: number) =>
  db
    .select({
      id: connectionRequests.id,
      senderId: connectionRequests.senderId,
      receiverId: connectionRequests.receiverId,
      status: connectionRequests.status,
      createdAt: connectionRequests.createdAt,
      updatedAt: connectionRequests.updatedAt,
    })
    .from(connectionRequests)
    .where(eq(side === 'sent' ? connectionRequests.senderId : connectionRequests.receiverId, userId))
    .orderBy(desc(connectionRequests.updatedAt), desc(connectionRequests.id))
    .limit(limit)

const caseFields = {
  caseId: reportCases.id,
  category: reportCases.category,
  openedAt: reportCases.openedAt,
  decidedAt: reportCases.decidedAt,
}

export const findCasesAbout = (db: Executor, userId: string, limit: number) =>
  db
    .select(caseFields)
    .from(reportCases)
    .where(eq(reportCases.aboutId, userId))
    .orderBy(desc(reportCases.openedAt))
    .limit(limit)

export const findCasesBy = (db: Executor, userId: string, limit: number) =>
  db
    .select(caseFields)
    .from(reports)
    .innerJoin(reportCases, eq(reportCases.id, reports.caseId))
    .where(eq(reports.reporterId, userId))
    .orderBy(desc(reports.createdAt))
    .limit(limit)

export async function findSeller(db: Executor, userId: string) {
  const [row] = await db
    .select({ transfers: sellerStates.transfersStatus, due: sellerStates.requirementsDue })
    .from(stripeLinks)
    .innerJoin(sellerStates, eq(sellerStates.stripeId, stripeLinks.stripeId))
    .where(
      and(
        eq(stripeLinks.userId, userId),
        sql`${stripeLinks.goneAt} IS NULL`,
        sql`(${stripeLinks.livemode} IS NULL OR (${stripeLinks.stripeAccount}, ${stripeLinks.livemode}) = (
          SELECT stripe_account, livemode FROM stripe_platforms ORDER BY seen_at DESC LIMIT 1
        ))`,
      ),
    )
  return row ? { transfers: row.transfers, due: row.due.length } : null
}

export const findPayments = (db: Executor, userId: string, exceptId: string, limit: number) =>
  db
    .select({
      id: paymentRequests.id,
      sellerId: paymentRequests.sellerId,
      amount: paymentRequests.amount,
      currency: paymentRequests.currency,
      status: paymentRequests.status,
      createdAt: paymentRequests.createdAt,
    })
    .from(roomMembers)
    .innerJoin(paymentRequests, eq(paymentRequests.roomId, roomMembers.roomId))
    .where(
      and(
        eq(roomMembers.userId, userId),
        sql`NOT ${or(eq(paymentRequests.sellerId, exceptId), eq(paymentRequests.buyerId, exceptId))}`,
      ),
    )
    .orderBy(desc(paymentRequests.createdAt), desc(paymentRequests.id))
    .limit(limit)

export const findNotifications = (db: Executor, userId: string, limit: number) =>
  db
    .select({ id: notifications.id, kind: notifications.kind, createdAt: notifications.createdAt })
    .from(notifications)
    .where(eq(notifications.userId, userId))
    .orderBy(desc(notifications.id))
    .limit(limit)

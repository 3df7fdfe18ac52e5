import { and, desc, eq, isNull, lt, or, sql } from 'drizzle-orm'

import type { SitePage } from '@kundig/contract/operations/site-pages'

import { type Executor, prepareStatement } from '../../../platform/database/database.ts'
import { user } from '../../../tables/auth.ts'
import { operatorRoles, pageVersions, sitePages } from '../../../tables/operations.ts'

export type PageRow = typeof sitePages.$inferSelect
export type VersionRow = typeof pageVersions.$inferSelect

/** Prepared, because the query runs every second. */
const counted = prepareStatement<{ versions: number }>(
  'page_versions',
  sql`SELECT count(*)::int AS versions FROM page_versions`,
)

/** Counts the published versions of all pages. The number only rises. */
export async function countVersions(db: Executor): Promise<number> {
  const [row] = await counted(db, {})
  return row?.versions ?? 0
}

export function findPublishedVersions(db: Executor): Promise<VersionRow[]> {
  const latest = sql`(SELECT max(one.version) FROM page_versions one WHERE one.page = page_versions.page)`
  return db.select().from(pageVersions).where(eq(pageVersions.version, latest))
}

/** Finds the latest version of the terms that requires acceptance. */
export async function findTermsToAccept(db: Executor): Promise<{ version: number; publishedAt: Date } | null> {
  const [row] = await db
    .select({ version: pageVersions.version, publishedAt: pageVersions.publishedAt })
    .from(pageVersions)
    .where(and(eq(pageVersions.page, 'terms'), eq(pageVersions.asksAgain, true)))
    .orderBy(desc(pageVersions.version))
    .limit(1)
  return row ?? null
}

export function findPages(db: Executor): Promise<PageRow[]> {
  return db.select().from(sitePages)
}

export async function findPage(db: Executor, page: SitePage): Promise<PageRow> {
  const [row] = await db.select().from(sitePages).where(eq(sitePages.page, page))
  if (!row) throw new Error(`no row for the page ${page}`)
  return row
}

export async function findVersions(
  db: Executor,
  page: SitePage,
): Promise<Array<VersionRow & { publishedByEmail: string | null }>> {
  const rows = await db
    .select({ version: pageVersions, email: user.email })
    .from(pageVersions)
    .leftJoin(operatorRoles, eq(operatorRoles.userId, pageVersions.publishedBy))
    .leftJoin(user, eq(user.id, operatorRoles.userId))
    .where(eq(pageVersions.page, page))
    .orderBy(desc(pageVersions.version))
  return rows.map(({ version, email }) => ({ ...version, publishedByEmail: email }))
}

/** Saves a draft, or removes it with null, unless the page has a newer revision. @returns true when saved */
export async function saveDraft(
  tx: Executor,
  { page, revision, draft }: { page: SitePage; revision: number; draft: { en: string; nl: string } | null },
): Promise<boolean> {
  const rows = await tx
    .update(sitePages)
    .set({ revision: revision + 1, draftEn: draft?.en ?? null, draftNl: draft?.nl ?? null })
    .where(and(eq(sitePages.page, page), eq(sitePages.revision, revision)))
    .returning({ page: sitePages.page })
  return rows.length > 0
}

/** Publishes a text as the next version. The caller has locked the page by changing its revision. */
export async function addVersion(
  tx: Executor,
  version: Pick<VersionRow, 'page' | 'version' | 'en' | 'nl' | 'asksAgain' | 'publishedBy'>,
): Promise<void> {
  await tx.insert(pageVersions).values(version)
}

export async function findAcceptedTerms(db: Executor, userId: string): Promise<number | null> {
  const [row] = await db.select({ accepted: user.acceptedTerms }).from(user).where(eq(user.id, userId))
  return row?.accepted ?? null
}

/** Records the accepted version, unless the account has accepted a later version. */
export async function saveAcceptedTerms(db: Executor, userId: string, version: number): Promise<void> {
  await db
    .update(user)
    .set({ acceptedTerms: version, updatedAt: sql`now()` })
    .where(and(eq(user.id, userId), or(isNull(user.acceptedTerms), lt(user.acceptedTerms, version))))
}

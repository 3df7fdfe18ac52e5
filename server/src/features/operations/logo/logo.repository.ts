import { desc, eq, notInArray, sql } from 'drizzle-orm'

import type { Executor } from '../../../platform/database/database.ts'
import type { LogoType } from '../../../platform/images/logo-image.ts'
import { siteLogos } from '../../../tables/platform.ts'

/** Maximum stored logos, kept because open pages may still show earlier ones. */
const KEPT = 5

export interface StoredLogo {
  content: Buffer
  type: LogoType
}

export async function saveLogo(tx: Executor, version: string, { content, type }: StoredLogo): Promise<void> {
  await tx
    .insert(siteLogos)
    .values({ version, type, content })
    .onConflictDoUpdate({ target: siteLogos.version, set: { setAt: sql`clock_timestamp()` } })
  const latest = tx
    .select({ version: siteLogos.version })
    .from(siteLogos)
    .orderBy(desc(siteLogos.setAt), siteLogos.version)
    .limit(KEPT)
  await tx.delete(siteLogos).where(notInArray(siteLogos.version, latest))
}

export async function findLogo(db: Executor, version: string): Promise<StoredLogo | null> {
  const [row] = await db
    .select({ content: siteLogos.content, type: siteLogos.type })
    .from(siteLogos)
    .where(eq(siteLogos.version, version))
  return row ?? null
}

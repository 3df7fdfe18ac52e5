import { eq, sql } from 'drizzle-orm'

import type { Executor } from '../../platform/database/database.ts'
import { profiles } from '../../tables.ts'

/** Which picture a profile has, held until the transaction ends; undefined without a profile. */
export async function lockVersion(tx: Executor, id: string): Promise<{ version: string | null } | undefined> {
  const [row] = await tx
    .select({ version: profiles.pictureVersion })
    .from(profiles)
    .where(eq(profiles.id, id))
    .for('no key update')
  return row
}

/** The same for whoever needs not wait: undefined, too, while somebody else holds it. */
export async function lockFreeVersion(tx: Executor, id: string): Promise<{ version: string | null } | undefined> {
  const [row] = await tx
    .select({ version: profiles.pictureVersion })
    .from(profiles)
    .where(eq(profiles.id, id))
    .for('no key update', { skipLocked: true })
  return row
}

/** Sets which picture a profile has; null for none. */
export async function saveVersion(tx: Executor, id: string, version: string | null): Promise<void> {
  await tx
    .update(profiles)
    .set({ pictureVersion: version, updatedAt: sql`now()` })
    .where(eq(profiles.id, id))
}

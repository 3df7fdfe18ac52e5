import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { and, eq, gt } from 'drizzle-orm'

import type { Database } from '../../platform/database/database.ts'
import { account, session, user, verification } from '../../tables.ts'

/** How better-auth reads and writes its four tables. */
export function authAdapter(db: Database) {
  return drizzleAdapter(db, { provider: 'pg', schema: { user, session, account, verification }, transaction: true })
}

/** Until when a session lives, or null when it is over. */
export async function sessionExpiry(db: Database, sessionId: string): Promise<Date | null> {
  const [row] = await db
    .select({ expiresAt: session.expiresAt })
    .from(session)
    .where(and(eq(session.id, sessionId), gt(session.expiresAt, new Date())))
  return row?.expiresAt ?? null
}

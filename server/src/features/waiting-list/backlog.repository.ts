import { sql } from 'drizzle-orm'

import { countBacklog } from '../../platform/database/backlog.ts'
import type { Executor } from '../../platform/database/database.ts'

export const countUnsent = (db: Executor, limit: number) =>
  countBacklog(
    db,
    sql`SELECT invited_at, 0 FROM invitations
      WHERE code_hash IS NULL AND used_at IS NULL AND entry_id IS NOT NULL AND expires_at > now()
      ORDER BY invited_at LIMIT ${limit}::int`,
  )

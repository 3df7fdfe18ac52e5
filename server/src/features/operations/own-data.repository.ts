import { sql } from 'drizzle-orm'

import type { Executor } from '../../platform/database/database.ts'
import { readJsonRows } from '../../platform/database/json-rows.ts'

export const findOwnRoles = (db: Executor, userId: string): Promise<unknown[]> =>
  readJsonRows(db, sql`SELECT role, created_at, updated_at FROM operator_roles WHERE user_id = ${userId}`)

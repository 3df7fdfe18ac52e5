import { sql } from 'drizzle-orm'

import type { OwnData } from '../../own-data.ts'
import { readJsonRows } from '../../platform/database/json-rows.ts'

export const ownDataOfOperations: OwnData = {
  roles: (db, userId) =>
    readJsonRows(db, sql`SELECT role, created_at, updated_at FROM operator_roles WHERE user_id = ${userId}`),
}

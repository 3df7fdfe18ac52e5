import { sql } from 'drizzle-orm'

import type { OwnData } from '../../own-data.ts'
import { readJsonRow, readJsonRows } from '../../platform/database/json-rows.ts'

export const ownDataOfAuth: OwnData = {
  account: (db, userId) =>
    readJsonRow(
      db,
      sql`SELECT u.id, u.name, u.email, u.email_verified, c.method AS email_confirmed_by, c.confirmed_at AS email_confirmed_at,
          u.two_factor_enabled AS second_factor, u.created_at, u.updated_at
        FROM "user" u LEFT JOIN email_confirmations c ON c.user_id = u.id AND c.email = u.email WHERE u.id = ${userId}`,
    ),
  ways_to_log_in: (db, userId) =>
    readJsonRows(
      db,
      sql`SELECT provider_id AS way, CASE WHEN provider_id = 'credential' THEN NULL ELSE account_id END AS account_there,
          created_at, updated_at
        FROM account WHERE user_id = ${userId} ORDER BY created_at, id`,
    ),
  /** The person's sessions, without their tokens. */
  devices: (db, userId) =>
    readJsonRows(
      db,
      sql`SELECT created_at, updated_at, expires_at, ip_address, user_agent FROM session WHERE user_id = ${userId}
        ORDER BY created_at, id`,
    ),
  accepted_terms: (db, userId) =>
    readJsonRows(
      db,
      sql`SELECT version, accepted_at FROM terms_acceptances WHERE account_id = ${userId} ORDER BY version`,
    ),
  known_browsers: (db, userId) =>
    readJsonRows(db, sql`SELECT used_at FROM known_devices WHERE user_id = ${userId} ORDER BY used_at`),
}

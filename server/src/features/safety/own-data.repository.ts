import { sql } from 'drizzle-orm'

import type { OwnData } from '../../own-data.ts'
import { readRowsInIdOrder, readJsonRow, readJsonRows } from '../../platform/database/json-rows.ts'

export const ownDataOfSafety: OwnData = {
  /** People whom this person blocked, but not people who blocked this person. */
  blocks: (db, userId) =>
    readJsonRows(
      db,
      sql`SELECT blocked_id AS person_id, created_at FROM blocks WHERE blocker_id = ${userId} ORDER BY created_at, blocked_id`,
    ),
  /** The person's reports with the person's own texts, in order of id. Quotes of other people are omitted. */
  reports: (db, userId) =>
    readRowsInIdOrder(
      db,
      (
        page,
      ) => sql`SELECT r.id, r.reference, c.subject_kind, c.subject_id, c.subject_seq, r.category, t.content AS text, t.law, t.email,
          r.language, r.created_at, r.receipt_at, r.outcome_at
        FROM reports r JOIN report_cases c ON c.id = r.case_id LEFT JOIN report_texts t ON t.report_id = r.id
        WHERE r.reporter_id = ${userId} AND ${page(sql`r.id`)}`,
    ),
  standing: (db, userId) =>
    readJsonRow(db, sql`SELECT state, until, since FROM standings WHERE account_id = ${userId}`),
  statements: (db, userId) =>
    readJsonRows(
      db,
      sql`SELECT s.decision_id, s.kind, s.facts, s.ground, s.automated, s.until, s.answers, s.language, s.created_at, s.mailed_at,
          o.content AS objection, o.created_at AS objected_at, o.answered_at AS objection_answered_at
        FROM statements s LEFT JOIN objections o ON o.decision_id = s.decision_id
        WHERE s.account_id = ${userId} ORDER BY s.created_at, s.decision_id`,
    ),
}

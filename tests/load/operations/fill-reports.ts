import type { Sql } from '@kundig/testing/database/test-database'

/** Inserts reports about different subjects. Nine of ten are pending, and twenty are assigned to the operator. */
export async function fillReports(sql: Sql, count: number, operatorId: string): Promise<void> {
  await sql.query(
    `INSERT INTO report_cases (subject_kind, subject_id, subject_seq, about_id, category, report_count, opened_at, decided_at)
     SELECT kind, uuidv7(), CASE WHEN kind IN ('message', 'file') THEN 1 + n % 500 ELSE 0 END, uuidv7(),
       (ARRAY['spam', 'spam', 'spam', 'scam', 'harassment', 'harassment', 'illegal', 'other'])[1 + n % 8], 1,
       now() - n * interval '7 minutes', CASE WHEN n % 10 = 0 THEN now() END
     FROM generate_series(1, $1) n, LATERAL (
       SELECT (ARRAY['profile', 'request', 'room', 'message', 'message', 'message', 'file'])[1 + n % 7] AS kind) made`,
    [count],
  )
  await sql.query(
    `INSERT INTO reports (case_id, category, reference, language, receipt_at)
     SELECT id, category, upper(substr(md5(id::text), 1, 5) || '-' || substr(md5(id::text), 6, 5)), 'en', now()
     FROM report_cases`,
  )
  await sql.query(`INSERT INTO report_texts (report_id, content) SELECT id, repeat('What happened. ', 20) FROM reports`)
  await sql.query(
    `INSERT INTO report_quotes (case_id, content) SELECT id, repeat('What was said. ', 20) FROM report_cases`,
  )
  await sql.query(
    `UPDATE report_cases SET assigned_to = $1, assigned_at = now()
     WHERE id IN (SELECT id FROM report_cases WHERE decided_at IS NULL ORDER BY about_id LIMIT 20)`,
    [operatorId],
  )
  await sql.query('VACUUM ANALYZE')
}

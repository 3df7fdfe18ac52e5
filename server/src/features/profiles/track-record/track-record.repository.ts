import { sql } from 'drizzle-orm'

import type { Executor } from '../../../platform/database/database.ts'

/** Maximum requests of a person that are read, latest first. */
const REQUESTS_MAX = 200

export interface TrackRecordRow {
  id: string
  isConfirmed: boolean
  /** Median time to an answer (s); null without requests, infinite if most requests have no answer. */
  answerS: number | null
  answered: number
  payers: number
}

/** A request counts as unanswered after a day, however it ended. Of two middle times, the longer is the median. */
export async function findTrackRecords(
  db: Executor,
  ids: readonly string[],
  payersMax: number,
): Promise<TrackRecordRow[]> {
  if (ids.length === 0) return []
  const { rows } = await db.execute<TrackRecordRow & Record<string, unknown>>(sql`
    SELECT u.id, u.email_verified AS "isConfirmed", answers.median AS "answerS", answers.people AS answered,
      payers.people AS payers
    FROM "user" AS u
    CROSS JOIN LATERAL (
      SELECT (count(DISTINCT sender_id) FILTER (WHERE is_answered))::integer AS people,
        percentile_disc(0.5) WITHIN GROUP (ORDER BY CASE WHEN is_answered THEN waited_s ELSE 'infinity' END DESC) AS median
      FROM (
        SELECT sender_id, coalesce(ended_by = 'receiver', status = 'accepted') AS is_answered,
          extract(epoch FROM CASE status WHEN 'pending' THEN now() ELSE updated_at END - created_at)::float8 AS waited_s
        FROM connection_requests WHERE receiver_id = u.id AND updated_at > now() - interval '90 days'
        ORDER BY updated_at DESC, id DESC LIMIT ${sql.raw(String(REQUESTS_MAX))}
      ) AS received
      WHERE is_answered OR waited_s >= 86400
    ) AS answers
    CROSS JOIN LATERAL (
      SELECT count(*)::integer AS people FROM (
        SELECT DISTINCT buyer_id FROM payment_requests AS p
        WHERE seller_id = u.id AND status = 'completed'
          -- Test payments count only where there has never been other money.
          AND (livemode OR NOT EXISTS (SELECT FROM stripe_platforms WHERE livemode))
          AND amount > (
            SELECT coalesce(sum(r.amount), 0) FROM refunds AS r
            WHERE r.payment_request_id = p.id AND r.status IN ('pending', 'succeeded')
          )
          AND NOT EXISTS (
            SELECT FROM disputes AS d
            WHERE d.payment_request_id = p.id AND d.status IN ('needs_response', 'under_review', 'lost')
          )
        LIMIT ${payersMax}::integer
      ) AS buyers
    ) AS payers
    WHERE u.id = ANY (${sql.param(ids)}::uuid[])`)
  return rows
}

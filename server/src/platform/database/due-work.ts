import { type SQL, sql, type SQLWrapper } from 'drizzle-orm'

/** Delay between tries of the same work (ms), doubled each time. */
export interface GrowingPause {
  firstMs: number
  longestMs: number
}

/** Time for which claimed work with a constant retry delay belongs to the claiming server (ms). */
export const CLAIM_MS = 60_000

export const fromNow = (ms: number): SQL => sql`clock_timestamp() + ${ms}::bigint * interval '1 millisecond'`

export function computeRetryTime(tries: SQLWrapper, { firstMs, longestMs }: GrowingPause): SQL {
  const waitMs = sql`least(${longestMs}::float8, ${firstMs}::float8 * power(2, least(${tries}, 30)))`
  return sql`clock_timestamp() + ${waitMs} * interval '1 millisecond'`
}

import { type SQL, sql, type SQLWrapper } from 'drizzle-orm'

/** How long to wait between tries of the same work (ms): twice as long each time. */
export interface GrowingPause {
  firstMs: number
  longestMs: number
}

/** How long work that is tried at the same pace is left to whoever took it (ms); what is not done by then is tried again. */
export const TAKEN_MS = 60_000

/** A time by the database's clock, so long from now (ms). */
export const fromNow = (ms: number): SQL => sql`clock_timestamp() + ${ms}::bigint * interval '1 millisecond'`

/** When something is due again that was tried so many times before. */
export function afterPause(tries: SQLWrapper, { firstMs, longestMs }: GrowingPause): SQL {
  const waitMs = sql`least(${longestMs}::float8, ${firstMs}::float8 * power(2, least(${tries}, 30)))`
  return sql`clock_timestamp() + ${waitMs} * interval '1 millisecond'`
}

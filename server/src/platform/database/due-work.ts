import { and, type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/**
 * Work that waits in a table, each row of which is due at some time. Whoever takes a row has it due again later in the same
 * statement: of several servers one has it, and one that is killed meanwhile leaves it to the next.
 */

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

/**
 * The condition of an UPDATE that takes rows that are due, and passes over those that another server holds.
 * @param key what names a row
 * @param due when it is due; there has to be an index of it
 * @param limit the most that are taken
 * @param only what else is true of such a row; without the name of the table
 * @param order which are taken first; otherwise those that have been due the longest
 */
export function isTaken(
  { key, due, only, order = due }: { key: PgColumn; due: PgColumn; only?: SQL; order?: SQLWrapper },
  limit: number,
): SQL {
  // An array is made once; a subquery that is joined may be run again, and would then take more.
  return sql`${key} = ANY (ARRAY (
    SELECT ${key} FROM ${key.table} WHERE ${and(only, sql`${due} <= now()`)}
    ORDER BY ${order} LIMIT ${limit}::int FOR UPDATE SKIP LOCKED
  ))`
}

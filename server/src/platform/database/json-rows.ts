import { type SQL, sql } from 'drizzle-orm'

import type { Executor } from './database.ts'

/** Rows per statement: few enough for the memory. */
const PAGE_ROWS = 500

/** Returns the rows of a query as JSON: times in ISO 8601, names as in the query. */
export async function readJsonRows<Row>(db: Executor, query: SQL): Promise<Row[]> {
  const { rows } = await db.execute<{ item: Row & Record<string, unknown> }>(
    sql`SELECT row_to_json(found) AS item FROM (${query}) found`,
  )
  return rows.map(({ item }) => item)
}

/** Returns the first row of a query, as `readJsonRows` reads it; null without one. */
export async function readJsonRow<Row>(db: Executor, query: SQL): Promise<Row | null> {
  const [row] = await readJsonRows<Row>(db, query)
  return row ?? null
}

/**
 * Yields all rows, a page at a time; nothing is held between two pages.
 * @param read returns the page after a row, or the first one
 */
export async function* readByPages<Row>(
  read: (after: Row | undefined, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row, void, undefined> {
  let last: Row | undefined
  for (;;) {
    const page = await read(last, PAGE_ROWS)
    yield* page
    last = page.at(-1)
    if (page.length < PAGE_ROWS) return
  }
}

/**
 * Yields all rows by `readByPages`, in order of their ids.
 * @param query receives the condition, order and limit of a page, by the column of the ids
 */
export function readById<Row extends { id: string }>(
  db: Executor,
  query: (page: (id: SQL) => SQL) => SQL,
): AsyncGenerator<Row, void, undefined> {
  return readByPages<Row>((last, limit) => {
    const after = last?.id ?? null
    return readJsonRows<Row>(
      db,
      query((id) => sql`(${after}::uuid IS NULL OR ${id} > ${after}::uuid) ORDER BY ${id} LIMIT ${limit}`),
    )
  })
}

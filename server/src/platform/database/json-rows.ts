import { type SQL, sql } from 'drizzle-orm'

import type { Executor } from './database.ts'

/** So many rows are read at a time: few enough for the memory, and each time is a statement of its own. */
const PAGE_ROWS = 500

/** The rows of a query as JSON has them: times in ISO 8601, names as in the query. */
export async function readJsonRows<Row>(db: Executor, query: SQL): Promise<Row[]> {
  const { rows } = await db.execute<{ item: Row & Record<string, unknown> }>(
    sql`SELECT row_to_json(found) AS item FROM (${query}) found`,
  )
  return rows.map(({ item }) => item)
}

/** The first row of a query, as `readJsonRows` reads it; null without one. */
export async function readJsonRow<Row>(db: Executor, query: SQL): Promise<Row | null> {
  const [row] = await readJsonRows<Row>(db, query)
  return row ?? null
}

/**
 * All rows, however many, a page at a time; nothing is held between two pages.
 * @param read the page that follows a row, or the first one
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
 * All rows by `readByPages`, in order of their ids.
 * @param query gets the condition, order and limit of a page, by the column of the ids
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

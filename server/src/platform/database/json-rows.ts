import { type SQL, sql } from 'drizzle-orm'

import type { Executor } from './database.ts'

const PAGE_ROWS = 500

/** Returns rows as JSON: times in ISO 8601, names as in the query. */
export async function readJsonRows<Row>(db: Executor, query: SQL): Promise<Row[]> {
  const { rows } = await db.execute<{ item: Row & Record<string, unknown> }>(
    sql`SELECT row_to_json(found) AS item FROM (${query}) found`,
  )
  return rows.map(({ item }) => item)
}

export async function readJsonRow<Row>(db: Executor, query: SQL): Promise<Row | null> {
  const [row] = await readJsonRows<Row>(db, query)
  return row ?? null
}

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

export function readRowsInIdOrder<Row extends { id: string }>(
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

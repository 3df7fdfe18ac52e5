import { Client, type QueryResultRow } from 'pg'

interface TableContents {
  columns: string
  rows: number
  hash: string
}

export interface TableDifference {
  table: string
  rows: number
  /** Number of new or changed rows; null when the columns differ. */
  onlyInOriginal: number | null
  /** Number of rows that the original has removed or changed; null when the columns differ. */
  onlyInCopy: number | null
}

const PAGE = 10_000

export interface Contents {
  /** Logged tables by schema and name: unlogged tables do not survive a crash. */
  tables: ReadonlyMap<string, TableContents>
  hashes: (table: string) => AsyncIterable<bigint>
  query: <Row extends QueryResultRow>(text: string) => Promise<Row[]>
  close: () => Promise<void>
}

/** Reads all tables in one snapshot. */
export async function readTableContents(url: string): Promise<Contents> {
  const client = new Client({ connectionString: url, application_name: 'kundig-backup' })
  client.on('error', () => undefined)
  await client.connect()
  // Fixed settings give equal rows equal texts, whatever the server's configuration is.
  await client.query("SET TIME ZONE 'UTC'; SET DateStyle = 'ISO'; SET extra_float_digits = 1; SET bytea_output = 'hex'")
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  const { rows: found } = await client.query<{ name: string; columns: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name,
       (SELECT string_agg(format('%I %s', a.attname, a.atttypid::regtype), ', ' ORDER BY a.attnum)
        FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) AS columns
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind = 'r' AND c.relpersistence = 'p' AND n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema'
     ORDER BY 1`,
  )
  const tables = new Map<string, TableContents>()
  for (const { name, columns } of found) {
    const { rows } = await client.query<{ rows: number; hash: string }>(
      `SELECT count(*)::float8 AS rows, coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text AS hash FROM ${name} t`,
    )
    if (rows[0]) tables.set(name, { columns, ...rows[0] })
  }
  return {
    tables,
    hashes: async function* (table) {
      await client.query(
        `DECLARE hashes CURSOR FOR SELECT hashtextextended(t::text, 0)::text AS hash FROM ${table} t ORDER BY hashtextextended(t::text, 0)`,
      )
      try {
        for (;;) {
          const { rows } = await client.query<{ hash: string }>(`FETCH ${PAGE} FROM hashes`)
          for (const { hash } of rows) yield BigInt(hash)
          if (rows.length < PAGE) return
        }
      } finally {
        await client.query('CLOSE hashes')
      }
    },
    query: async <Row extends QueryResultRow>(text: string) => (await client.query<Row>(text)).rows,
    close: () => client.end(),
  }
}

export async function compareContents(original: Contents, copy: Contents): Promise<TableDifference[]> {
  const differences: TableDifference[] = []
  for (const table of new Set([...original.tables.keys(), ...copy.tables.keys()])) {
    const [mine, theirs] = [original.tables.get(table), copy.tables.get(table)]
    const rows = theirs?.rows ?? 0
    if (mine === undefined || theirs === undefined || mine.columns !== theirs.columns) {
      const isNew = theirs === undefined && mine !== undefined
      differences.push({ table, rows, onlyInOriginal: isNew ? mine.rows : null, onlyInCopy: isNew ? 0 : null })
    } else if (mine.hash !== theirs.hash || mine.rows !== theirs.rows) {
      differences.push({ table, rows, ...(await countUnequalRows(original.hashes(table), copy.hashes(table))) })
    }
  }
  return differences
}

async function countUnequalRows(
  original: AsyncIterable<bigint>,
  copy: AsyncIterable<bigint>,
): Promise<{ onlyInOriginal: number; onlyInCopy: number }> {
  const [mine, theirs] = [original[Symbol.asyncIterator](), copy[Symbol.asyncIterator]()]
  let [one, other] = await Promise.all([mine.next(), theirs.next()])
  let onlyInOriginal = 0
  let onlyInCopy = 0
  while (one.done !== true || other.done !== true) {
    const isFirst = one.done !== true && (other.done === true || one.value < other.value)
    const isSecond = other.done !== true && (one.done === true || other.value < one.value)
    if (isFirst) onlyInOriginal++
    if (isSecond) onlyInCopy++
    if (!isSecond) one = await mine.next()
    if (!isFirst) other = await theirs.next()
  }
  return { onlyInOriginal, onlyInCopy }
}

import { Client, type QueryResultRow } from 'pg'

/** What a table holds: a hash of all its rows, in no order. */
interface TableContents {
  columns: string
  rows: number
  hash: string
}

export interface TableDifference {
  table: string
  /** In the copy. */
  rows: number
  /** In the original only: rows that are new there, or have changed. Null where the tables have other columns. */
  onlyInOriginal: number | null
  /** In the copy only: rows that were removed from the original, or as they were before they changed. */
  onlyInCopy: number | null
}

/** So many rows' hashes are read at a time. */
const PAGE = 10_000

/** A database as it is at one moment, to be compared with another one. */
export interface Contents {
  /** By schema and name; those that outlast a crash. */
  tables: ReadonlyMap<string, TableContents>
  /** The hashes of a table's rows, in order. */
  hashes: (table: string) => AsyncIterable<bigint>
  query: <Row extends QueryResultRow>(text: string) => Promise<Row[]>
  close: () => Promise<void>
}

/** Reads everything in one snapshot: as if nobody wrote meanwhile. It takes as long as reading all tables. */
export async function readContents(url: string): Promise<Contents> {
  const client = new Client({ connectionString: url, application_name: 'kundig-backup' })
  client.on('error', () => undefined)
  await client.connect()
  // The same texts of the same rows, whatever a server is set to.
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

/** What differs, table by table; empty when both hold the same. */
export async function compareContents(original: Contents, copy: Contents): Promise<TableDifference[]> {
  const differences: TableDifference[] = []
  for (const table of new Set([...original.tables.keys(), ...copy.tables.keys()])) {
    const [mine, theirs] = [original.tables.get(table), copy.tables.get(table)]
    const rows = theirs?.rows ?? 0
    if (mine === undefined || theirs === undefined || mine.columns !== theirs.columns) {
      const isNew = theirs === undefined && mine !== undefined
      differences.push({ table, rows, onlyInOriginal: isNew ? mine.rows : null, onlyInCopy: isNew ? 0 : null })
    } else if (mine.hash !== theirs.hash || mine.rows !== theirs.rows) {
      differences.push({ table, rows, ...(await countUnequal(original.hashes(table), copy.hashes(table))) })
    }
  }
  return differences
}

/** Goes through both side by side, as both are in order. */
async function countUnequal(
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

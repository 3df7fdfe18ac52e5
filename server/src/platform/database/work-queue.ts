import { and, type Column, getTableColumns, getTableName, type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'

import type { Executor } from './database.ts'
import { fromNow, CLAIM_MS } from './due-work.ts'

type Row<Table extends PgTable> = Table['$inferSelect']
type ColumnOf<Table extends PgTable> = keyof Row<Table> & string

interface QueueOptions<Table extends PgTable> {
  key: ColumnOf<Table> | readonly ColumnOf<Table>[]
  /** Column with the due time; it needs an index. */
  due: ColumnOf<Table>
  tries?: ColumnOf<Table>
  /** Additional condition for pending rows, written without the table's name. */
  only?: SQL
  /** Order of claims; by default, the oldest due time first. */
  order?: SQLWrapper
  /** Due time after a claim; by default, a minute later. */
  again?: SQL
  /** Column with the end of a claim, if claiming does not change the due time. */
  claimedUntil?: ColumnOf<Table>
  atATime?: number
  /** Order within claimed rows; unsorted by default. */
  sort?: (one: Row<Table>, other: Row<Table>) => number
  /** Cheap prepared query before each claim, for mostly empty queues that are checked every second. */
  hasDue?: (db: Executor) => Promise<boolean>
}

/** Queue of due rows. A claim postpones the due time, so one server gets the row; after a kill, another one does. */
export class WorkQueue<Table extends PgTable> {
  readonly name: string
  readonly atATime: number
  readonly #table: Table
  readonly #options: QueueOptions<Table>

  constructor(table: Table, options: QueueOptions<Table>) {
    this.#table = table
    this.#options = options
    this.name = `${getTableName(table)}.${this.#column(options.due).name}`
    this.atATime = options.atATime ?? 10
  }

  #column(name: ColumnOf<Table>): Column {
    const column = getTableColumns(this.#table)[name]
    if (!column) throw new Error(`no column ${name}`)
    return column
  }

  get #keys(): readonly ColumnOf<Table>[] {
    const { key } = this.#options
    return typeof key === 'string' ? [key] : key
  }

  async #claimWhere(db: Executor, condition: SQL | undefined): Promise<Row<Table>[]> {
    const { due, tries, claimedUntil, again = fromNow(CLAIM_MS) } = this.#options
    const table: PgTable = this.#table
    const counted = tries && { [tries]: sql`${this.#column(tries)} + 1` }
    return db
      .update(table)
      .set({ [claimedUntil ?? due]: again, ...counted })
      .where(condition)
      .returning()
  }

  waiting(limit: number, until: SQL = sql`now()`): SQL {
    const { due, tries, only } = this.#options
    return sql`SELECT ${this.#column(due)}, ${tries ? this.#column(tries) : sql`0`} FROM ${this.#table}
      WHERE ${and(only, sql`${this.#column(due)} <= ${until}`)} ORDER BY ${this.#column(due)} LIMIT ${limit}::int`
  }

  /** Claims due rows, except rows that another server has locked. */
  async claim(db: Executor): Promise<Row<Table>[]> {
    const { due, only, order = this.#column(due), claimedUntil, sort, hasDue } = this.#options
    if (hasDue && !(await hasDue(db))) return []
    const end = claimedUntil && this.#column(claimedUntil)
    const isFree = end && sql`(${end} IS NULL OR ${end} <= now())`
    const keys = sql.join(
      this.#keys.map((key) => sql`${this.#column(key)}`),
      sql`, `,
    )
    const next = sql`SELECT ${keys} FROM ${this.#table} WHERE ${and(only, isFree, sql`${this.#column(due)} <= now()`)}
      ORDER BY ${order} LIMIT ${this.atATime}::int FOR UPDATE SKIP LOCKED`
    // The subquery must run once: a joined subquery may run again, and would then claim more rows.
    const isNext =
      this.#keys.length === 1
        ? sql`${keys} = ANY (ARRAY (${next}))`
        : sql`(${keys}) IN (WITH next AS MATERIALIZED (${next}) SELECT * FROM next)`
    const rows = await this.#claimWhere(db, isNext)
    return sort ? rows.toSorted(sort) : rows
  }

  /** Claims one due row, after waiting for its lock. */
  async claimOne(db: Executor, id: string): Promise<Row<Table> | undefined> {
    const [key = this.#options.due] = this.#keys
    const [row] = await this.#claimWhere(
      db,
      sql`${this.#column(key)} = ${id} AND ${this.#column(this.#options.due)} <= clock_timestamp()`,
    )
    return row
  }

  toIds(row: Row<Table>): Record<string, unknown> {
    return Object.fromEntries(this.#keys.map((key) => [key, row[key]]))
  }
}

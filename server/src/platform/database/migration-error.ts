import { DatabaseError } from 'pg'

const UP = /^\s*--[\s-]*up\s+migration/imu
const OUT_OF_ORDER = /^Not run migration (?<added>\S+) is preceding already run migration (?<ran>\S+)$/u

const readNumber = (name: string): string => name.split('_', 1)[0] ?? ''

/** Adds the file and line of a failed migration, and explains a migration number that comes too late. */
export function describeMigrationError(error: unknown, migration: { name: string; text: string } | undefined): unknown {
  if (!(error instanceof Error)) return error
  const { added, ran } = OUT_OF_ORDER.exec(error.message)?.groups ?? {}
  if (added !== undefined && ran !== undefined) {
    const number = readNumber(added)
    const problem = number === readNumber(ran) ? `the number ${number} is taken by` : 'its number comes before'
    return new Error(
      `server/migrations/${added}.sql: ${problem} ${ran}.sql, which has already run. Give it the next free number.`,
      { cause: error },
    )
  }
  if (!(error instanceof DatabaseError) || migration === undefined) return error
  const { name, text } = migration
  const begin = Math.max(text.search(UP), 0)
  const line =
    error.position === undefined ? '' : `:${text.slice(0, begin + Number(error.position)).split('\n').length}`
  return new Error(`server/migrations/${name}.sql${line}: ${error.message}`, { cause: error })
}

import { sql } from 'drizzle-orm'

import { type Executor, prepareStatement } from './database.ts'

const fold = prepareStatement<{ folded: string }>(
  'fold letters',
  sql`SELECT fold_letters(${sql.placeholder('text')}::text) AS folded`,
)

/** Normalises a text to one line, like the columns that are searched (`fold_letters`, migration 0070). */
export async function foldLetters(db: Executor, text: string): Promise<string> {
  const [row] = await fold(db, { text: text.replace(/\s+/gu, ' ') })
  return row?.folded ?? ''
}

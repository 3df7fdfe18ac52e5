import { sql } from 'drizzle-orm'

import { LANGUAGES } from '@kundig/contract/languages'
import type { Category, CategoryEntry } from '@kundig/contract/profiles/categories'

import type { Executor } from '../../platform/database/database.ts'

/** A category's labels as searches compare them. */
export interface SearchLabel {
  id: Category
  /** Folded, in each language. */
  texts: string[]
}

export async function foldLabels(db: Executor, list: readonly CategoryEntry[]): Promise<SearchLabel[]> {
  const labels = list.map(({ id, label }) => ({ id, texts: LANGUAGES.map((language) => label[language]) }))
  const { rows } = await db.execute<SearchLabel & Record<string, unknown>>(sql`
    SELECT id, ARRAY(SELECT fold_letters(text) FROM unnest(texts) AS text) AS texts
    FROM jsonb_to_recordset(${JSON.stringify(labels)}::jsonb) AS label (id text, texts text[])`)
  return rows
}

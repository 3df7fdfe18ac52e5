import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const OPERATING_DOCUMENT = readFileSync(join(import.meta.dirname, '../../docs/operating.md'), 'utf8')

/** The statements that docs/operating.md has under a name, about a person, as psql would read them. */
export function documentedStatements(name: string, personId: string): string {
  const found = Array.from(
    OPERATING_DOCUMENT.matchAll(/^ *```sql\n *-- (.+)\n([^]*?)^ *```$/gmu),
    ([, title, text]) => ({
      title,
      text,
    }),
  ).find(({ title }) => title === name)
  if (found?.text === undefined) throw new Error(`docs/operating.md has nothing under "${name}"`)
  return found.text.replaceAll(":'person'", `'${personId}'`)
}

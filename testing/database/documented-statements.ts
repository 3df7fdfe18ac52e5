import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const readPage = (name: string): string => readFileSync(join(import.meta.dirname, '../../docs/operating', name), 'utf8')

/** The statement under a title in docs/operating/people.md, for one person, as psql would read it. */
export function documentedStatements(title: string, personId: string): string {
  const blocks = readPage('people.md').matchAll(/^ *```sql\n *-- (.+)\n([^]*?)^ *```$/gmu)
  const [, , text] = Array.from(blocks).find(([, found]) => found === title) ?? []
  if (text === undefined) throw new Error(`docs/operating/people.md has nothing under "${title}"`)
  return text.replaceAll(":'person'", `'${personId}'`)
}

/** The queries of docs/operating/monitoring.md. */
export function monitoringQueries(): string[] {
  return Array.from(readPage('monitoring.md').matchAll(/^(SELECT [^;]+);$/gmu), ([, text = '']) => text)
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const readPage = (name: string): string => readFileSync(join(import.meta.dirname, '../../docs/operating', name), 'utf8')

/** Reads the statement below a title of docs/operating/people.md, for one person, like psql. */
export function readDocumentedStatements(title: string, personId: string): string {
  const blocks = readPage('people.md').matchAll(/^ *```sql\n *-- (.+)\n([^]*?)^ *```$/gmu)
  const [, , text] = Array.from(blocks).find(([, found]) => found === title) ?? []
  if (text === undefined) throw new Error(`docs/operating/people.md has nothing under "${title}"`)
  return text.replaceAll(":'person'", `'${personId}'`)
}

export function readMonitoringQueries(): string[] {
  return Array.from(readPage('monitoring.md').matchAll(/^(SELECT [^;]+);$/gmu), ([, text = '']) => text)
}

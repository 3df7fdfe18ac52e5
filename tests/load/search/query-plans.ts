import { SearchService, type ListInput } from '@kundig/server/features/profiles/search/search.service'
import { contact } from '@kundig/server/features/safety/blocks/contact.service'
import { createPrimaryReads } from '@kundig/server/platform/database/replica'
import { createLogger } from '@kundig/server/platform/logging/logger'
import { openRecordingDatabase } from '@kundig/testing/database/recording-database'
import type { Sql } from '@kundig/testing/database/test-database'
import { defaultCategories } from '@kundig/testing/people/default-categories'

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Actual Total Time': number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

interface Explained {
  Plan: PlanNode
  'Execution Time': number
}

export interface ListPlans {
  lines: string[]
  scansTable: boolean
}

/** Answers a list query as the server does, and explains the query's SQL statements with the same values. */
export async function explainListQuery(
  sql: Sql,
  url: string,
  viewerId: string | null,
  input: ListInput,
): Promise<ListPlans> {
  const { db, statements, close } = await openRecordingDatabase(url)
  try {
    await new SearchService({
      countingDb: db,
      reads: createPrimaryReads(db),
      contact,
      categories: defaultCategories,
      logger: createLogger('silent'),
    }).list(viewerId, input)
  } finally {
    await close()
  }
  const plans: ListPlans = { lines: [], scansTable: false }
  for (const { text, values } of statements) {
    const [row] = await sql.query<{ 'QUERY PLAN': [Explained] }>(
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
      values,
    )
    if (!row) throw new Error('EXPLAIN returned no plan')
    const [explained] = row['QUERY PLAN']
    plans.lines.push(`${explained['Execution Time'].toFixed(2)} ms`, ...listPlanLines(explained.Plan, 1))
    plans.scansTable ||= scansProfiles(explained.Plan)
  }
  return plans
}

function listPlanLines(node: PlanNode, depth: number): string[] {
  const on = node['Index Name'] ?? node['Relation Name']
  const removed = node['Rows Removed by Filter']
  const facts = [
    `rows ${Math.round(node['Actual Rows'] * node['Actual Loops'])}`,
    ...(removed === undefined ? [] : [`left out ${removed}`]),
    `pages ${node['Shared Hit Blocks'] + node['Shared Read Blocks']}`,
  ]
  const line = `${'  '.repeat(depth)}${node['Node Type']}${on === undefined ? '' : ` on ${on}`} (${facts.join(', ')})`
  const below = (node.Plans ?? []).flatMap((child) => listPlanLines(child, depth + 1))
  // Skipped steps, and steps that only pass rows on, are omitted.
  if (node['Actual Loops'] === 0) return []
  return node['Node Type'] === 'Result' || node['Node Type'] === 'Subquery Scan' ? below : [line, ...below]
}

function scansProfiles(node: PlanNode): boolean {
  const scans = node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'profiles'
  return (scans && node['Actual Loops'] > 0) || (node.Plans ?? []).some(scansProfiles)
}

import { OPERATORS } from '@kundig/testing/permissions/permission-scene'
import { PERMISSION_CELLS } from '@kundig/testing/permissions/permission-table'

/**
 * Chooses, of the ways to try one thing, those that a run tries.
 * @param turn the thing's place among its like
 */
export type Cover = <Way>(ways: readonly Way[], turn: number) => readonly Way[]

export const everyWay: Cover = (ways) => ways

/** One way for each thing, by turns: each thing is tried once, and each way by several things. */
export const wayByTurn: Cover = (ways, turn) => {
  const start = turn % Math.max(1, ways.length)
  return ways.slice(start, start + 1)
}

export type PermissionCell = (typeof PERMISSION_CELLS)[number]

/** The cells of the permission table that can be tried from outside. */
export const OUTSIDE_CELLS: readonly PermissionCell[] = PERMISSION_CELLS.filter(
  ({ isWithoutStandIns }) => isWithoutStandIns !== true,
)

/** The callers who differ for every operation; which member calls matters to some operations alone. */
function roleOf(who: PermissionCell['who']): string {
  if (who === 'anonymous' || who === 'suspended') return who
  return OPERATORS.some((operator) => operator === who) ? 'operator' : 'member'
}

/**
 * The pairs that the core of the attacks tries at least once: each operation by each role, each operation with each outcome, and
 * each caller with each outcome. Each row of the table counts as well. `server/test/permissions.test.ts` tries every
 * caller on every operation in process; from outside, the core shows that the same answers come over HTTP.
 */
export function pairsOf({ guarantee, operation, calls, who, outcome }: PermissionCell): string[] {
  const called = calls ?? operation
  return [
    `row ${guarantee}: ${operation}`,
    `${called} by ${roleOf(who)}`,
    `${called}: ${outcome}`,
    `${who} gets ${outcome}`,
  ]
}

/** Chooses cells that show all pairs: each time the first of those that show the most missing pairs. In the table's order. */
export function coverPairs(cells: readonly PermissionCell[]): PermissionCell[] {
  const pairs = new Map(cells.map((cell) => [cell, pairsOf(cell)]))
  const missing = new Set([...pairs.values()].flat())
  const chosen = new Set<PermissionCell>()
  while (missing.size > 0) {
    let best: PermissionCell | undefined
    let bestCount = 0
    for (const [cell, shown] of pairs) {
      const count = shown.filter((pair) => missing.has(pair)).length
      if (count > bestCount) [best, bestCount] = [cell, count]
    }
    if (best === undefined) throw new Error('coverPairs: a pair without a cell')
    chosen.add(best)
    for (const pair of pairsOf(best)) missing.delete(pair)
    pairs.delete(best)
  }
  return cells.filter((cell) => chosen.has(cell))
}

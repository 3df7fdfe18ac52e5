import { OPERATORS } from '@kundig/testing/permissions/permission-fixture'
import { PERMISSION_CELLS } from '@kundig/testing/permissions/permission-table'

export type Cover = <Way>(ways: readonly Way[], turn: number) => readonly Way[]

export const everyWay: Cover = (ways) => ways

/** Chooses one way for each operation, in turn. Together, several operations try every way. */
export const wayByTurn: Cover = (ways, turn) => {
  const start = turn % Math.max(1, ways.length)
  return ways.slice(start, start + 1)
}

export type PermissionCell = (typeof PERMISSION_CELLS)[number]

export const OUTSIDE_CELLS: readonly PermissionCell[] = PERMISSION_CELLS.filter(
  ({ isWithoutDevelopmentFakes }) => isWithoutDevelopmentFakes !== true,
)

/** Returns the role of a caller. Members have one role, because only some operations distinguish them. */
function toRole(who: PermissionCell['who']): string {
  if (who === 'anonymous' || who === 'suspended') return who
  return OPERATORS.some((operator) => operator === who) ? 'operator' : 'member'
}

/** Lists a permission's pairs. `--core` tries each pair; `server/test/permissions.test.ts` tries all combinations. */
export function listPermissionPairs({ guarantee, operation, calls, who, outcome }: PermissionCell): string[] {
  const called = calls ?? operation
  return [
    `row ${guarantee}: ${operation}`,
    `${called} by ${toRole(who)}`,
    `${called}: ${outcome}`,
    `${who} gets ${outcome}`,
  ]
}

/** Chooses cells that cover all pairs. Repeatedly picks the first cell with the most missing pairs. Keeps the order. */
export function chooseCoveringCells(cells: readonly PermissionCell[]): PermissionCell[] {
  const pairs = new Map(cells.map((cell) => [cell, listPermissionPairs(cell)]))
  const missing = new Set([...pairs.values()].flat())
  const chosen = new Set<PermissionCell>()
  while (missing.size > 0) {
    let best: PermissionCell | undefined
    let bestCount = 0
    for (const [cell, shown] of pairs) {
      const count = shown.filter((pair) => missing.has(pair)).length
      if (count > bestCount) [best, bestCount] = [cell, count]
    }
    if (best === undefined) throw new Error('chooseCoveringCells: a pair without a cell')
    chosen.add(best)
    for (const pair of listPermissionPairs(best)) missing.delete(pair)
    pairs.delete(best)
  }
  return cells.filter((cell) => chosen.has(cell))
}

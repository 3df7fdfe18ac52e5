import { setPermissionScene } from '@kundig/testing/permissions/permission-scene'
import { PERMISSION_CELLS, PERMISSIONS } from '@kundig/testing/permissions/permission-table'

import type { Attempt, Report } from './report.ts'
import type { TestEnvironment } from './test-environment.ts'

type Cell = (typeof PERMISSION_CELLS)[number]

/** The cells that this run tries: of each row and each outcome in it, the callers that `cover` chooses. */
function chooseCells({ cover }: Report): Cell[] {
  const cells = PERMISSION_CELLS.filter(({ isWithoutStandIns }) => isWithoutStandIns !== true)
  const groups = Map.groupBy(cells, ({ operation, guarantee, outcome }) => [guarantee, operation, outcome].join('\n'))
  return [...groups.values()].flatMap((group, turn) => cover(group, turn))
}

/** Tries every operation with callers of each expected outcome. */
export async function attackWhoMayDoWhat(environment: TestEnvironment, report: Report): Promise<void> {
  const scene = await setPermissionScene(environment)
  const cells = chooseCells(report)
  for (const guarantee of new Set(PERMISSIONS.map((row) => row.guarantee))) {
    const tryRows = async (attempt: Attempt): Promise<void> => {
      for (const cell of cells) {
        if (cell.guarantee !== guarantee) continue
        const { who, operation, outcome } = cell
        const person = who === 'anonymous' ? null : scene.people[who]
        await attempt(`${who}: ${operation}`, () => cell.attempt(scene, person), outcome)
      }
    }
    await (guarantee === null
      ? report.exploratory('Operations that no guarantee names, by everybody', tryRows)
      : report.guarantee(guarantee, tryRows))
  }
}
